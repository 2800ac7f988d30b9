package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import java.util.List;
import java.util.Set;

/**
 * Builds scalar expressions with the promotion rules of the language: both operands are integers or
 * both floats, the wider type wins, and of two equally wide the left one; the other operand is
 * cast. Only the methods that say so fold constants.
 *
 * <p>Source: PyPTO language, scalar typing and promotion.
 */
public final class Exprs {
  private Exprs() {}

  /** {@code left op right} with the promoted type; comparisons and logic give BOOL. */
  public static BinaryExpr binary(BinaryOp op, Expr left, Expr right, Span span) {
    DataType l = dtype(left, op.symbol(), span);
    DataType r = dtype(right, op.symbol(), span);
    if (op.isLogical()) {
      if (l != DataType.BOOL || r != DataType.BOOL) {
        throw mismatch(op.symbol(), l, r, "both operands must be BOOL", span);
      }
      return new BinaryExpr(span, ScalarType.of(DataType.BOOL), op, left, right);
    }
    if (op.isBitwise() && !(l.isInt() && r.isInt())) {
      throw mismatch(op.symbol(), l, r, "both operands must be integers", span);
    }
    if (op == BinaryOp.FLOAT_DIV && !(l.isFloat() && r.isFloat())) {
      throw mismatch(
          op.symbol(), l, r, "both operands must be floating-point; integers divide with //", span);
    }
    if (l == DataType.BOOL && r == DataType.BOOL) {
      throw mismatch(op.symbol(), l, r, "combine truth values with and, or and not", span);
    }
    DataType promoted = promote(op, l, r, span);
    return new BinaryExpr(
        span,
        ScalarType.of(op.isComparison() ? DataType.BOOL : promoted),
        op,
        promoted(left, promoted),
        promoted(right, promoted));
  }

  /**
   * The operand of an operator that computes in {@code target}: cast to it if it is narrower, or of
   * another type of the same width. INDEX and INT64 are the same numbers.
   */
  public static Expr promoted(Expr operand, DataType target) {
    DataType dtype = scalarDtype(operand);
    boolean sameNumbers =
        (dtype == DataType.INDEX && target == DataType.INT64)
            || (dtype == DataType.INT64 && target == DataType.INDEX);
    return sameNumbers ? operand : cast(operand, target, operand.span());
  }

  public static UnaryExpr unary(UnaryOp op, Expr operand, Span span) {
    String symbol = symbol(op);
    DataType dtype = dtype(operand, symbol, span);
    boolean legal =
        switch (op) {
          case NOT -> dtype == DataType.BOOL;
          case BIT_NOT -> dtype.isInt();
          case ABS, NEG -> dtype.isInt() || dtype.isFloat();
          case CAST -> throw new IrException("a cast needs its target type", "use cast", span);
        };
    if (!legal) {
      throw new IrException(
          "operator '" + symbol + "' does not accept an operand of type " + dtype.text(),
          op == UnaryOp.NOT ? "write a comparison" : "cast the operand to another type",
          span);
    }
    return new UnaryExpr(span, ScalarType.of(dtype), op, operand);
  }

  private static String symbol(UnaryOp op) {
    return switch (op) {
      case NEG -> "-";
      case BIT_NOT -> "~";
      case NOT -> "not";
      case ABS -> "abs";
      case CAST -> "cast";
    };
  }

  public static Expr cast(Expr operand, DataType target, Span span) {
    return dtype(operand, "cast", span) == target
        ? operand
        : new UnaryExpr(span, ScalarType.of(target), UnaryOp.CAST, operand);
  }

  /** The wider of two types of one family; of two equally wide the left one. */
  public static DataType promote(DataType left, DataType right, Span span) {
    return promote(BinaryOp.ADD, left, right, span);
  }

