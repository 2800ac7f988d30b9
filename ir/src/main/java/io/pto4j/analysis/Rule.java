package io.pto4j.analysis;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rewrites what the left side matches to the right side, if the condition holds.
 *
 * @param text the rule as written, for messages
 */
record Rule(String text, Pattern left, Pattern right, Predicate<Match> condition) {
  private static final String ARROW = "=>";

  /** What the slots of a pattern stand for. */
  static final class Match {
    private final Expr[] slots;
    private final Bounds bounds;

    Match(Expr[] slots, Bounds bounds) {
      this.slots = slots;
      this.bounds = bounds;
    }

    long c() {
      return constant(3);
    }

    long c1() {
      return constant(4);
    }

    long c2() {
      return constant(5);
    }

    long c3() {
      return constant(6);
    }

    Interval x() {
      return bounds.of(slots[0]);
    }

    Interval y() {
      return bounds.of(slots[1]);
    }

    Interval z() {
      return bounds.of(slots[2]);
    }

    /** The bounds of {@code x - y}. */
    Interval difference() {
      return x().minus(y());
    }

    private long constant(int slot) {
      return ((ConstInt) slots[slot]).value();
    }
  }

  static Rule of(String text, Predicate<Match> condition) {
    int arrow = text.indexOf(ARROW);
    return new Rule(
        text,
        PatternParser.parse(text.substring(0, arrow)),
        PatternParser.parse(text.substring(arrow + ARROW.length())),
        condition);
  }

  /** The rule and its mirror images: with operands of commutative operators swapped. */
  ImmutableList<Rule> mirrored() {
    Set<Pattern> lefts = new LinkedHashSet<>();
    mirror(left, lefts);
    return lefts.stream()
        .map(l -> new Rule(text, l, right, condition))
        .collect(ImmutableList.toImmutableList());
  }

  private static void mirror(Pattern pattern, Set<Pattern> images) {
    switch (pattern) {
      case Pattern.Binary(BinaryOp op, Pattern l, Pattern r) -> {
        Set<Pattern> lefts = new LinkedHashSet<>();
        Set<Pattern> rights = new LinkedHashSet<>();
        mirror(l, lefts);
        mirror(r, rights);
        for (Pattern a : lefts) {
          for (Pattern b : rights) {
            images.add(new Pattern.Binary(op, a, b));
          }
        }
        if (isCommutative(op)) {
          for (Pattern a : lefts) {
            for (Pattern b : rights) {
              images.add(new Pattern.Binary(op, b, a));
            }
          }
        }
      }
      default -> images.add(pattern);
    }
  }

  private static boolean isCommutative(BinaryOp op) {
    return switch (op) {
      case ADD, MUL, MIN, MAX, EQ, NE, AND, OR -> true;
      default -> false;
    };
  }

  /** The rewritten expression, of the same type; empty when the rule does not apply. */
  Optional<Expr> apply(Expr expr, Bounds bounds) {
    Expr[] slots = new Expr[Pattern.NAMES.size()];
    if (!left.matches(expr, slots) || !condition.test(new Match(slots, bounds))) {
      return Optional.empty();
    }
    return right
        .build(slots, operandType(expr), expr.span())
        .filter(result -> Types.same(result.type(), expr.type()));
  }

  private static Type operandType(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> b.left().type();
      case UnaryExpr u -> u.operand().type();
      default -> expr.type();
    };
  }
}
