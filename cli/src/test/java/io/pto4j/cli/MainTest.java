package io.pto4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    return commandLine.execute(args);
  }

  @Test
  void versionIsTheOneOfTheBuild() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString().strip()).matches("pto4j \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void withoutArgumentsTheUsageIsPrinted() {
    assertThat(run()).isZero();
    assertThat(out.toString()).startsWith("Usage: pto4j").contains("--version");
  }

  @Test
  void anUnknownOptionIsNamedAndExitsWithTwo() {
    assertThat(run("--colour")).isEqualTo(2);
    assertThat(err.toString()).contains("--colour");
  }
}
