package io.pto4j.interp;

import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.DataType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;

/**
 * The operators on scalars. Integers wrap around in their type, floating-point results are rounded
 * to it. Source: PyPTO IR hierarchy, BinaryExpr and UnaryExpr.
 */
public final class Scalars {
  private static final int LONG_BITS = 64;

  private Scalars() {}

  /**
   * The operator on two scalars.
   *
   * @param type of the result
   * @throws ArithmeticException if an integer is divided by zero, shifted by a number that is
   *     negative or too large, or raised to a negative power
   * @throws IllegalArgumentException if the operator is not defined on such scalars
   */
  public static Value binary(BinaryOp op, Value left, Value right, Type type) {
    if (left instanceof Value.OfInt(long a) && right instanceof Value.OfInt(long b)) {
      return op == BinaryOp.FLOAT_DIV
          ? convert(new Value.OfFloat((double) a / b), type)
          : convert(new Value.OfInt(ints(op, a, b)), type);
    }
    return reals(op, real(left), real(right), type);
  }

  private static long ints(BinaryOp op, long a, long b) {
    return switch (op) {
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
      case SHIFT_LEFT -> a << distance(b);
      case SHIFT_RIGHT -> a >> distance(b);
      case POW -> power(a, b);
      case FLOAT_DIV -> throw new IllegalArgumentException("the result is no integer");
    };
  }

  private static Value reals(BinaryOp op, double a, double b, Type type) {
    return switch (op) {
      case ADD -> convert(new Value.OfFloat(a + b), type);
      case SUB -> convert(new Value.OfFloat(a - b), type);
      case MUL -> convert(new Value.OfFloat(a * b), type);
      case FLOAT_DIV -> convert(new Value.OfFloat(a / b), type);
      case FLOOR_DIV -> convert(new Value.OfFloat(Math.floor(a / b)), type);
      case FLOOR_MOD -> convert(new Value.OfFloat(a - Math.floor(a / b) * b), type);
      case POW -> convert(new Value.OfFloat(Math.pow(a, b)), type);
      case MIN -> convert(new Value.OfFloat(Math.min(a, b)), type);
      case MAX -> convert(new Value.OfFloat(Math.max(a, b)), type);
      case EQ -> new Value.OfInt(truth(a == b));
      case NE -> new Value.OfInt(truth(a != b));
      case LT -> new Value.OfInt(truth(a < b));
      case LE -> new Value.OfInt(truth(a <= b));
      case GT -> new Value.OfInt(truth(a > b));
      case GE -> new Value.OfInt(truth(a >= b));
      case AND, OR, XOR, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT ->
          throw new IllegalArgumentException(op + " of floating-point numbers is not defined");
    };
  }

  /**
   * The operator on a scalar.
   *
   * @param type of the result
   * @throws IllegalArgumentException if the operator is not defined on such a scalar
   */
  public static Value unary(UnaryOp op, Value operand, Type type) {
    return switch (op) {
      case CAST -> convert(operand, type);
      case NOT -> new Value.OfInt(truth(integer(operand) == 0));
      case BIT_NOT -> convert(new Value.OfInt(~integer(operand)), type);
      case NEG ->
          operand instanceof Value.OfInt(long v)
              ? convert(new Value.OfInt(-v), type)
              : convert(new Value.OfFloat(-real(operand)), type);
      case ABS ->
          operand instanceof Value.OfInt(long v)
              ? convert(new Value.OfInt(Math.abs(v)), type)
              : convert(new Value.OfFloat(Math.abs(real(operand))), type);
    };
  }

  /** The value as one of a scalar type; ids of tasks stay as they are. */
  public static Value convert(Value value, Type type) {
    if (!(type instanceof ScalarType(DataType dtype)) || dtype == DataType.TASK_ID) {
      return value;
    }
    if (dtype.isFloat()) {
      return new Value.OfFloat(FloatFormat.of(dtype).round(real(value), RoundMode.RINT));
    }
    long whole = value instanceof Value.OfFloat(double v) ? (long) v : integer(value);
    return new Value.OfInt(IntFormat.of(dtype).wrap(whole));
  }

  /**
   * @throws IllegalArgumentException if the value is not a number
   */
  public static double real(Value value) {
    return switch (value) {
      case Value.OfInt(long v) -> (double) v;
      case Value.OfFloat(double v) -> v;
      case TensorValue _, Value.OfTuple _ ->
          throw new IllegalArgumentException("expected a number, found " + value);
    };
  }

  /**
   * @throws IllegalArgumentException if the value is not an integer
   */
  public static long integer(Value value) {
    if (value instanceof Value.OfInt(long v)) {
      return v;
    }
    throw new IllegalArgumentException("expected an integer, found " + value);
  }

  private static long truth(boolean value) {
    return value ? 1 : 0;
  }

  private static long nonZero(long divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("integer division by zero");
    }
    return divisor;
  }

  private static long distance(long bits) {
    if (bits < 0 || bits >= LONG_BITS) {
      throw new ArithmeticException("shift by " + bits);
    }
    return bits;
  }

  private static long power(long base, long exponent) {
    if (exponent < 0) {
      throw new ArithmeticException("an integer is raised to the negative power " + exponent);
    }
    long result = 1;
    long square = base;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }
}
