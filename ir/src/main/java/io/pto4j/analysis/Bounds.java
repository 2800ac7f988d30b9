package io.pto4j.analysis;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The interval in which the value of an integer expression lies. */
final class Bounds {
  private static final int LONG_BITS = 64;

  private final Map<Var, Interval> known = new HashMap<>();

  /** Narrows or sets the bound of {@code var}; empty forgets it. Returns the one before. */
  Optional<Interval> set(Var var, Optional<Interval> bound) {
    return Optional.ofNullable(bound.isPresent() ? known.put(var, bound.get()) : known.remove(var));
  }

  Interval of(Expr expr) {
    return switch (expr) {
      case ConstInt c -> Interval.of(c.value());
      case ConstBool c -> Interval.of(c.value() ? 1 : 0);
      case Var v -> known.getOrDefault(v, ofType(v));
      case BinaryExpr b -> of(b);
      case UnaryExpr u ->
          switch (u.op()) {
            case NEG -> of(u.operand()).negated();
            case ABS -> of(u.operand()).abs();
            case NOT -> Interval.TRUTH;
            case CAST -> isInt(u.operand()) ? of(u.operand()).intersect(ofType(u)) : ofType(u);
            case BIT_NOT -> ofType(u);
          };
      case ConstFloat _, Call _, Submit _, MakeTuple _, TupleGetItem _ -> ofType(expr);
    };
  }

  private Interval of(BinaryExpr b) {
    if (b.op().isComparison() || b.op().isLogical()) {
      return Interval.TRUTH;
    }
    if (!isInt(b)) {
      return Interval.ALL;
    }
    Interval l = of(b.left());
    Interval r = of(b.right());
    return switch (b.op()) {
      case ADD -> l.plus(r);
      case SUB -> l.minus(r);
      case MUL -> isSquare(b) ? l.times(r).intersect(Interval.NON_NEGATIVE) : l.times(r);
      case FLOOR_DIV -> l.floorDiv(r);
      case FLOOR_MOD -> l.floorMod(r);
      case MIN -> l.min(r);
      case MAX -> l.max(r);
      case BIT_AND -> l.min() >= 0 && r.min() >= 0 ? new Interval(0, l.min(r).max()) : ofType(b);
      default -> ofType(b);
    };
  }

  private static boolean isSquare(BinaryExpr b) {
    return b.op() == BinaryOp.MUL && b.left() == b.right();
  }

  private static boolean isInt(Expr expr) {
    return expr.type() instanceof ScalarType(DataType dtype) && dtype.isInt();
  }

  /** What the type alone says. An INDEX may be negative: it is also the type of differences. */
  private static Interval ofType(Expr expr) {
    if (!(expr.type() instanceof ScalarType(DataType dtype))) {
      return Interval.ALL;
    }
    if (dtype == DataType.BOOL) {
      return Interval.TRUTH;
    }
    if (!dtype.isInt()) {
      return Interval.ALL;
    }
    boolean unsigned = dtype.isUnsignedInt();
    if (dtype.bits() >= LONG_BITS) {
      return unsigned ? Interval.NON_NEGATIVE : Interval.ALL;
    }
    return unsigned
        ? new Interval(0, (1L << dtype.bits()) - 1)
        : new Interval(-(1L << (dtype.bits() - 1)), (1L << (dtype.bits() - 1)) - 1);
  }
}
