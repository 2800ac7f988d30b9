package io.pto4j.ir;

/** An integer constant; a bare literal is INDEX. Source: PyPTO IR hierarchy, ConstInt. */
public record ConstInt(@Ignore Span span, Type type, long value) implements Expr {
  public ConstInt {
    ConstructionRule.CONST_TYPE.require(type instanceof ScalarType, span);
  }

  public static ConstInt of(long value, DataType dtype) {
    return new ConstInt(Span.unknown(), ScalarType.of(dtype), value);
  }

  public static ConstInt index(long value) {
    return of(value, DataType.INDEX);
  }
}
