package io.pto4j.pass.front;

import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.function.Consumer;

/**
 * Visits the uses of variables in whatever it is applied to, those in types and attributes
 * included; it changes nothing.
 */
record VarUses(Consumer<? super Var> visitor) implements ChildMapper {
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
    type(var.type());
    if (var instanceof IterArg arg) {
      expr(arg.initValue());
    }
    return var;
  }

  @Override
  public Type type(Type type) {
    return Children.map(type, this);
  }
}
