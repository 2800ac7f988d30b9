package io.pto4j.cli;

import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.text.IrPrinter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A program as text. */
@Command(
    name = "print",
    mixinStandardHelpOptions = true,
    description = "Prints a program in the Python syntax of the IR.")
final class PrintCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "A .py file, or a .msgpack file such as final.msgpack of a compiled program.")
  private Path file;

  @Mixin private PrintStyle style;

  @Override
  public Integer call() throws ProblemException {
    spec.commandLine().getOut().println(IrPrinter.print(ProgramFile.read(file), style.options()));
    return 0;
  }
}
