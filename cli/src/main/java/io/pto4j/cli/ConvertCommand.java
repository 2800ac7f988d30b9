package io.pto4j.cli;

import io.pto4j.cli.ProgramFile.ProblemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A program from text to binary or back. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = "Writes a program in another form: .py is text, .msgpack is binary.")
final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FROM", description = "A .py or .msgpack file.")
  private Path from;

  @Parameters(index = "1", paramLabel = "TO", description = "A .py or .msgpack file; replaced.")
  private Path to;

  @Mixin private PrintStyle style;

  @Override
  public Integer call() throws ProblemException {
    ProgramFile.write(
        ProgramFile.read(from, spec.commandLine().getErr()), to, style.options(spec.commandLine()));
    return 0;
  }
}
