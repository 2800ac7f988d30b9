package io.pto4j.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import io.pto4j.backend.target.Targets;
import org.junit.jupiter.api.Test;

/** The program that is compiled to load the compiler. */
class WarmUpTest {
  @Test
  void everyStageHasWork() {
    ProcessorOptions options =
        ProcessorOptions.parse(
            ImmutableMap.of(),
            problem -> {
              throw new AssertionError(problem);
            });

    assertThat(
            new ProgramCompiler(options)
                .compile(WarmUp.program(), Targets.standard().name())
                .files())
        .containsKeys(
            "ptoas/main_incore_0.pto", "orchestration/main.cpp", "manifest.json", "final.msgpack");
  }
}
