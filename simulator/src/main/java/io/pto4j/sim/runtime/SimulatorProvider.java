package io.pto4j.sim.runtime;

import com.google.auto.service.AutoService;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.DeviceProvider;
import io.pto4j.sim.machine.MachineModel;
import java.util.Map;

/** Opens simulators. */
@AutoService(DeviceProvider.class)
public final class SimulatorProvider implements DeviceProvider {

  @Override
  public String name() {
    return SimulatorDevice.NAME;
  }

  @Override
  public Device open(Map<String, String> options) {
    for (Map.Entry<String, String> option : options.entrySet()) {
      boolean known = option.getKey().equals("target") && option.getValue().equals("Ascend910B");
      if (!known) {
        throw new IllegalArgumentException(
            "the simulator has no option "
                + option.getKey()
                + "="
                + option.getValue()
                + "; it knows target=Ascend910B");
      }
    }
    return new SimulatorDevice(MachineModel.ascend910b());
  }
}
