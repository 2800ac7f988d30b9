package io.pto4j.pass;

import io.pto4j.compare.IrEquality;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.util.Optional;

/**
 * Prints the program after every pass, reads the text back and compares: what a pass makes can be
 * written down.
 */
public final class RoundTrip implements Instrument {
  /**
   * @throws CompilerBugException with the place of the first difference
   */
  @Override
  public void afterPass(Pass pass, Program before, Program after) {
    if (after != before) {
      check(after, "after " + pass.name());
    }
  }

  /**
   * Checks one program.
   *
   * @param when how to call the state of the program in messages
   * @throws CompilerBugException with the place of the first difference
   */
  public static void check(Program program, String when) {
    loss(program)
        .ifPresent(
            loss -> {
              throw new CompilerBugException(
                  "The text of the program %s %s\n\n%s"
                      .formatted(when, loss, IrPrinter.print(program)));
            });
  }

  /** What is wrong with the text of the program; empty when it reads back as the same program. */
  public static Optional<String> loss(Program program) {
    return loss(program, IrPrinter.print(program));
  }

  /**
   * What {@code text}, in any style, fails to say about the program: some states have no syntax,
   * more of them in the dialect of the ecosystem than in that of the specification.
   *
   * @return how the text reads back; empty when it gives the same program
   */
  public static Optional<String> loss(Program program, String text) {
    Program read;
    try {
      read = IrParser.program(text, "text");
    } catch (IrException e) {
      return Optional.of("cannot be read back:\n" + e.getMessage());
    }
    return IrEquality.difference(flat(program), flat(read), true)
        .map(difference -> "reads back differently:\n" + difference.message());
  }

  /** Sequences within sequences and around single statements have no text. */
  private static Program flat(Program program) {
    return program.mapFunctions(
        function ->
            new Rewriter() {
              @Override
              public Stmt stmt(Stmt stmt) {
                Stmt mapped = super.stmt(stmt);
                return mapped instanceof SeqStmts seq
                    ? SeqStmts.flatten(seq.stmts(), seq.span())
                    : mapped;
              }
            }.function(function));
  }
}
