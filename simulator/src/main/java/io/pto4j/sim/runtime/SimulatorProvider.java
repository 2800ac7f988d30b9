package io.pto4j.sim.runtime;

import com.google.auto.service.AutoService;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.IrException;
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
    String target = Targets.standard().name();
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (!option.getKey().equals("target")) {
        throw new IllegalArgumentException(
            "the simulator has no option '" + option.getKey() + "'; it has 'target'");
      }
      target = option.getValue();
    }
    try {
      return new SimulatorDevice(MachineModel.of(Targets.get(target)));
    } catch (IrException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
