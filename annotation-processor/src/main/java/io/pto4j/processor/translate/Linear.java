package io.pto4j.processor.translate;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Sums of multiples of expressions, to see that two indices have a constant distance. */
final class Linear {
  private record Term(Expr factor, long times) {}

  private final List<Term> terms = new ArrayList<>();
  private long constant;

  private Linear() {}

  /** {@code left - right} when it is a constant. */
  static Optional<Long> difference(Expr left, Expr right) {
    Linear sum = new Linear();
    sum.add(left, 1);
    sum.add(right, -1);
    return sum.terms.stream().allMatch(term -> term.times() == 0)
        ? Optional.of(sum.constant)
        : Optional.empty();
  }

  /** Whether the expression is a sum of what {@code nonNegative} says is not negative. */
  static boolean isNonNegative(Expr expr, Predicate<Expr> nonNegative) {
    Linear sum = new Linear();
    sum.add(expr, 1);
    return sum.constant >= 0
        && sum.terms.stream()
            .allMatch(
                term -> term.times() == 0 || (term.times() > 0 && nonNegative.test(term.factor())));
  }

  private void add(Expr expr, long times) {
    switch (expr) {
      case ConstInt c -> constant += times * c.value();
      case BinaryExpr b -> addBinary(b, times);
      default -> addTerm(expr, times);
    }
  }

  private void addBinary(BinaryExpr b, long times) {
    switch (b.op()) {
      case ADD -> {
        add(b.left(), times);
        add(b.right(), times);
      }
      case SUB -> {
        add(b.left(), times);
        add(b.right(), -times);
      }
      case MUL -> {
        if (b.right() instanceof ConstInt c) {
          add(b.left(), times * c.value());
        } else if (b.left() instanceof ConstInt c) {
          add(b.right(), times * c.value());
        } else {
          addTerm(b, times);
        }
      }
      default -> addTerm(b, times);
    }
  }

  private void addTerm(Expr expr, long times) {
    for (int i = 0; i < terms.size(); i++) {
      Term term = terms.get(i);
      if (Dims.same(term.factor(), expr)) {
        terms.set(i, new Term(term.factor(), term.times() + times));
        return;
      }
    }
    terms.add(new Term(expr, times));
  }
}
