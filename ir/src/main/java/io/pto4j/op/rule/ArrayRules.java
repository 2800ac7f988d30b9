package io.pto4j.op.rule;

import io.pto4j.ir.ArrayType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/** Result types of operators on arrays in scalar registers. */
public final class ArrayRules {
  private ArrayRules() {}

  /** {@code create(extent)}: an array of {@code extent} elements of {@code dtype}. */
  public static Type create(Request r) {
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    if (!dtype.isInt() && dtype != DataType.BOOL && dtype != DataType.TASK_ID) {
      throw r.error("an array cannot hold " + dtype.text(), "integers, bool or task_id");
    }
    if (!(r.args().getFirst() instanceof ConstInt extent) || extent.value() <= 0) {
      throw r.error("operand " + r.name(0) + " is no positive constant", "write the number");
    }
    return new ArrayType(dtype, extent);
  }

  /** {@code get_element(array, index)}: one element. */
  public static Type get(Request r) {
    return ScalarType.of(checked(r).dtype());
  }

  /** {@code update_element(array, index, value)}: the array with one element replaced. */
  public static Type update(Request r) {
    ArrayType array = checked(r);
    DataType value = r.scalar(2);
    boolean indexAndInt =
        value.isInt()
            && array.dtype().isInt()
            && (value == DataType.INDEX || array.dtype() == DataType.INDEX);
    if (value != array.dtype() && !indexAndInt) {
      throw r.error(
          "operand "
              + r.name(2)
              + " has dtype "
              + value.text()
              + ", but the elements are "
              + array.dtype().text(),
          "cast the value to " + array.dtype().text());
    }
    return array;
  }

  private static ArrayType checked(Request r) {
    ArrayType array = (ArrayType) r.type(0);
    Expr index = r.args().get(1);
    if (!r.scalar(1).isInt()) {
      throw r.error("the index must be an integer, not " + r.scalar(1).text(), "cast it");
    }
    if (Extents.negative(index) || Extents.atMost(array.extent(), index)) {
      throw r.error(
          "index " + Texts.of(index) + " is outside an array of " + Texts.of(array.extent()),
          "indices go from 0 to the extent less 1");
    }
    return array;
  }
}
