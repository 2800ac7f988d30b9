package io.pto4j.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.runtime.Device;
import io.pto4j.runtime.RunReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplesTest {
  static List<Sample> samples() {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sampleAgreesWithItsReference(Sample sample) {
    try (Device device = Device.simulator()) {
      Sample.Prepared prepared = sample.prepare().apply(device);
      RunReport report = prepared.run();
      assertThat(Sample.maxError(prepared.output(), prepared.expected()))
          .isLessThanOrEqualTo(sample.tolerance());
      assertThat(report.tasks()).isPositive();
      assertThat(report.cycles()).isPositive();
    }
  }

  @Test
  void blocksOfRowsOverlapOnSeveralCores() {
    try (Device device = Device.simulator()) {
      for (Sample sample : samples()) {
        if (sample.name().startsWith("TwoStage")) {
          List<RunReport.Row> rows = sample.prepare().apply(device).run().timeline();
          assertThat(rows).hasSize(8);
          assertThat(rows.stream().map(RunReport.Row::core).distinct().count())
              .as(sample.name())
              .isGreaterThan(1);
          assertThat(rows.get(2).startCycle())
              .as("second block starts before the first ends")
              .isLessThan(rows.get(1).endCycle());
        }
      }
    }
  }
}
