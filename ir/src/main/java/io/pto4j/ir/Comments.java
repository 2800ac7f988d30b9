package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Comments that move to another statement. Source: PyPTO IR hierarchy, leading comments. */
public final class Comments {
  private Comments() {}

  /** {@code stmt}, or the first statement of a sequence, with {@code comments} before its own. */
  public static Stmt prepend(ImmutableList<String> comments, Stmt stmt) {
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
      case RegScopeStmt s -> s.withLeadingComments(all);
      case CommDomainScopeStmt s -> s.withLeadingComments(all);
    };
  }
}
