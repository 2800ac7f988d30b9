package io.pto4j.op.model;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Span;
import io.pto4j.ir.Var;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An extent that a model can reason about: a constant, or a constant more than a symbol. */
record Extent(Optional<Var> symbol, long add) {
  static final Extent ONE = of(1);

  static Extent of(long value) {
    return new Extent(Optional.empty(), value);
  }

  static Extent of(Var symbol) {
    return new Extent(Optional.of(symbol), 0);
  }

  static ImmutableList<Extent> all(long... values) {
    return Arrays.stream(values).mapToObj(Extent::of).collect(toImmutableList());
  }

  static ImmutableList<Expr> exprs(List<Extent> extents) {
    return extents.stream().map(Extent::expr).collect(toImmutableList());
  }

  Expr expr() {
    if (symbol.isEmpty()) {
      return ConstInt.index(add);
    }
    return add == 0
        ? symbol.get()
        : Exprs.binary(BinaryOp.ADD, symbol.get(), ConstInt.index(add), Span.unknown());
  }

  boolean isConstant() {
    return symbol.isEmpty();
  }

  boolean is(long value) {
    return isConstant() && add == value;
  }

  /** Both are constants, and different ones. */
  boolean constantlyDiffers(Extent other) {
    return isConstant() && other.isConstant() && add != other.add;
  }

  boolean surelyEqual(Extent other) {
    return equals(other);
  }

  boolean surelyAtMost(Extent other) {
    return symbol.equals(other.symbol) && add <= other.add;
  }

  boolean surelyLess(Extent other) {
    return symbol.equals(other.symbol) && add < other.add;
  }

  static boolean surelyEqual(List<Extent> a, List<Extent> b) {
    return a.equals(b);
  }

  /** The smaller of two; an expression where it is not known which that is. */
  static Expr min(Extent a, Extent b) {
    if (a.surelyAtMost(b)) {
      return a.expr();
    }
    return b.surelyAtMost(a)
        ? b.expr()
        : Exprs.binary(BinaryOp.MIN, a.expr(), b.expr(), Span.unknown());
  }
}
