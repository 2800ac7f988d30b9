package io.pto4j.build;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Comments;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;

/** The statements of a block so far, and the comments that wait for the next one. */
final class Body {
  private final List<Stmt> stmts = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();

  void add(Stmt stmt) {
    if (!stmts.isEmpty() && ends(stmts.getLast())) {
      throw new IrException(
          "nothing follows a yield, return, break or continue in its block",
          "remove the statement, or emit it before",
          stmt.span());
    }
    if (!comments.isEmpty() && stmt instanceof SeqStmts) {
      throw new IrException(
          "a sequence carries no comments; its statements do",
          "emit the statements one by one",
          stmt.span());
    }
    stmts.add(Comments.prepend(takeComments(), stmt));
  }

  private static boolean ends(Stmt stmt) {
    return stmt instanceof YieldStmt
        || stmt instanceof ReturnStmt
        || stmt instanceof BreakStmt
        || stmt instanceof ContinueStmt;
  }

  void comment(List<String> lines) {
    comments.addAll(lines);
  }

  ImmutableList<String> takeComments() {
    ImmutableList<String> taken = ImmutableList.copyOf(comments);
    comments.clear();
    return taken;
  }

  boolean isEmpty() {
    return stmts.isEmpty();
  }

  /** The statements; a single one stands bare. */
  Stmt build(Block block) {
    if (!comments.isEmpty()) {
      throw block.error(
          "the comment '" + comments.getFirst() + "' at the end of " + block.what() + " is lost",
          "a comment belongs to the statement after it");
    }
    return stmts.size() == 1 ? stmts.getFirst() : SeqStmts.of(stmts, span(block));
  }

  private Span span(Block block) {
    return stmts.isEmpty() ? block.begin() : stmts.getFirst().span();
  }
}
