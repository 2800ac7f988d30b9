package io.pto4j.op.rule;

import io.pto4j.ir.DataType;
import io.pto4j.ir.IrException;
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
    checkNoIndex(r, element, j);
    if (of(element, r.scalar(j)) != element) {
      throw wrong(r, element, j);
    }
  }

  /** Checks that the scalar operand {@code j} is no index, unless the elements are. */
  static void checkNoIndex(Request r, DataType element, int j) {
    if (r.scalar(j) == DataType.INDEX && element != DataType.INDEX) {
      throw r.error(
          "operand " + r.name(j) + " is an index, but the elements are " + element.text(),
          "cast it to " + element.text());
    }
  }

  /**
   * Checks that the scalar operand {@code j} can be converted to {@code element}: not an index, and
   * no fraction to an integer.
   */
  static void checkKept(Request r, DataType element, int j) {
    checkNoIndex(r, element, j);
    if (r.scalar(j).isFloat() && !element.isFloat()) {
      throw wrong(r, element, j);
    }
  }

  private static IrException wrong(Request r, DataType element, int j) {
    String scalar = r.scalar(j).text();
    return r.error(
        "operand "
            + r.name(j)
            + " has dtype "
            + scalar
            + ", but the elements are "
            + element.text(),
        "cast the scalar to " + element.text() + ", or the other operand to " + scalar);
  }
}
