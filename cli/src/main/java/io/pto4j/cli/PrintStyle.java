package io.pto4j.cli;

import io.pto4j.ir.IrException;
import io.pto4j.text.PrintOptions;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands that write programs as text. */
final class PrintStyle {
  @Option(
      names = "--dialect",
      paramLabel = "DIALECT",
      defaultValue = "seed",
      description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private PrintOptions.Dialect dialect;

  @Option(names = "--concise", description = "Leave out the types of assigned variables.")
  private boolean concise;

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      defaultValue = "pl",
      description = "Name of the language module; default: ${DEFAULT-VALUE}.")
  private String prefix;

  @Option(
      names = "--explicit-layout",
      description = "Write the layout of every tile, also where its memory implies it.")
  private boolean explicitLayout;

  /**
   * @param command whose options these are
   * @throws ParameterException when the prefix is no name
   */
  PrintOptions options(CommandLine command) {
    try {
      return new PrintOptions(dialect, concise, prefix, explicitLayout);
    } catch (IrException e) {
      throw new ParameterException(command, e.getMessage() + "; " + e.hint(), e);
    }
  }
}
