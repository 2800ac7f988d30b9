package io.pto4j.op.rule;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/**
 * Result types of operators on the bits of integers. A scalar may have any width, since the
 * instruction takes it as a 32-bit register. Source: PTO ISA, TAND and TSHL.
 */
public final class BitRules {
  private BitRules() {}

  /** Tile with an integer scalar: the type of the tile. */
  public static Type tileScalar(Request r) {
    checkScalar(r);
    return ElementwiseRules.tile(r);
  }

  /** Tensor with an integer scalar: the type of the tensor. */
  public static Type tensorScalar(Request r) {
    checkScalar(r);
    return ElementwiseRules.tensor(r);
  }

  /** Tensor with tensor: no broadcasting; element types promote. */
  public static Type tensors(Request r) {
    Shapes.checkSame(r, 0, 1, "reshape or expand one of them first");
    return ElementwiseRules.tensors(r);
  }

  /** Tensor shifted by a tensor: no broadcasting; the elements keep their type. */
  public static Type tensorShifts(Request r) {
    return TensorTypes.retyped((TensorType) tensors(r), r.tensor(0).dtype());
  }

  /** {@link #tileScalar} where the scalar is a number of bits. */
  public static Type tileShift(Request r) {
    checkCount(r);
    return tileScalar(r);
  }

  /** {@link #tensorScalar} where the scalar is a number of bits. */
  public static Type tensorShift(Request r) {
    checkCount(r);
    return tensorScalar(r);
  }

  private static void checkCount(Request r) {
    int bits = r.shaped(0).dtype().bits();
    if (r.args().get(1) instanceof ConstInt c && (c.value() < 0 || c.value() >= bits)) {
      throw r.error(
          "the shift count " + c.value() + " is outside the " + bits + " bits of an element",
          "use a count from 0 to " + (bits - 1));
    }
  }

  private static void checkScalar(Request r) {
    DataType scalar = r.scalar(1);
    if (scalar == DataType.INDEX) {
      throw r.error(
          "operand " + r.name(1) + " is an index, which the instruction does not take",
          "cast it to int32");
    }
  }
}
