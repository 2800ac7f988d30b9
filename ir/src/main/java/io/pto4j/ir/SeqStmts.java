package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
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
    ImmutableList<Stmt> all = spliced(stmts);
    return all.size() == 1 ? all.getFirst() : of(all, span);
  }

  /** The members of a sequence, or the statement itself. */
  public static ImmutableList<Stmt> listOf(Stmt stmt) {
    return stmt instanceof SeqStmts seq ? seq.stmts() : ImmutableList.of(stmt);
  }

  /** The statements with nested sequences, however deep, spliced in. */
  public static ImmutableList<Stmt> spliced(List<? extends Stmt> stmts) {
    ImmutableList.Builder<Stmt> flat = ImmutableList.builder();
    Deque<Iterator<? extends Stmt>> open = new ArrayDeque<>();
    open.push(stmts.iterator());
    while (!open.isEmpty()) {
      Iterator<? extends Stmt> members = open.peek();
      if (!members.hasNext()) {
        open.pop();
        continue;
      }
      Stmt stmt = members.next();
      if (stmt instanceof SeqStmts seq) {
        open.push(seq.stmts().iterator());
      } else {
        flat.add(stmt);
      }
    }
    return flat.build();
  }
}
