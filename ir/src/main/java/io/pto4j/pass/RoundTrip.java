package io.pto4j.pass;

import io.pto4j.analysis.IrEquality;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;

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
    String text = IrPrinter.print(program);
    try {
      IrEquality.difference(flat(program), flat(IrParser.program(text, when)), true)
          .ifPresent(
              d -> {
                throw new CompilerBugException(
                    "The text of the program %s reads back differently:\n%s\n\n%s"
                        .formatted(when, d.message(), text));
              });
    } catch (IrException e) {
      throw new CompilerBugException(
          "The text of the program %s cannot be read back:\n%s\n\n%s"
              .formatted(when, e.getMessage(), text));
    }
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
