package io.pto4j.op.rule;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Span;
import java.util.List;
import java.util.OptionalLong;

/**
 * What can be proved about integer expressions, and arithmetic on them that uses it. A proof that
 * fails says nothing: the opposite has its own.
 */
public final class Extents {
  private Extents() {}

  /** Whether {@code a == b} is certain. */
  public static boolean equal(Expr a, Expr b) {
    return Dims.same(a, b) || difference(a, b).equals(OptionalLong.of(0));
  }

  /** Whether all extents are certainly equal. */
  public static boolean equal(List<Expr> a, List<Expr> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!equal(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code a != b} is certain. */
  public static boolean different(Expr a, Expr b) {
    return less(a, b) || less(b, a);
  }

  /** Whether {@code a <= b} is certain. */
  public static boolean atMost(Expr a, Expr b) {
    return ordered(a, b, 0);
  }

  /** Whether {@code a < b} is certain. */
  public static boolean less(Expr a, Expr b) {
    return ordered(a, b, 1);
  }

  public static boolean negative(Expr a) {
    return less(a, ConstInt.index(0));
  }

  public static boolean zero(Expr a) {
    return equal(a, ConstInt.index(0));
  }

  public static boolean one(Expr a) {
    return equal(a, ConstInt.index(1));
  }

  /** Whether {@code a + gap <= b} is certain. */
  private static boolean ordered(Expr a, Expr b, long gap) {
    OptionalLong difference = difference(b, a);
    if (difference.isPresent()) {
      return difference.getAsLong() >= gap;
    }
    if (a instanceof BinaryExpr x && x.op() == BinaryOp.MIN) {
      return ordered(x.left(), b, gap) || ordered(x.right(), b, gap);
    }
    if (b instanceof BinaryExpr y && y.op() == BinaryOp.MAX) {
      return ordered(a, y.left(), gap) || ordered(a, y.right(), gap);
    }
    if (a instanceof BinaryExpr x && x.op() == BinaryOp.MAX) {
      return ordered(x.left(), b, gap) && ordered(x.right(), b, gap);
    }
    return b instanceof BinaryExpr y
        && y.op() == BinaryOp.MIN
        && ordered(a, y.left(), gap)
        && ordered(a, y.right(), gap);
  }

  private static OptionalLong difference(Expr a, Expr b) {
    if (a instanceof ConstInt x && b instanceof ConstInt y) {
      long difference = x.value() - y.value();
      boolean overflow = ((x.value() ^ y.value()) & (x.value() ^ difference)) < 0;
      return overflow ? OptionalLong.empty() : OptionalLong.of(difference);
    }
    return Linear.of(a).minus(Linear.of(b)).value();
  }

  /** {@code min(a, b)}; one of them where their order is certain. */
  public static Expr min(Expr a, Expr b) {
    if (atMost(a, b)) {
      return a;
    }
    return atMost(b, a) ? b : Exprs.binary(BinaryOp.MIN, a, b, Span.unknown());
  }

  /** {@code max(a, b)}; one of them where their order is certain. */
  public static Expr max(Expr a, Expr b) {
    if (atMost(b, a)) {
      return a;
    }
    return atMost(a, b) ? b : Exprs.binary(BinaryOp.MAX, a, b, Span.unknown());
  }

  /** {@code a + b}, folded. */
  public static Expr plus(Expr a, Expr b) {
    return Exprs.addFolded(a, b);
  }

  /** {@code a - b}, folded. */
  public static Expr minus(Expr a, Expr b) {
    if (zero(b)) {
      return a;
    }
    OptionalLong value = difference(a, b);
    return value.isPresent()
        ? ConstInt.index(value.getAsLong())
        : Exprs.binary(BinaryOp.SUB, a, b, Span.unknown());
  }

  /** {@code a / b} rounded up, for a positive divisor; folded. */
  public static Expr ceilDiv(Expr a, long b) {
    if (b == 1) {
      return a;
    }
    return a instanceof ConstInt c
        ? ConstInt.index(Math.ceilDiv(c.value(), b))
        : Exprs.binary(
            BinaryOp.FLOOR_DIV, plus(a, ConstInt.index(b - 1)), ConstInt.index(b), Span.unknown());
  }

  /** The least multiple of {@code b} that is at least {@code a}; folded. */
  public static Expr roundUp(Expr a, long b) {
    return Exprs.mulFolded(ceilDiv(a, b), ConstInt.index(b));
  }
}
