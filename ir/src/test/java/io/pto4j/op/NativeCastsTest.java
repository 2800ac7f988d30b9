package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.DataType;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NativeCastsTest {
  @ParameterizedTest
  @EnumSource
  void everyPairTakesTheWayOfTheTable(Isa isa) {
    SoftAssertions all = new SoftAssertions();
    for (DataType from : DataType.values()) {
      for (DataType to : DataType.values()) {
        if (from != to) {
          all.assertThat(isa.casts().path(from, to))
              .as("%s to %s", from, to)
              .isEqualTo(CastTable.way(isa, from, to));
        }
      }
    }
    all.assertAll();
  }

  @ParameterizedTest
  @EnumSource
  void whatOneInstructionDoesIsAWayOfOneStep(Isa isa) {
    NativeCasts casts = isa.casts();
    for (DataType from : DataType.values()) {
      for (DataType to : DataType.values()) {
        assertThat(casts.contains(from, to))
            .as("%s to %s", from, to)
            .isEqualTo(from != to && casts.path(from, to).size() == 1);
      }
    }
  }
}
