package io.pto4j.cli;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a command printed and returned. */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(console(out));
    commandLine.setErr(console(err));
    int exitCode = commandLine.execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** As the console is: what does not end a line shows when it is flushed. */
  private static PrintWriter console(StringWriter target) {
    return new PrintWriter(new BufferedWriter(target), true);
  }
}
