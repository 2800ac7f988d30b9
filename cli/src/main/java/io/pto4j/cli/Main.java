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
 * <p>Exit codes: 0 on success, 1 when a command fails, 2 when the command line is wrong.
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
    System.exit(commandLine().execute(args));
  }

  /** The command line parser with all subcommands, for {@link #main} and for tests. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::failed);
  }

  private static int failed(Exception e, CommandLine commandLine, ParseResult arguments)
      throws Exception {
    if (e instanceof ProblemException || e instanceof IrException) {
      commandLine.getErr().println(e.getMessage());
      return 1;
    }
    throw e;
  }

  /** Without a subcommand there is nothing to do but to say what could be done. */
  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    spec.commandLine().usage(out);
  }
}
