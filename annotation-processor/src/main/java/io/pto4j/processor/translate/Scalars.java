package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import com.sun.source.tree.Tree;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.processor.tree.Place;
import java.util.Set;

/** Scalar expressions with the meaning they have in Java. */
final class Scalars {
  private final Emitter emitter;
  private final Set<Var> nonNegative = Walk.identitySet();

  Scalars(Emitter emitter) {
    this.emitter = emitter;
  }

  /** Notes that a variable never holds a negative number. */
  void markNonNegative(Var var) {
    nonNegative.add(var);
  }

  /**
   * The value as a scalar of {@code dtype}; what Java would convert is converted, and a literal
   * simply has that type.
   */
  Expr as(Value value, DataType dtype, Place place) {
    return switch (value) {
      case Value.Literal(Object literal) -> constant(literal, dtype, place);
      case Value.Of(Expr expr) when expr.type() instanceof ScalarType(DataType from) ->
          convert(expr, from, dtype, place);
      default ->
          throw Mistake.at(place, "a scalar is needed here, not " + Types.describe(value), "");
    };
  }

  Expr index(Value value, Place place) {
    return as(value, DataType.INDEX, place);
  }

  /** The value as a scalar; a literal is INDEX, FP32 or BOOL. */
  Expr natural(Value value, Place place) {
    return value instanceof Value.Literal(Object literal)
        ? constant(literal, naturalType(literal), place)
        : as(value, dtype(value, place), place);
  }

  private static DataType naturalType(Object literal) {
    return switch (literal) {
      case Boolean _ -> DataType.BOOL;
      case Float _, Double _ -> DataType.FP32;
      default -> DataType.INDEX;
    };
  }

  private static DataType dtype(Value value, Place place) {
    if (value instanceof Value.Of(Expr expr) && expr.type() instanceof ScalarType(DataType dtype)) {
      return dtype;
    }
    throw Mistake.at(
        place,
        "operators work on scalars, not on " + Types.describe(value),
        "write Pl.add, Pl.sub, Pl.mul, Pl.div for tiles and tensors");
  }

  private static Expr constant(Object literal, DataType dtype, Place place) {
    Span span = place.span();
    ScalarType type = ScalarType.of(dtype);
    return switch (literal) {
      case Boolean truth when dtype == DataType.BOOL -> new ConstBool(span, type, truth);
      case Number number when dtype.isFloat() -> new ConstFloat(span, type, number.doubleValue());
      case Integer number when dtype.isInt() -> integer(number, dtype, place);
      case Long number when dtype.isInt() -> integer(number, dtype, place);
      default ->
          throw Mistake.at(
              place,
              "the constant " + literal + " does not fit the element type " + dtype,
              dtype.isInt() ? "write an integer, or cast the other operand" : "");
    };
  }

  private static Expr integer(long value, DataType dtype, Place place) {
    if (!fits(value, dtype)) {
      throw Mistake.at(place, "the constant " + value + " is out of the range of " + dtype, "");
    }
    return new ConstInt(place.span(), ScalarType.of(dtype), value);
  }

  private static boolean fits(long value, DataType dtype) {
    if (dtype.bits() >= Long.SIZE) {
      return !dtype.isUnsignedInt() || value >= 0;
    }
    return dtype.isUnsignedInt()
        ? value >= 0 && value < 1L << dtype.bits()
        : value >= -(1L << (dtype.bits() - 1)) && value < 1L << (dtype.bits() - 1);
  }

  /** A conversion as Java makes it without a cast. */
  private static Expr convert(Expr expr, DataType from, DataType to, Place place) {
    if (from == to || (from.isIndexLike() && to.isIndexLike())) {
      return expr;
    }
    if (from.isInt() && to.isFloat()) {
      return toFloat(expr, from, to, place.span());
    }
    if ((from.isInt() && to.isInt()) || (from.isFloat() && to.isFloat())) {
      return Exprs.cast(expr, to, place.span());
    }
    throw Mistake.at(
        place,
        "a scalar of type " + from + " is given where " + to + " is needed",
        to.isInt() && from.isFloat() ? "cast it: (int) value" : "");
  }

  /** The device converts only sized integers, so an INDEX goes through INT64. */
  private static Expr toFloat(Expr expr, DataType from, DataType to, Span span) {
    Expr sized = from == DataType.INDEX ? Exprs.cast(expr, DataType.INT64, span) : expr;
    return Exprs.cast(sized, to, span);
  }

