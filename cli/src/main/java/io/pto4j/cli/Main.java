package io.pto4j.cli;

import io.pto4j.cli.ProgramFile.ProblemException;
import io.pto4j.ir.IrException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The {@code pto4j} command.
 *
 * <p>Exit codes: 0 on success, 1 when a command fails or its output cannot be written, 2 when the
 * command line is wrong.
 */
@Command(
    name = "pto4j",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    subcommands = {
      PrintCommand.class,
      VerifyCommand.class,
      ConvertCommand.class,
      RoundTripCommand.class,
      PassesCommand.class,
      InterpretCommand.class,
      OpsCommand.class
    },
    description =
        "Inspects, checks, converts and runs programs, and shows the operators of the IR.")
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /**
   * Runs the command and exits with its code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(run(commandLine(), new PrintWriter(System.out, false, System.out.charset()), args));
  }

  /**
   * Runs a command whose results go to {@code out}.
   *
   * @return the exit code
   */
  static int run(CommandLine commandLine, PrintWriter out, String... args) {
    commandLine.setOut(out);
    int exitCode = commandLine.execute(args);
    if (out.checkError()) {
      commandLine.getErr().println("pto4j: the output cannot be written");
      return 1;
    }
    return exitCode;
  }

  /** The command line parser with all subcommands, for {@link #main} and for tests. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::failed);
  }

  private static int failed(Exception e, CommandLine commandLine, ParseResult arguments)
      throws Exception {
    switch (e) {
      case ProblemException _ -> commandLine.getErr().println(e.getMessage());
      case IrException broken -> {
        commandLine.getErr().println(text(broken));
        // what the same check found besides
        for (Throwable further : broken.getSuppressed()) {
          if (further instanceof IrException other) {
            commandLine.getErr().println(text(other));
          }
        }
      }
      default -> throw e;
    }
    return 1;
  }

  /** The mistake with its place and what to do about it, as far as they are known. */
  static String text(IrException mistake) {
    return (mistake.span().isKnown() ? mistake.span() + ": " : "")
        + mistake.getMessage()
        + (mistake.hint().isEmpty() ? "" : "\n  hint: " + mistake.hint());
  }

  /** Without a subcommand there is nothing to do but to say what could be done. */
  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    spec.commandLine().usage(out);
  }
}
