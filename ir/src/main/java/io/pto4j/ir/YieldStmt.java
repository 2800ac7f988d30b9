package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/**
 * Ends a loop body or branch with the values it passes on. Source: PyPTO IR hierarchy, YieldStmt.
 */
public record YieldStmt(
    @Ignore Span span, @Ignore ImmutableList<String> leadingComments, ImmutableList<Expr> value)
    implements Stmt {
  public static YieldStmt of(ImmutableList<? extends Expr> values, Span span) {
    return new YieldStmt(span, ImmutableList.of(), ImmutableList.copyOf(values));
  }
}
