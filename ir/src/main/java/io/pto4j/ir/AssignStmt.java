package io.pto4j.ir;

import com.google.common.collect.ImmutableList;

/** Binds a variable to a value. Source: PyPTO IR hierarchy, AssignStmt. */
public record AssignStmt(
    @Ignore Span span, @Ignore ImmutableList<String> leadingComments, @Def Var var, Expr value)
    implements Stmt {
  public AssignStmt {
    ConstructionRule.requireValue(value, "an assigned value", span);
  }

  public static AssignStmt of(Var var, Expr value) {
    return new AssignStmt(value.span(), ImmutableList.of(), var, value);
  }
}
