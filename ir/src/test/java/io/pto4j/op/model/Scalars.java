package io.pto4j.op.model;

import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import java.util.Optional;

/** Scalars that stand beside elements, and the types that they take there. */
final class Scalars {
  private Scalars() {}

  /** A scalar that may stand beside elements of {@code element}: a literal or a variable. */
  static Expr beside(Draw draw, DataType element) {
    return switch (draw.between(0, 4)) {
      case 0 -> number(draw);
      case 1 -> ConstFloat.of(draw.any(0.5, 2.0, -3.0), DataType.FP32);
      case 2 -> ConstInt.of(draw.between(0, 100), draw.any(DataType.INT32, DataType.INT64));
      case 3 -> draw.oneIn(3) ? draw.index() : draw.scalar(draw.dtype());
      default -> draw.scalar(element);
    };
  }

  /** A literal integer, written with a sign or not. */
  static Expr number(Draw draw) {
    ConstInt number =
        ConstInt.index(
            draw.any(0L, 1L, 7L, 15L, 31L, 63L, 127L, 128L, 255L, 256L, 40_000L, 1L << 31));
    return draw.oneIn(4)
        ? new UnaryExpr(Span.unknown(), number.type(), UnaryOp.NEG, number)
        : number;
  }

  /** The type of {@code scalar} beside elements; none for a number that they cannot be. */
  static Optional<DataType> type(Expr scalar, DataType element) {
    DataType own = ((ScalarType) scalar.type()).dtype();
    Optional<Long> number = literal(scalar);
    if (number.isPresent() && element.isInt()) {
      return fits(number.get(), element) ? Optional.of(element) : Optional.empty();
    }
    boolean literal = number.isPresent() || (scalar instanceof ConstFloat && own == DataType.FP32);
    return Optional.of(literal && element.isFloat() ? element : own);
  }

  /** The value of a literal integer, which has no type of its own yet. */
  static Optional<Long> literal(Expr scalar) {
    if (scalar instanceof UnaryExpr u && u.op() == UnaryOp.NEG) {
      return literal(u.operand()).map(value -> -value);
    }
    return scalar instanceof ConstInt c && ((ScalarType) c.type()).dtype() == DataType.INDEX
        ? Optional.of(c.value())
        : Optional.empty();
  }

  /** Whether an integer type has {@code value}. */
  static boolean fits(long value, DataType dtype) {
    if (dtype.isUnsignedInt()) {
      return value >= 0 && (dtype.bits() == Long.SIZE || value < 1L << dtype.bits());
    }
    return dtype.bits() == Long.SIZE
        || (value >= -(1L << (dtype.bits() - 1)) && value < 1L << (dtype.bits() - 1));
  }

  /** Whether elements keep their type when they meet {@code scalar}. */
  static boolean isNoWider(Expr scalar, DataType element) {
    return type(scalar, element).filter(type -> keeps(element, type)).isPresent();
  }

  /** Floating point wins, then the wider type, then the signed one, then the elements' own. */
  static boolean keeps(DataType element, DataType scalar) {
    if (scalar == DataType.INDEX || element == scalar) {
      return element == scalar;
    }
    if (element.isFloat() != scalar.isFloat()) {
      return element.isFloat();
    }
    if (element.bits() != scalar.bits()) {
      return element.bits() > scalar.bits();
    }
    return !(element.isUnsignedInt() && scalar.isSignedInt());
  }
}