  /** A cast that the author wrote. */
  Expr cast(Expr expr, DataType to, Place place) {
    DataType from = Exprs.scalarDtype(expr);
    if (from == DataType.BOOL || to == DataType.BOOL) {
      if (from == to) {
        return expr;
      }
      throw Mistake.at(place, "a truth value cannot be cast to or from a number", "use if");
    }
    if (from.isInt() && to.isFloat()) {
      return toFloat(expr, from, to, place.span());
    }
    if (from.isFloat() && to == DataType.INDEX) {
      return Exprs.cast(Exprs.cast(expr, DataType.INT64, place.span()), to, place.span());
    }
    return Exprs.cast(expr, to, place.span());
  }

  Expr unary(Tree.Kind op, Value operand, Place place) {
    Expr expr = natural(operand, place);
    return checked(
        place,
        () ->
            switch (op) {
              case UNARY_PLUS -> expr;
              case UNARY_MINUS -> Exprs.unary(UnaryOp.NEG, expr, place.span());
              case BITWISE_COMPLEMENT -> Exprs.unary(UnaryOp.BIT_NOT, expr, place.span());
              case LOGICAL_COMPLEMENT -> Exprs.unary(UnaryOp.NOT, expr, place.span());
              default -> throw unsupported(op, place);
            });
  }

  /** A binary operator of Java, with its numeric promotion. */
  Expr binary(Tree.Kind op, Value left, Value right, Place place) {
    DataType common = common(left, right, place);
    Expr l = as(left, common, place);
    Expr r = as(right, common, place);
    return checked(
        place,
        () ->
            switch (op) {
              case DIVIDE ->
                  common.isFloat() ? make(BinaryOp.FLOAT_DIV, l, r, place) : divide(l, r, place);
              case REMAINDER -> {
                if (common.isFloat()) {
                  throw Mistake.at(place, "% works on integers only", "");
                }
                yield remainder(l, r, place);
              }
              default -> make(operator(op, common, place), l, r, place);
            });
  }

  Expr minimum(Value left, Value right, Place place) {
    return extremum(BinaryOp.MIN, left, right, place);
  }

  Expr maximum(Value left, Value right, Place place) {
    return extremum(BinaryOp.MAX, left, right, place);
  }

  private Expr extremum(BinaryOp op, Value left, Value right, Place place) {
    if (left instanceof Value.Literal && right instanceof Value.Literal) {
      Expr l = natural(left, place);
      return make(op, l, as(right, Exprs.scalarDtype(l), place), place);
    }
    DataType common = common(left, right, place);
    return make(op, as(left, common, place), as(right, common, place), place);
  }

  /** The type in which an operator works; a literal has that of the other operand. */
  private static DataType common(Value left, Value right, Place place) {
    if (left instanceof Value.Literal(Object l)) {
      return right instanceof Value.Literal ? naturalType(l) : withLiteral(dtype(right, place), l);
    }
    if (right instanceof Value.Literal(Object r)) {
      return withLiteral(dtype(left, place), r);
    }
    DataType l = dtype(left, place);
    DataType r = dtype(right, place);
    if (l.isFloat() != r.isFloat() && l != DataType.BOOL && r != DataType.BOOL) {
      return l.isFloat() ? l : r;
    }
    return l == DataType.BOOL && r == DataType.BOOL ? l : promote(l, r, place);
  }

  private static DataType withLiteral(DataType other, Object literal) {
    boolean fraction = literal instanceof Float || literal instanceof Double;
    return fraction && other.isInt() ? DataType.FP32 : other;
  }

  private static DataType promote(DataType left, DataType right, Place place) {
    try {
      return Exprs.promote(left, right, place.span());
    } catch (IrException e) {
      throw Mistake.at(place, e);
    }
  }

  private static Expr make(BinaryOp op, Expr left, Expr right, Place place) {
    boolean truths =
        Exprs.scalarDtype(left) == DataType.BOOL && Exprs.scalarDtype(right) == DataType.BOOL;
    if (truths && (op == BinaryOp.EQ || op == BinaryOp.NE)) {
      // the programs compare numbers only
      Expr differ = Exprs.binary(BinaryOp.XOR, left, right, place.span());
      return op == BinaryOp.NE ? differ : Exprs.unary(UnaryOp.NOT, differ, place.span());
    }
    return Exprs.binary(op, left, right, place.span());
  }

  private static BinaryOp operator(Tree.Kind op, DataType dtype, Place place) {
    boolean truth = dtype == DataType.BOOL;
    return switch (op) {
      case PLUS -> BinaryOp.ADD;
      case MINUS -> BinaryOp.SUB;
      case MULTIPLY -> BinaryOp.MUL;
      case EQUAL_TO -> BinaryOp.EQ;
      case NOT_EQUAL_TO -> BinaryOp.NE;
      case LESS_THAN -> BinaryOp.LT;
      case LESS_THAN_EQUAL -> BinaryOp.LE;
      case GREATER_THAN -> BinaryOp.GT;
      case GREATER_THAN_EQUAL -> BinaryOp.GE;
      case CONDITIONAL_AND -> BinaryOp.AND;
      case CONDITIONAL_OR -> BinaryOp.OR;
      case AND -> truth ? BinaryOp.AND : BinaryOp.BIT_AND;
      case OR -> truth ? BinaryOp.OR : BinaryOp.BIT_OR;
      case XOR -> truth ? BinaryOp.XOR : BinaryOp.BIT_XOR;
      case LEFT_SHIFT -> BinaryOp.SHIFT_LEFT;
      case RIGHT_SHIFT -> BinaryOp.SHIFT_RIGHT;
      default -> throw unsupported(op, place);
    };
  }

