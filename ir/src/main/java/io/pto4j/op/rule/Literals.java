package io.pto4j.op.rule;

import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;

/**
 * Literals take the element type of the tensor or tile they meet, whatever their own default type
 * is: INDEX for an integer, FP32 for a number with a fraction.
 */
public final class Literals {
  private Literals() {}

  /**
   * {@code value} in the type {@code element}, when it is a literal and the type can hold it; else
   * unchanged. A number with a fraction does not become an integer.
   *
   * @throws IrException when an integer literal is out of the type's range
   */
  public static Expr retyped(Expr value, DataType element) {
    return switch (value) {
      case ConstInt c when isOf(c, DataType.INDEX) && element.isFloat() ->
          new ConstFloat(c.span(), ScalarType.of(element), c.value());
      case ConstInt c when isOf(c, DataType.INDEX) && element.isInt() ->
          new ConstInt(c.span(), ScalarType.of(element), checked(c.value(), element));
      case ConstFloat c when isOf(c, DataType.FP32) && element.isFloat() ->
          new ConstFloat(c.span(), ScalarType.of(element), c.value());
      case UnaryExpr u when u.op() == UnaryOp.NEG && u.operand() instanceof ConstInt c ->
          retyped(new ConstInt(u.span(), c.type(), -c.value()), element);
      case UnaryExpr u when u.op() == UnaryOp.NEG && u.operand() instanceof ConstFloat c ->
          retyped(new ConstFloat(u.span(), c.type(), -c.value()), element);
      default -> value;
    };
  }

  /**
   * {@code value} in the type {@code element} of what is made of it: a constant integer takes
   * another integer type whatever its own is.
   */
  public static Expr stamped(Expr value, DataType element) {
    return value instanceof ConstInt c && element.isInt()
        ? new ConstInt(c.span(), ScalarType.of(element), checked(c.value(), element))
        : retyped(value, element);
  }

  /** The type of a literal that meets elements of {@code element}: beside truth values, FP32. */
  public static DataType computing(DataType element) {
    return element == DataType.BOOL ? DataType.FP32 : element;
  }

  /** The signed integer as wide as an unsigned one; any other type as it is. */
  public static DataType signed(DataType dtype) {
    return switch (dtype) {
      case UINT8 -> DataType.INT8;
      case UINT16 -> DataType.INT16;
      case UINT32 -> DataType.INT32;
      default -> dtype;
    };
  }

  /**
   * {@code value} as the signed number of the same bits, where it is a literal for {@code dtype}.
   */
  public static Expr wrapped(Expr value, DataType dtype) {
    DataType signed = signed(dtype);
    if (signed == dtype || !(value instanceof ConstInt c) || !isOf(c, DataType.INDEX)) {
      return retyped(value, signed);
    }
    long number = checked(c.value(), c.value() < 0 ? signed : dtype);
    int unused = Long.SIZE - dtype.bits();
    return new ConstInt(c.span(), ScalarType.of(signed), number << unused >> unused);
  }

  private static boolean isOf(Expr literal, DataType dtype) {
    return literal.type() instanceof ScalarType(DataType d) && d == dtype;
  }

  private static long checked(long value, DataType dtype) {
    if (!fits(value, dtype)) {
      throw new IrException(
          "the literal " + value + " does not fit " + dtype.text(),
          "use a value from " + least(dtype) + " to " + most(dtype));
    }
    return value;
  }

  /** Whether a value of {@code dtype} can be {@code value}; a floating-point one comes near. */
  static boolean fits(long value, DataType dtype) {
    if (dtype == DataType.BOOL) {
      return value == 0 || value == 1;
    }
    return !dtype.isInt() || (value >= least(dtype) && value <= most(dtype));
  }

  private static long least(DataType dtype) {
    return dtype.isUnsignedInt() ? 0 : -1L << (dtype.bits() - 1);
  }

  private static long most(DataType dtype) {
    int bits = dtype.isUnsignedInt() ? dtype.bits() : dtype.bits() - 1;
    return bits >= Long.SIZE ? Long.MAX_VALUE : (1L << bits) - 1;
  }
}
