package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Statements in sequence; comments belong to its members. Source: PyPTO IR hierarchy, SeqStmts. */
public record SeqStmts(
    @Ignore Span span, @Ignore ImmutableList<String> leadingComments, ImmutableList<Stmt> stmts)
    implements Stmt {
  public SeqStmts {
    ConstructionRule.SEQUENCE_COMMENTS.require(leadingComments.isEmpty(), span);
  }

  public static SeqStmts of(List<? extends Stmt> stmts, Span span) {
    return new SeqStmts(span, ImmutableList.of(), ImmutableList.copyOf(stmts));
  }

  /**
   * The statements with nested sequences spliced in: a single one stands bare, none gives an empty
   * sequence.
   */
  public static Stmt flatten(List<? extends Stmt> stmts, Span span) {
    ImmutableList.Builder<Stmt> flat = ImmutableList.builder();
    splice(stmts, flat);
    ImmutableList<Stmt> all = flat.build();
    return all.size() == 1 ? all.getFirst() : of(all, span);
  }

  /** The members of a sequence, or the statement itself. */
  public static ImmutableList<Stmt> listOf(Stmt stmt) {
    return stmt instanceof SeqStmts seq ? seq.stmts() : ImmutableList.of(stmt);
  }

  private static void splice(List<? extends Stmt> stmts, ImmutableList.Builder<Stmt> out) {
    for (Stmt stmt : stmts) {
      if (stmt instanceof SeqStmts seq) {
        splice(seq.stmts(), out);
      } else {
        out.add(stmt);
      }
    }
  }
}
