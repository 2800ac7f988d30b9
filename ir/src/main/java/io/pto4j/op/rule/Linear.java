package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import java.math.BigInteger;
import java.util.OptionalLong;

/** An integer expression as a sum of multiples of opaque terms and a constant. */
record Linear(ImmutableList<Term> terms, BigInteger constant) {
  /** A multiple of an expression that is not looked into. */
  record Term(Expr atom, BigInteger factor) {}

  private static final Linear ZERO = new Linear(ImmutableList.of(), BigInteger.ZERO);

  static Linear of(Expr expr) {
    return switch (expr) {
      case ConstInt c -> new Linear(ImmutableList.of(), BigInteger.valueOf(c.value()));
      case BinaryExpr b when b.op() == BinaryOp.ADD -> of(b.left()).plus(of(b.right()));
      case BinaryExpr b when b.op() == BinaryOp.SUB -> of(b.left()).minus(of(b.right()));
      case BinaryExpr b when b.op() == BinaryOp.MUL && b.right() instanceof ConstInt c ->
          of(b.left()).times(BigInteger.valueOf(c.value()));
      case BinaryExpr b when b.op() == BinaryOp.MUL && b.left() instanceof ConstInt c ->
          of(b.right()).times(BigInteger.valueOf(c.value()));
      case UnaryExpr u when u.op() == UnaryOp.NEG -> ZERO.minus(of(u.operand()));
      default -> new Linear(ImmutableList.of(new Term(expr, BigInteger.ONE)), BigInteger.ZERO);
    };
  }

  Linear plus(Linear other) {
    Linear sum = new Linear(terms, constant.add(other.constant));
    for (Term term : other.terms) {
      sum = sum.plus(term);
    }
    return sum;
  }

  Linear minus(Linear other) {
    return plus(other.times(BigInteger.ONE.negate()));
  }

  private Linear plus(Term added) {
    ImmutableList.Builder<Term> result = ImmutableList.builder();
    boolean found = false;
    for (Term term : terms) {
      if (!found && Dims.same(term.atom, added.atom)) {
        found = true;
        BigInteger factor = term.factor.add(added.factor);
        if (factor.signum() != 0) {
          result.add(new Term(term.atom, factor));
        }
      } else {
        result.add(term);
      }
    }
    return new Linear((found ? result : result.add(added)).build(), constant);
  }

  private Linear times(BigInteger factor) {
    if (factor.signum() == 0) {
      return ZERO;
    }
    return new Linear(
        terms.stream()
            .map(term -> new Term(term.atom, term.factor.multiply(factor)))
            .collect(ImmutableList.toImmutableList()),
        constant.multiply(factor));
  }

  /** The value, when no terms remain and it fits. */
  OptionalLong value() {
    return terms.isEmpty() && constant.bitLength() < Long.SIZE
        ? OptionalLong.of(constant.longValue())
        : OptionalLong.empty();
  }
}
