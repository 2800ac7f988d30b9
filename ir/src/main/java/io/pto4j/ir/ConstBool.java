package io.pto4j.ir;

/** A truth constant; its type is always a BOOL scalar. Source: PyPTO IR hierarchy, ConstBool. */
public record ConstBool(@Ignore Span span, Type type, boolean value) implements Expr {
  public ConstBool {
    ConstructionRule.CONST_BOOL_TYPE.require(
        type instanceof ScalarType(DataType dtype) && dtype == DataType.BOOL, span);
  }

  public static ConstBool of(boolean value) {
    return new ConstBool(Span.unknown(), ScalarType.of(DataType.BOOL), value);
  }
}