  private static DataType promote(BinaryOp op, DataType left, DataType right, Span span) {
    boolean ints = left.isInt() && right.isInt();
    boolean floats = left.isFloat() && right.isFloat();
    if (!ints && !floats) {
      throw mismatch(
          op.symbol(),
          left,
          right,
          "both operands must be integers or both floating-point; cast one of them",
          span);
    }
    return right.bits() > left.bits() ? right : left;
  }

  public static DataType scalarDtype(Expr expr) {
    return dtype(expr, "scalar", expr.span());
  }

  /** {@code left + right}; constants are added where the sum fits, and zero disappears. */
  public static Expr addFolded(Expr left, Expr right) {
    if (left instanceof ConstInt l && right instanceof ConstInt r) {
      long sum = l.value() + r.value();
      boolean fits = sum == LongMath.saturatedAdd(l.value(), r.value());
      return fits
          ? new ConstInt(l.span(), l.type(), sum)
          : binary(BinaryOp.ADD, left, right, left.span());
    }
    if (isConstant(left, 0)) {
      return right;
    }
    return isConstant(right, 0) ? left : binary(BinaryOp.ADD, left, right, left.span());
  }

  /** {@code left * right}; constants are multiplied where the product fits, and one disappears. */
  public static Expr mulFolded(Expr left, Expr right) {
    if (left instanceof ConstInt l && right instanceof ConstInt r) {
      long product = l.value() * r.value();
      boolean fits = product == LongMath.saturatedMultiply(l.value(), r.value());
      return fits
          ? new ConstInt(l.span(), l.type(), product)
          : binary(BinaryOp.MUL, left, right, left.span());
    }
    if (isConstant(left, 1) || isConstant(right, 0)) {
      return right;
    }
    return isConstant(right, 1) || isConstant(left, 0)
        ? left
        : binary(BinaryOp.MUL, left, right, left.span());
  }

  public static Expr productFolded(List<Expr> factors) {
    Expr product = ConstInt.index(1);
    for (Expr factor : factors) {
      product = mulFolded(product, factor);
    }
    return product;
  }

  public static boolean isConstant(Expr expr, long value) {
    return expr instanceof ConstInt c && c.value() == value;
  }

  /**
   * Whether {@code expr} is certainly not negative, given the variables that are. Where both
   * operands of a division are natural, truncating it gives the floor that the language means.
   */
  public static boolean isNatural(Expr expr, Set<Var> naturals) {
    return switch (expr) {
      case ConstInt c -> c.value() >= 0;
      case Var v -> naturals.contains(v);
      case BinaryExpr b ->
          switch (b.op()) {
            case ADD, MUL, MIN, FLOOR_DIV, FLOOR_MOD, BIT_AND ->
                isNatural(b.left(), naturals) && isNatural(b.right(), naturals);
            case MAX -> isNatural(b.left(), naturals) || isNatural(b.right(), naturals);
            default -> false;
          };
      default -> false;
    };
  }

  private static DataType dtype(Expr operand, String operator, Span span) {
    if (operand.type() instanceof ScalarType(DataType dtype)) {
      return dtype;
    }
    throw new IrException(
        "operator '" + operator + "' needs scalar operands",
        "use the tile or tensor operator",
        span);
  }

  private static IrException mismatch(
      String operator, DataType left, DataType right, String hint, Span span) {
    return new IrException(
        "operator '" + operator + "' does not accept " + left.text() + " and " + right.text(),
        hint,
        span);
  }

  /** The elements of a value of a tuple type: as they are written, or taken from the value. */
  public static ImmutableList<Expr> elements(Expr tuple) {
    if (tuple instanceof MakeTuple(_, _, ImmutableList<Expr> elements)) {
      return elements;
    }
    ImmutableList.Builder<Expr> elements = ImmutableList.builder();
    for (int i = 0; i < ((TupleType) tuple.type()).types().size(); i++) {
      elements.add(TupleGetItem.of(tuple, i, tuple.span()));
    }
    return elements.build();
  }
}
