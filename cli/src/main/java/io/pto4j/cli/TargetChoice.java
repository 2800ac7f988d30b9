package io.pto4j.cli;

import io.pto4j.backend.target.Targets;
import io.pto4j.ir.IrException;
import io.pto4j.pass.Target;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that names a machine. */
final class TargetChoice {
  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "The machine whose limits count; default: Ascend910B.")
  private String name;

  /**
   * @param command whose option this is
   * @throws ParameterException when there is no such machine
   */
  Target get(CommandLine command) {
    try {
      return name == null ? Targets.standard() : Targets.get(name);
    } catch (IrException e) {
      throw new ParameterException(command, e.getMessage() + "; " + e.hint(), e);
    }
  }
}
