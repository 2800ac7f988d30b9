package io.pto4j.cli;

import io.pto4j.text.PrintOptions;
import picocli.CommandLine.Option;

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

  /**
   * @throws io.pto4j.ir.IrException when the prefix is no name
   */
  PrintOptions options() {
    return new PrintOptions(dialect, concise, prefix);
  }
}
