package io.pto4j.cli;

import io.pto4j.backend.target.Targets;
import io.pto4j.pass.Target;
import picocli.CommandLine.Option;

/** The option that names a machine. */
final class TargetChoice {
  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "The machine whose limits count; default: Ascend910B.")
  private String name;

  /**
   * @throws io.pto4j.ir.IrException when there is no such machine
   */
  Target get() {
    return name == null ? Targets.standard() : Targets.get(name);
  }
}
