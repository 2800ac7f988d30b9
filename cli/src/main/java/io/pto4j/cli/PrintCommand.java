package io.pto4j.cli;

import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Program;
import io.pto4j.pass.RoundTrip;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
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
    PrintOptions options = style.options(spec.commandLine());
    IrNode node = ProgramFile.read(file, spec.commandLine().getErr());
    String text = IrPrinter.print(node, options);
    spec.commandLine().getOut().println(text);
    // a text without types is made for the eye
    if (node instanceof Program program && !options.concise()) {
      RoundTrip.loss(program, text)
          .ifPresent(l -> spec.commandLine().getErr().println(file + ": warning: the text " + l));
    }
    return 0;
  }
}
