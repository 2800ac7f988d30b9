package io.pto4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Devices and eager engines are found, and their absence is explained. */
class ProvidersTest {

  private record Named(String name) implements DeviceProvider {
    @Override
    public Device open(Map<String, String> options) {
      throw new UnsupportedOperationException(name);
    }
  }

  @Test
  void aDeviceIsFoundByName() {
    DeviceProvider b = new Named("b");

    assertThat(DeviceProviders.find("b", List.of(new Named("a"), b))).isEqualTo(b);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeviceProviders.find("c", List.of(b)))
        .withMessageContaining("'c'")
        .withMessageContaining("[b]");
  }

  @Test
  void aMissingSimulatorSaysWhatToAdd() {
    assertThatThrownBy(Device::simulator).hasMessageContaining("io.pto4j:pto4j-simulator");
  }

  @Test
  void aMissingEngineSaysWhatToAdd() {
    assertThatIllegalStateException()
        .isThrownBy(() -> EagerEngines.choose(List.of()))
        .withMessageContaining("io.pto4j:pto4j-simulator");
  }

  @Test
  void severalEnginesAreNamed() {
    EagerEngine engine = EagerEngines.engine();

    assertThatIllegalStateException()
        .isThrownBy(() -> EagerEngines.choose(List.of(engine, engine)))
        .withMessageContaining(engine.getClass().getName());
  }

  @Test
  void optionsAreChecked() {
    RunOptions options = RunOptions.usual().withCores(4).withDeterministic(true).withTrace(true);

    assertThat(options).isEqualTo(new RunOptions(OptionalInt.of(4), true, true));
    assertThatIllegalArgumentException().isThrownBy(() -> RunOptions.usual().withCores(0));
  }
}
