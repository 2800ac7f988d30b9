package io.pto4j.ir;

/**
 * A binary operator applied to two scalars; {@code type} holds the promoted result. Source: PyPTO
 * IR hierarchy, BinaryExpr.
 */
public record BinaryExpr(@Ignore Span span, Type type, BinaryOp op, Expr left, Expr right)
    implements Expr {
  public BinaryExpr {
    ConstructionRule.OPERATOR_TYPE.require(type instanceof ScalarType, span);
    ConstructionRule.requireValue(left, "an operand", span);
    ConstructionRule.requireValue(right, "an operand", span);
  }
}
