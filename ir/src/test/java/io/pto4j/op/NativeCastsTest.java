package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.DataType;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeCastsTest {
  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void everyPairTakesTheWayOfTheTable(String arch) {
    SoftAssertions all = new SoftAssertions();
    for (DataType from : DataType.values()) {
      for (DataType to : DataType.values()) {
        if (from != to) {
          all.assertThat(NativeCasts.of(arch).path(from, to))
              .as("%s to %s", from, to)
              .isEqualTo(CastTable.way(arch, from, to));
        }
      }
    }
    all.assertAll();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void whatOneInstructionDoesIsAWayOfOneStep(String arch) {
    NativeCasts casts = NativeCasts.of(arch);
    for (DataType from : DataType.values()) {
      for (DataType to : DataType.values()) {
        assertThat(casts.contains(from, to))
            .as("%s to %s", from, to)
            .isEqualTo(from != to && casts.path(from, to).size() == 1);
      }
    }
  }
}
