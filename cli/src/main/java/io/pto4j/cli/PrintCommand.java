package io.pto4j.cli;

import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A serialised program as text. */
@Command(
    name = "print",
    mixinStandardHelpOptions = true,
    description = "Prints a program in the Python syntax of the IR.")
final class PrintCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE.msgpack",
      description = "frontend.msgpack or final.msgpack of a compiled program.")
  private Path file;

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

  @Override
  public Integer call() {
    Program program;
    try {
      program = IrReader.read(Files.readAllBytes(file));
    } catch (NoSuchFileException _) {
      return fail("no such file");
    } catch (AccessDeniedException _) {
      return fail("may not be read");
    } catch (IOException e) {
      return fail("cannot be read: " + e.getMessage());
    } catch (IrException e) {
      return fail("not a serialised program: " + e.getMessage());
    }
    PrintOptions options = new PrintOptions(dialect, concise, prefix);
    spec.commandLine().getOut().println(IrPrinter.print(program, options));
    return 0;
  }

  private int fail(String problem) {
    spec.commandLine().getErr().println(file + ": " + problem);
    return 1;
  }
}
