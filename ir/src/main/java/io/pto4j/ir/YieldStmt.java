package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.Optional;

/**
 * Ends a loop body or branch with the values it passes on. Source: PyPTO IR hierarchy, YieldStmt.
 */
public record YieldStmt(
    @Ignore Span span, @Ignore ImmutableList<String> leadingComments, ImmutableList<Expr> value)
    implements Stmt {
  public YieldStmt {
    ConstructionRule.requireValues(value, "a yielded value", span);
  }

  public static YieldStmt of(ImmutableList<? extends Expr> values, Span span) {
    return new YieldStmt(span, ImmutableList.of(), ImmutableList.copyOf(values));
  }

  /** The yield that ends a body; runtime and split scopes are looked into. */
  public static Optional<YieldStmt> ending(Stmt body) {
    return switch (body) {
      case YieldStmt s -> Optional.of(s);
      case SeqStmts s ->
          s.stmts().isEmpty() ? Optional.empty() : ending(Iterables.getLast(s.stmts()));
      case RuntimeScopeStmt s -> ending(s.body());
      case SplitAivScopeStmt s -> ending(s.body());
      default -> Optional.empty();
    };
  }
}
