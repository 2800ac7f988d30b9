package io.pto4j.ir;

/**
 * A small array in scalar registers: integers, truth values or task ids. Source: PyPTO IR types,
 * ArrayType.
 */
public record ArrayType(DataType dtype, Expr extent) implements Type {
  public ArrayType {
    if (!dtype.isInt() && dtype != DataType.BOOL && dtype != DataType.TASK_ID) {
      throw new IrException("an array holds integers, BOOL or TASK_ID, not " + dtype);
    }
    if (!(extent instanceof ConstInt n && n.value() > 0)) {
      throw new IrException("the extent of an array is a positive constant");
    }
  }
}
