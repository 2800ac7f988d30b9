package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Evaluates an expression for its effect. Source: PyPTO IR hierarchy, EvalStmt. */
public record EvalStmt(@Ignore Span span, @Ignore ImmutableList<String> leadingComments, Expr expr)
    implements Stmt {
  public static EvalStmt of(Expr expr) {
    return new EvalStmt(expr.span(), ImmutableList.of(), expr);
  }
}
