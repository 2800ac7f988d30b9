package io.pto4j.verify;

import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.function.Consumer;

/** Visits the variables that expressions and attributes read; types are left out. */
record Uses(Consumer<? super Var> visitor) implements ChildMapper {
  @Override
  public Expr expr(Expr expr) {
    if (expr instanceof Var var) {
      visitor.accept(var);
      return var;
    }
    return Children.map(expr, this);
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return Children.map(stmt, this);
  }

  @Override
  public Var def(Var var) {
    return var;
  }

  @Override
  public Type type(Type type) {
    return type;
  }
}
