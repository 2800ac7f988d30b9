package io.pto4j.ir;

/**
 * A unary operator applied to a scalar; the target of a cast is in {@code type}. Source: PyPTO IR
 * hierarchy, UnaryExpr.
 */
public record UnaryExpr(@Ignore Span span, Type type, UnaryOp op, Expr operand) implements Expr {
  public UnaryExpr {
    ConstructionRule.OPERATOR_TYPE.require(type instanceof ScalarType, span);
    ConstructionRule.requireValue(operand, "an operand", span);
  }
}
