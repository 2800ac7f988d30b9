package io.pto4j.analysis;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Evaluates operators on constants and removes neutral elements. What would overflow stays as it
 * is. Source: PyPTO arithmetic analyzer, constant folding.
 */
public final class ConstFold {
  private static final int LONG_BITS = 64;

  private ConstFold() {}

  /**
   * The value of the operator at the root, of the same type; empty when nothing folds.
   *
   * @throws IrException for a division by the constant zero
   */
  public static Optional<Expr> fold(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> fold(b);
      case UnaryExpr u -> fold(u);
      default -> Optional.empty();
    };
  }

  static Optional<Expr> fold(BinaryExpr b) {
    Optional<Expr> folded = foldAny(b);
    return folded.filter(e -> Types.same(e.type(), b.type()));
  }

  private static Optional<Expr> foldAny(BinaryExpr b) {
    if (b.left() instanceof ConstInt l && b.right() instanceof ConstInt r) {
      return ints(b, l.value(), r.value());
    }
    if (b.left() instanceof ConstFloat l && b.right() instanceof ConstFloat r) {
      return floats(b, l.value(), r.value());
    }
    return b.op().isLogical() ? logic(b) : neutral(b);
  }

  static Optional<Expr> fold(UnaryExpr u) {
    Optional<Expr> folded =
        switch (u.op()) {
          case NOT ->
              u.operand() instanceof ConstBool c
                  ? Optional.of(bool(!c.value(), u.span()))
                  : Optional.empty();
          case NEG ->
              u.operand() instanceof ConstInt c && c.value() != Long.MIN_VALUE
                  ? integer(-c.value(), u.type(), u.span())
                  : Optional.empty();
          case ABS ->
              u.operand() instanceof ConstInt c && c.value() != Long.MIN_VALUE
                  ? integer(Math.abs(c.value()), u.type(), u.span())
                  : Optional.empty();
          case BIT_NOT ->
              u.operand() instanceof ConstInt c
                  ? integer(~c.value(), u.type(), u.span())
                  : Optional.empty();
          case CAST -> Optional.empty();
        };
    return folded.filter(e -> Types.same(e.type(), u.type()));
  }

  private static Optional<Expr> ints(BinaryExpr b, long l, long r) {
    if (b.op().isComparison()) {
      return Optional.of(bool(compare(b.op(), Long.compare(l, r)), b.span()));
    }
    OptionalLong value = evaluate(b, l, r);
    return value.isPresent() ? integer(value.getAsLong(), b.type(), b.span()) : Optional.empty();
  }

  private static boolean compare(BinaryOp op, int sign) {
    return switch (op) {
      case EQ -> sign == 0;
      case NE -> sign != 0;
      case LT -> sign < 0;
      case LE -> sign <= 0;
      case GT -> sign > 0;
      case GE -> sign >= 0;
      default -> throw new IllegalArgumentException(op + " is no comparison");
    };
  }

  private static OptionalLong evaluate(BinaryExpr b, long l, long r) {
    return switch (b.op()) {
      case ADD -> exact(() -> Math.addExact(l, r));
      case SUB -> exact(() -> Math.subtractExact(l, r));
      case MUL -> exact(() -> Math.multiplyExact(l, r));
      case FLOOR_DIV -> {
        checkDivisor(r, "division", b.span());
        yield l == Long.MIN_VALUE && r == -1
            ? OptionalLong.empty()
            : OptionalLong.of(Math.floorDiv(l, r));
      }
      case FLOOR_MOD -> {
        checkDivisor(r, "remainder", b.span());
        yield OptionalLong.of(Math.floorMod(l, r));
      }
      case MIN -> OptionalLong.of(Math.min(l, r));
      case MAX -> OptionalLong.of(Math.max(l, r));
      case POW -> power(l, r, b.span());
      case BIT_AND -> OptionalLong.of(l & r);
      case BIT_OR -> OptionalLong.of(l | r);
      case BIT_XOR -> OptionalLong.of(l ^ r);
      case SHIFT_LEFT ->
          r >= 0 && r < LONG_BITS && l << r >> r == l
              ? OptionalLong.of(l << r)
              : OptionalLong.empty();
      case SHIFT_RIGHT -> r >= 0 && r < LONG_BITS ? OptionalLong.of(l >> r) : OptionalLong.empty();
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong power(long base, long exponent, Span span) {
    if (exponent < 0) {
      throw new IrException(
          "an integer is raised to the negative power " + exponent, "use a float", span);
    }
    OptionalLong result = OptionalLong.of(1);
    for (long i = 0; i < Math.min(exponent, LONG_BITS) && result.isPresent(); i++) {
      long soFar = result.getAsLong();
      result = exact(() -> Math.multiplyExact(soFar, base));
    }
    boolean small = base >= -1 && base <= 1;
    return exponent <= LONG_BITS || (small && exponent % 2 == 0) ? result : OptionalLong.empty();
  }

  private interface LongSource {
    long get();
  }

  private static OptionalLong exact(LongSource source) {
    try {
      return OptionalLong.of(source.get());
    } catch (ArithmeticException _) {
      // the product or sum does not fit: the expression stays as the author wrote it
      return OptionalLong.empty();
    }
  }

  private static void checkDivisor(long divisor, String what, Span span) {
    if (divisor == 0) {
      throw new IrException("Floor " + what + " by zero", "the divisor is the constant 0", span);
    }
  }

  private static Optional<Expr> floats(BinaryExpr b, double l, double r) {
    return switch (b.op()) {
      case EQ, NE, LT, LE, GT, GE -> Optional.of(bool(compareFloats(b.op(), l, r), b.span()));
      default -> Optional.empty();
    };
  }

  private static boolean compareFloats(BinaryOp op, double l, double r) {
    return switch (op) {
      case EQ -> l == r;
      case NE -> l != r;
      case LT -> l < r;
      case LE -> l <= r;
      case GT -> l > r;
      case GE -> l >= r;
      default -> throw new IllegalArgumentException(op + " is no comparison");
    };
  }

  private static Optional<Expr> logic(BinaryExpr b) {
    boolean constantLeft = b.left() instanceof ConstBool;
    if (!constantLeft && !(b.right() instanceof ConstBool)) {
      return Optional.empty();
    }
    boolean value = ((ConstBool) (constantLeft ? b.left() : b.right())).value();
    Expr other = constantLeft ? b.right() : b.left();
    return switch (b.op()) {
      case AND -> Optional.of(value ? other : bool(false, b.span()));
      case OR -> Optional.of(value ? bool(true, b.span()) : other);
      default ->
          other instanceof ConstBool o
              ? Optional.of(bool(value != o.value(), b.span()))
              : Optional.empty();
    };
  }

  private static Optional<Expr> neutral(BinaryExpr b) {
    Expr l = b.left();
    Expr r = b.right();
    boolean isInt = b.type() instanceof ScalarType(DataType dtype) && dtype.isInt();
    return switch (b.op()) {
      case ADD -> is(r, 0) ? Optional.of(l) : is(l, 0) ? Optional.of(r) : Optional.empty();
      case SUB -> is(r, 0) ? Optional.of(l) : Optional.empty();
      case MUL -> {
        if (is(r, 1)) {
          yield Optional.of(l);
        }
        if (is(l, 1)) {
          yield Optional.of(r);
        }
        yield isInt && (is(l, 0) || is(r, 0)) ? integer(0, b.type(), b.span()) : Optional.empty();
      }
      case FLOOR_DIV -> {
        if (r instanceof ConstInt c) {
          checkDivisor(c.value(), "division", b.span());
        }
        yield is(r, 1) ? Optional.of(l) : Optional.empty();
      }
      case FLOOR_MOD -> {
        if (r instanceof ConstInt c) {
          checkDivisor(c.value(), "remainder", b.span());
        }
        yield is(r, 1) ? integer(0, b.type(), b.span()) : Optional.empty();
      }
      case POW -> is(r, 1) ? Optional.of(l) : Optional.empty();
      case MIN, MAX -> l == r ? Optional.of(l) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean is(Expr expr, long value) {
    return expr instanceof ConstInt c && c.value() == value;
  }

  private static Optional<Expr> integer(long value, Type type, Span span) {
    return fits(value, type) ? Optional.of(new ConstInt(span, type, value)) : Optional.empty();
  }

  /** Whether a constant of {@code type} can hold {@code value}. */
  private static boolean fits(long value, Type type) {
    if (!(type instanceof ScalarType(DataType dtype)) || !dtype.isInt()) {
      return false;
    }
    if (dtype.isUnsignedInt()) {
      return value >= 0 && (dtype.bits() >= LONG_BITS || value < 1L << dtype.bits());
    }
    return dtype.bits() >= LONG_BITS
        || (value >= -(1L << (dtype.bits() - 1)) && value < 1L << (dtype.bits() - 1));
  }

  static ConstBool bool(boolean value, Span span) {
    return new ConstBool(span, ScalarType.of(DataType.BOOL), value);
  }
}
