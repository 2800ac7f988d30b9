package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Ends a function with its results. Source: PyPTO IR hierarchy, ReturnStmt. */
public record ReturnStmt(
    @Ignore Span span, @Ignore ImmutableList<String> leadingComments, ImmutableList<Expr> value)
    implements Stmt {
  public ReturnStmt {
    ConstructionRule.requireValues(value, "a returned value", span);
  }

  public static ReturnStmt of(ImmutableList<? extends Expr> values, Span span) {
    return new ReturnStmt(span, ImmutableList.of(), ImmutableList.copyOf(values));
  }
}
