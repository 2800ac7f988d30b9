package io.pto4j.ir;

import java.util.function.UnaryOperator;

/**
 * Goes through a node and all there is in it, an expression before its operands, and puts what
 * becomes of the parts back together; where nothing changes the node stays the same object. However
 * deep the node is, the stack does not overflow.
 */
public abstract class Traversal implements ChildMapper {
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);
  private final UnaryOperator<Expr> operands = this::mapOperands;
  private final UnaryOperator<Stmt> parts = this::mapParts;

  private Expr mapOperands(Expr expr) {
    return Children.map(expr, this);
  }

  private Stmt mapParts(Stmt stmt) {
    return Children.map(stmt, this);
  }

  @Override
  public Expr expr(Expr expr) {
    return switch (expr) {
      case Var _, ConstInt _, ConstFloat _, ConstBool _ -> expr;
      default -> recursion.descend(expr, operands);
    };
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return recursion.descend(stmt, parts);
  }

  @Override
  public Type type(Type type) {
    return Children.map(type, this);
  }
}
