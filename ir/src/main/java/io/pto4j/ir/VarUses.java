package io.pto4j.ir;

import java.util.function.Consumer;

/** Visits the uses of variables, those in types and attributes included. */
public class VarUses extends Visitor {
  private final Consumer<? super Var> visitor;

  public VarUses(Consumer<? super Var> visitor) {
    this.visitor = visitor;
  }

  @Override
  public Expr expr(Expr expr) {
    if (expr instanceof Var var) {
      visitor.accept(var);
    }
    return super.expr(expr);
  }
}