  private static Mistake unsupported(Tree.Kind op, Place place) {
    return Mistake.at(
        place,
        "the operator "
            + (op == Tree.Kind.UNSIGNED_RIGHT_SHIFT ? ">>>" : op)
            + " cannot be used in a kernel",
        "");
  }

  /**
   * Java divides toward zero, the IR downward. They agree on numbers that are not negative; for
   * others the quotient is put together from those.
   */
  private Expr divide(Expr left, Expr right, Place place) {
    checkDivisor(right, place);
    if (isNonNegative(left) && isNonNegative(right)) {
      return make(BinaryOp.FLOOR_DIV, left, right, place);
    }
    Expr l = shared(left, place);
    if (isNonNegative(right)) {
      return make(
          BinaryOp.SUB,
          make(BinaryOp.FLOOR_DIV, positivePart(l, place), right, place),
          make(BinaryOp.FLOOR_DIV, positivePart(negated(l, place), place), right, place),
          place);
    }
    Expr r = shared(right, place);
    Expr exact = make(BinaryOp.SUB, l, remainder(l, r, place), place);
    return make(BinaryOp.FLOOR_DIV, exact, r, place);
  }

  /** Java's remainder has the sign of the dividend and does not depend on that of the divisor. */
  private Expr remainder(Expr left, Expr right, Place place) {
    checkDivisor(right, place);
    if (isNonNegative(left) && isNonNegative(right)) {
      return make(BinaryOp.FLOOR_MOD, left, right, place);
    }
    Expr l = shared(left, place);
    Expr r = shared(right, place);
    Expr size = isNonNegative(r) ? r : make(BinaryOp.MAX, r, negated(r, place), place);
    return make(
        BinaryOp.SUB,
        make(BinaryOp.FLOOR_MOD, positivePart(l, place), size, place),
        make(BinaryOp.FLOOR_MOD, positivePart(negated(l, place), place), size, place),
        place);
  }

  private static void checkDivisor(Expr divisor, Place place) {
    if (Exprs.isConstant(divisor, 0)) {
      throw Mistake.at(place, "division by zero", "");
    }
  }

  private static Expr positivePart(Expr expr, Place place) {
    return make(BinaryOp.MAX, expr, new ConstInt(place.span(), expr.type(), 0), place);
  }

  private static Expr negated(Expr expr, Place place) {
    return make(BinaryOp.SUB, new ConstInt(place.span(), expr.type(), 0), expr, place);
  }

  /** An expression that may be used several times. */
  private Expr shared(Expr expr, Place place) {
    return switch (expr) {
      case Var _, ConstInt _ -> expr;
      default -> emitter.bind("_scalar_tmp", expr, place.span());
    };
  }

  /** Whether the expression provably holds no negative number. */
  boolean isNonNegative(Expr expr) {
    return switch (expr) {
      case ConstInt c -> c.value() >= 0;
      case Var v -> nonNegative.contains(v);
      case Call c -> c.isOperator("tensor.dim");
      case UnaryExpr u -> u.op() == UnaryOp.CAST && isNonNegative(u.operand());
      case BinaryExpr b ->
          switch (b.op()) {
            case ADD, SUB -> Linear.isNonNegative(b, this::isNonNegative);
            case MUL, FLOOR_DIV, MIN, BIT_OR -> isNonNegative(b.left()) && isNonNegative(b.right());
            case FLOOR_MOD -> isNonNegative(b.right());
            case MAX, BIT_AND -> isNonNegative(b.left()) || isNonNegative(b.right());
            case SHIFT_RIGHT -> isNonNegative(b.left());
            default -> false;
          };
      default -> false;
    };
  }

  private interface Build {
    Expr build();
  }

  private static Expr checked(Place place, Build build) {
    try {
      return build.build();
    } catch (IrException e) {
      throw Mistake.at(place, e);
    }
  }

  /** Index expressions of a tuple. */
  ImmutableList<Expr> indices(Iterable<Value> values, Place place) {
    ImmutableList.Builder<Expr> indices = ImmutableList.builder();
    for (Value value : values) {
      indices.add(index(value, place));
    }
    return indices.build();
  }
}
