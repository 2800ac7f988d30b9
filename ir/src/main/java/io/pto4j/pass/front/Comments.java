package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;

/** Comments that move to another statement. */
final class Comments {
  private Comments() {}

  /** {@code stmt}, or the first statement of a sequence, with {@code comments} before its own. */
  static Stmt prepend(ImmutableList<String> comments, Stmt stmt) {
    if (comments.isEmpty()) {
      return stmt;
    }
    ImmutableList<String> all =
        ImmutableList.<String>builder().addAll(comments).addAll(stmt.leadingComments()).build();
    return switch (stmt) {
      case SeqStmts s when s.stmts().isEmpty() -> s;
      case SeqStmts s ->
          SeqStmts.of(
              ImmutableList.<Stmt>builder()
                  .add(prepend(comments, s.stmts().getFirst()))
                  .addAll(s.stmts().subList(1, s.stmts().size()))
                  .build(),
              s.span());
      case AssignStmt s -> new AssignStmt(s.span(), all, s.var(), s.value());
      case EvalStmt s -> new EvalStmt(s.span(), all, s.expr());
      case YieldStmt s -> new YieldStmt(s.span(), all, s.value());
      case ReturnStmt s -> new ReturnStmt(s.span(), all, s.value());
      case BreakStmt s -> new BreakStmt(s.span(), all);
      case ContinueStmt s -> new ContinueStmt(s.span(), all);
      case InlineStmt s -> new InlineStmt(s.span(), all, s.body(), s.language());
      case IfStmt s -> s.withLeadingComments(all);
      case ForStmt s -> s.withLeadingComments(all);
      case WhileStmt s -> s.withLeadingComments(all);
      case InCoreScopeStmt s -> s.withLeadingComments(all);
      case ClusterScopeStmt s -> s.withLeadingComments(all);
      case HierarchyScopeStmt s -> s.withLeadingComments(all);
      case SpmdScopeStmt s -> s.withLeadingComments(all);
      case SplitAivScopeStmt s -> s.withLeadingComments(all);
      case RuntimeScopeStmt s -> s.withLeadingComments(all);
    };
  }
}
