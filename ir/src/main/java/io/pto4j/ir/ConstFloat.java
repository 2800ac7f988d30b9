package io.pto4j.ir;

/** A floating-point constant. Source: PyPTO IR hierarchy, ConstFloat. */
public record ConstFloat(@Ignore Span span, Type type, double value) implements Expr {
  public ConstFloat {
    ConstructionRule.CONST_TYPE.require(type instanceof ScalarType, span);
  }

  public static ConstFloat of(double value, DataType dtype) {
    return new ConstFloat(Span.unknown(), ScalarType.of(dtype), value);
  }
}
