package io.pto4j.sim.runtime;

import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.DataType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;
import io.pto4j.sim.machine.SimulationException;

/** Scalar operators of orchestration code. Source: PyPTO IR hierarchy, BinaryExpr and UnaryExpr. */
final class ScalarExprs {
  private ScalarExprs() {}

  static Item binary(BinaryOp op, Item left, Item right, Type type) {
    if (left instanceof Item.Int(long a) && right instanceof Item.Int(long b)) {
      return op == BinaryOp.FLOAT_DIV
          ? convert(new Item.Real((double) a / b), type)
          : ints(op, a, b, type);
    }
    return reals(op, real(left), real(right), type);
  }

  private static Item ints(BinaryOp op, long a, long b, Type type) {
    long value =
        switch (op) {
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL -> a * b;
          case FLOOR_DIV -> Math.floorDiv(a, nonZero(b));
          case FLOOR_MOD -> Math.floorMod(a, nonZero(b));
          case MIN -> Math.min(a, b);
          case MAX -> Math.max(a, b);
          case EQ -> truth(a == b);
          case NE -> truth(a != b);
          case LT -> truth(a < b);
          case LE -> truth(a <= b);
          case GT -> truth(a > b);
          case GE -> truth(a >= b);
          case AND -> truth(a != 0 && b != 0);
          case OR -> truth(a != 0 || b != 0);
          case XOR -> truth((a != 0) != (b != 0));
          case BIT_AND -> a & b;
          case BIT_OR -> a | b;
          case BIT_XOR -> a ^ b;
          case SHIFT_LEFT -> a << b;
          case SHIFT_RIGHT -> a >> b;
          case POW, FLOAT_DIV ->
              throw new SimulationException(op + " of integers is not supported in orchestration");
        };
    return convert(new Item.Int(value), type);
  }

  private static Item reals(BinaryOp op, double a, double b, Type type) {
    return switch (op) {
      case ADD -> convert(new Item.Real(a + b), type);
      case SUB -> convert(new Item.Real(a - b), type);
      case MUL -> convert(new Item.Real(a * b), type);
      case FLOAT_DIV -> convert(new Item.Real(a / b), type);
      case FLOOR_DIV -> convert(new Item.Real(Math.floor(a / b)), type);
      case MIN -> convert(new Item.Real(Math.min(a, b)), type);
      case MAX -> convert(new Item.Real(Math.max(a, b)), type);
      case EQ -> new Item.Int(truth(a == b));
      case NE -> new Item.Int(truth(a != b));
      case LT -> new Item.Int(truth(a < b));
      case LE -> new Item.Int(truth(a <= b));
      case GT -> new Item.Int(truth(a > b));
      case GE -> new Item.Int(truth(a >= b));
      case FLOOR_MOD, POW, AND, OR, XOR, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT ->
          throw new SimulationException(
              op + " of floating point numbers is not supported in orchestration");
    };
  }

  static Item unary(UnaryOp op, Item operand, Type type) {
    return switch (op) {
      case CAST -> convert(operand, type);
      case NOT -> new Item.Int(truth(integer(operand) == 0));
      case BIT_NOT -> convert(new Item.Int(~integer(operand)), type);
      case NEG ->
          operand instanceof Item.Int(long v)
              ? convert(new Item.Int(-v), type)
              : convert(new Item.Real(-real(operand)), type);
      case ABS ->
          operand instanceof Item.Int(long v)
              ? convert(new Item.Int(Math.abs(v)), type)
              : convert(new Item.Real(Math.abs(real(operand))), type);
    };
  }

  /** The value as one of a scalar type. */
  static Item convert(Item value, Type type) {
    if (!(type instanceof ScalarType(DataType dtype)) || dtype == DataType.TASK_ID) {
      return value;
    }
    if (dtype.isFloat()) {
      return new Item.Real(FloatFormat.of(dtype).round(real(value), RoundMode.RINT));
    }
    long whole = value instanceof Item.Real(double v) ? (long) v : integer(value);
    return new Item.Int(IntFormat.of(dtype).wrap(whole));
  }

  static double real(Item item) {
    return switch (item) {
      case Item.Int(long v) -> (double) v;
      case Item.Real(double v) -> v;
      case Item other -> throw new SimulationException("expected a number, found " + other);
    };
  }

  static long integer(Item item) {
    if (item instanceof Item.Int(long v)) {
      return v;
    }
    throw new SimulationException("expected an integer, found " + item);
  }

  private static long truth(boolean value) {
    return value ? 1 : 0;
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw new SimulationException("integer division by zero");
    }
    return divisor;
  }
}
