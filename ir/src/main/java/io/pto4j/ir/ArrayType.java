package io.pto4j.ir;

/**
 * A small array in scalar registers: integers, truth values or task ids. Source: PyPTO IR types,
 * ArrayType.
 */
public record ArrayType(DataType dtype, Expr extent) implements Type {
  public ArrayType {
    ConstructionRule.ARRAY_DTYPE.require(
        dtype.isInt() || dtype == DataType.BOOL || dtype == DataType.TASK_ID, dtype);
    ConstructionRule.ARRAY_EXTENT.require(
        extent instanceof ConstInt n && n.value() > 0, extent.span());
  }
}
