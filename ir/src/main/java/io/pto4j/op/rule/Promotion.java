package io.pto4j.op.rule;

import io.pto4j.ir.DataType;
import io.pto4j.ir.ScalarType;
import io.pto4j.op.TypeRule.Request;

/** The common type of two element types. Source: PyPTO operator catalogue, dtype promotion. */
public final class Promotion {
  private Promotion() {}

  /**
   * A floating type wins over any other, then the wider one, then the signed integer, then {@code
   * a}.
   */
  public static DataType of(DataType a, DataType b) {
    if (a == b) {
      return a;
    }
    if (a.isFloat() != b.isFloat()) {
      return a.isFloat() ? a : b;
    }
    if (a.bits() != b.bits()) {
      return a.bits() > b.bits() ? a : b;
    }
    return !a.isFloat() && !a.isSignedInt() && b.isSignedInt() ? b : a;
  }

  /** Checks that operands {@code i} and {@code j} have one element type. */
  static DataType same(Request r, int i, int j) {
    DataType a = r.shaped(i).dtype();
    DataType b = r.shaped(j).dtype();
    if (a != b) {
      throw r.error(
          "operands "
              + r.name(i)
              + " and "
              + r.name(j)
              + " must have the same dtype, but have "
              + a.text()
              + " and "
              + b.text(),
          "cast one of them");
    }
    return a;
  }

  /**
   * Checks that the scalar operand {@code j} can be used with elements of {@code element} without
   * changing their type.
   */
  static void checkScalar(Request r, DataType element, int j) {
    if (!(r.type(j) instanceof ScalarType(DataType scalar)) || scalar == element) {
      return;
    }
    if (scalar == DataType.INDEX) {
      throw r.error(
          "operand " + r.name(j) + " is an index, but the elements are " + element.text(),
          "cast it to " + element.text());
    }
    if (of(element, scalar) != element) {
      throw r.error(
          "operand "
              + r.name(j)
              + " has dtype "
              + scalar.text()
              + ", but the elements are "
              + element.text(),
          "cast the scalar to " + element.text() + ", or the other operand to " + scalar.text());
    }
  }
}
