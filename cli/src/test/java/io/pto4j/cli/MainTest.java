package io.pto4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void versionIsTheOneOfTheBuild() {
    CommandRun run = CommandRun.of("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().strip()).matches("pto4j \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void withoutArgumentsTheUsageIsPrinted() {
    CommandRun run = CommandRun.of();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: pto4j").contains("--version", "print", "ops");
  }

  @Test
  void anUnknownOptionIsNamedAndExitsWithTwo() {
    CommandRun run = CommandRun.of("--colour");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--colour");
  }
}
