package io.pto4j.analysis;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Expr;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The rewrite rules, by the operator at the root; the first that matches applies. Source: PyPTO
 * arithmetic analyzer, rewrite rules.
 */
final class Rules {
  private final ImmutableListMultimap.Builder<Object, Rule> rules = ImmutableListMultimap.builder();

  private final Section section;

  private Rules(Section section) {
    this.section = section;
  }

  /** The rules for an expression, in order. */
  static List<Rule> of(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> of(b.op());
      case UnaryExpr u -> of(u.op());
      default -> ImmutableList.of();
    };
  }

  private static List<Rule> of(Object root) {
    return Section.of(root).table.get().get(root);
  }

  /** Rules that are read when an operator of theirs is met, for most programs need few. */
  private static final class Section {
    static final Section NONE = new Section(_ -> {});
    static final Section ADDITION = new Section(Rules::addition);
    static final Section SUBTRACTION = new Section(Rules::subtraction);
    static final Section MULTIPLICATION = new Section(Rules::multiplication);
    static final Section DIVISION = new Section(Rules::division);
    static final Section REMAINDER = new Section(Rules::remainder);
    static final Section EXTREMA = new Section(Rules::extrema);
    static final Section EQUALITY = new Section(Rules::equality);
    static final Section ORDER = new Section(Rules::order);
    static final Section LOGIC = new Section(Rules::logic);

    private final Supplier<ImmutableListMultimap<Object, Rule>> table;

    Section(Consumer<Rules> content) {
      table =
          Suppliers.memoize(
              () -> {
                Rules rules = new Rules(this);
                content.accept(rules);
                return rules.rules.build();
              });
    }

    static Section of(Object root) {
      return switch (root) {
        case BinaryOp.ADD -> ADDITION;
        case BinaryOp.SUB -> SUBTRACTION;
        case BinaryOp.MUL -> MULTIPLICATION;
        case BinaryOp.FLOOR_DIV -> DIVISION;
        case BinaryOp.FLOOR_MOD -> REMAINDER;
        case BinaryOp.MIN, BinaryOp.MAX -> EXTREMA;
        case BinaryOp.EQ, BinaryOp.NE -> EQUALITY;
        case BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE -> ORDER;
        case BinaryOp.AND, BinaryOp.OR -> LOGIC;
        case UnaryOp _ -> LOGIC;
        default -> NONE;
      };
    }
  }

  private void add(Rule rule) {
    Object root =
        switch (rule.left()) {
          case Pattern.Binary b -> b.op();
          case Pattern.Unary u -> u.op();
          default -> throw new IllegalArgumentException("no operator at the root: " + rule.text());
        };
    if (Section.of(root) != section) {
      throw new IllegalArgumentException("rule of another operator: " + rule.text());
    }
    rules.put(root, rule);
  }

  private void rule(String text) {
    add(Rule.of(text, _ -> true));
  }

  private void rule(String text, Predicate<Rule.Match> condition) {
    add(Rule.of(text, condition));
  }

  private void mirrored(String text) {
    Rule.of(text, _ -> true).mirrored().forEach(this::add);
  }

  private void mirrored(String text, Predicate<Rule.Match> condition) {
    Rule.of(text, condition).mirrored().forEach(this::add);
  }

  private static boolean divides(long divisor, long value) {
    return divisor > 0 && value % divisor == 0;
  }

  private void addition() {
    rule("x + c1 + c2 => x + (c1 + c2)");
    rule("(x - y) + y => x");
    rule("x + (y - x) => y");
    rule("(x - y) + (y - z) => x - z");
    rule("(x - y) + (z - x) => z - y");
    rule("x + x => x * 2");
    rule("x * y + x => (y + 1) * x");
    rule("x + x * y => (y + 1) * x");
    mirrored("x * y + x * z => (y + z) * x");
    mirrored("x // y * y + x % y => x");
    for (String f : new String[] {"min", "max"}) {
      mirrored("@(x, y - z) + z => @(x + z, y)".replace("@", f));
    }
    mirrored("max(x, y) + min(x, y) => x + y");
    rule("c1 + x => x + c1");
    rule("x + (c1 - y) => (x - y) + c1");
    rule("(c1 - y) + x => (x - y) + c1");
    rule("(x + c1) + y => (x + y) + c1");
  }

  private void subtraction() {
    rule("x - x => 0");
    rule("x + y - y => x");
    rule("x + y - x => y");
    mirrored("x - (x + y) => -y");
    rule("x + c1 - c2 => x + (c1 - c2)");
    rule("c1 - (c2 - x) => x + (c1 - c2)");
    rule("c1 - (x + c2) => (c1 - c2) - x");
    rule("(c1 - x) - (c2 - y) => (y - x) + (c1 - c2)");
    rule("(x - y) - (x - z) => z - y");
    mirrored("(x + y) - (x + z) => y - z");
    rule("x * y - x => (y - 1) * x");
    rule("x - x * y => (1 - y) * x");
    mirrored("x * y - x * z => (y - z) * x");
    rule("x - x // c * c => x % c", m -> m.c() > 0);
    rule("x - (x + y) // c * c => (x + y) % c - y", m -> m.c() > 0);
    rule("x - (x - y) // c * c => (x - y) % c + y", m -> m.c() > 0);
    rule("x // c * c - x => 0 - x % c", m -> m.c() > 0);
    rule("(x + y) // c * c - x => y - (x + y) % c", m -> m.c() > 0);
    rule("min(x, y) - min(y, x) => 0");
    rule("max(x, y) - max(y, x) => 0");
    rule("min(x, y) - x => min(y - x, 0)");
    rule("min(x, y) - y => min(x - y, 0)");
    rule("max(x, y) - x => max(y - x, 0)");
    rule("max(x, y) - y => max(x - y, 0)");
    rule("x - min(x, y) => max(x - y, 0)");
    rule("x - min(y, x) => max(x - y, 0)");
    rule("x - max(x, y) => min(x - y, 0)");
    rule("x - max(y, x) => min(x - y, 0)");
    for (String f : new String[] {"min", "max"}) {
      mirrored("@(x + z, y) - z => @(x, y - z)".replace("@", f));
    }
    rule("x - (y + c1) => (x - y) + (-c1)");
    rule("(x + c1) - y => (x - y) + c1");
    rule("x - (y - z) => (x + z) - y");
  }

  private void multiplication() {
    rule("x * c1 * c2 => x * (c1 * c2)");
    mirrored("min(x, y) * max(x, y) => x * y");
    rule("c1 * x => x * c1");
    rule("(x + c1) * c2 => x * c2 + c1 * c2");
    rule("(x - y) * c1 => (y - x) * (-c1)", m -> m.c1() < 0);
  }

  private void division() {
    rule("x * c1 // c2 => x * (c1 // c2)", m -> divides(m.c2(), m.c1()));
    rule("x * c1 // c2 => x // (c2 // c1)", m -> m.c2() > 0 && divides(m.c1(), m.c2()));
    rule("x // c1 // c2 => x // (c1 * c2)", m -> m.c1() > 0 && m.c2() > 0);
    rule("(x // c1 + c2) // c3 => (x + c1 * c2) // (c1 * c3)", m -> m.c1() > 0 && m.c3() > 0);
    rule("x // x => 1", m -> isNonZero(m.x()));
    rule("x * c // x => c", m -> isNonZero(m.x()));
    rule("(x + c1) // c2 => x // c2 + c1 // c2", m -> divides(m.c2(), m.c1()));
    rule("(x * c1 + y) // c2 => x * (c1 // c2) + y // c2", m -> divides(m.c2(), m.c1()));
    rule("(y + x * c1) // c2 => x * (c1 // c2) + y // c2", m -> divides(m.c2(), m.c1()));
    for (String f : new String[] {"min", "max"}) {
      rule(
          "@(x * c1, y) // c2 => @(x * (c1 // c2), y // c2)".replace("@", f),
          m -> divides(m.c2(), m.c1()));
      rule(
          "@(y, x * c1) // c2 => @(y // c2, x * (c1 // c2))".replace("@", f),
          m -> divides(m.c2(), m.c1()));
    }
    rule("(x - x % c) // c => x // c", m -> m.c() > 0);
    mirrored("x * y // y => x", m -> isNonZero(m.y()));
    mirrored("(x * z + y) // z => x + y // z", m -> m.z().isPositive());
    rule("x // c => 0", m -> m.x().min() >= 0 && m.x().max() < m.c());
  }

  private static boolean isNonZero(Interval bound) {
    return bound.isPositive() || bound.isNegative();
  }

  private void remainder() {
    rule("x * c1 % c2 => 0", m -> divides(m.c2(), m.c1()));
    rule("(x + c1) % c2 => x % c2", m -> divides(m.c2(), m.c1()));
    rule("(x * c1 + y) % c2 => y % c2", m -> divides(m.c2(), m.c1()));
    rule("(y + x * c1) % c2 => y % c2", m -> divides(m.c2(), m.c1()));
    rule("x * c1 % c2 => x * (c1 % c2) % c2", m -> reduces(m.c1(), m.c2()));
    mirrored("x * y % y => 0", m -> isNonZero(m.y()));
    rule("(x + y * c1) % c2 => (x + y * (c1 % c2)) % c2", m -> reduces(m.c1(), m.c2()));
    rule("(x * c1) % (x * c2) => x * (c1 % c2)", m -> m.c2() > 0 && isNonZero(m.x()));
    rule("(x + c1) % c2 => (x + c1 % c2) % c2", m -> reduces(m.c1(), m.c2()));
    rule("x % c => x", m -> m.x().min() >= 0 && m.x().max() < m.c());
  }

  private static boolean reduces(long value, long modulus) {
    return modulus > 0 && (value >= modulus || value < 0);
  }

  private void extrema() {
    extrema("min", "max");
    extrema("max", "min");
  }

  /** The rules of min, or with the names exchanged those of max. */
  private void extrema(String f, String dual) {
    boolean isMin = f.equals("min");
    rule(named("@(x, x) => x", f, dual));
    rule(named("@(@(x, c1), c2) => @(x, @(c1, c2))", f, dual));
    rule(named("@(y - x, z - x) => @(y, z) - x", f, dual));
    rule(named("@(x - y, x - z) => x - #(y, z)", f, dual));
    rule(named("@(x, x + c) => x", f, dual), m -> isMin == (m.c() >= 0));
    rule(named("@(x, x + c) => x + c", f, dual), m -> isMin == (m.c() < 0));
    rule(named("@(x + c, x) => x", f, dual), m -> isMin == (m.c() >= 0));
    rule(named("@(x + c, x) => x + c", f, dual), m -> isMin == (m.c() < 0));
    rule(named("@(x + c1, x + c2) => x + @(c1, c2)", f, dual));
    mirrored(named("@(x + y, x + z) => x + @(y, z)", f, dual));
    mirrored(named("@(#(x, y), x) => x", f, dual));
    mirrored(named("@(@(x, y), x) => @(x, y)", f, dual));
    mirrored(named("@(#(x, y), #(x, z)) => #(@(y, z), x)", f, dual));
    rule(named("@(x // c, y // c) => @(x, y) // c", f, dual), m -> m.c() > 0);
    rule(named("@(x // c, y // c) => #(x, y) // c", f, dual), m -> m.c() < 0);
    rule(named("@(x * c, y * c) => @(x, y) * c", f, dual), m -> m.c() > 0);
    rule(named("@(x * c, y * c) => #(x, y) * c", f, dual), m -> m.c() < 0);
    rule(
        named("@(x, y) => x", f, dual),
        m -> isMin ? m.difference().max() <= 0 : m.difference().min() >= 0);
    rule(
        named("@(x, y) => y", f, dual),
        m -> isMin ? m.difference().min() >= 0 : m.difference().max() <= 0);
    rule(named("@(c1, x) => @(x, c1)", f, dual));
  }

  private static String named(String text, String f, String dual) {
    return text.replace("@", f).replace("#", dual);
  }

  private void equality() {
    rule("x == x => true");
    rule("x != x => false");
    for (String op : new String[] {"==", "!="}) {
      cancellation(op);
      rule("x + c1 @ c2 => x @ c2 - c1".replace("@", op));
      rule("x - c1 @ c2 => x @ c2 + c1".replace("@", op));
      rule("c1 @ x => x @ c1".replace("@", op));
    }
    rule("c1 - x == c2 => x == c1 - c2");
  }

  private void cancellation(String op) {
    mirroredOperands("(x + y) @ (x + z) => y @ z", op);
    rule("x - z @ y - z => x @ y".replace("@", op));
  }

  private void mirroredOperands(String text, String op) {
    Rule.of(text.replace("@", op), _ -> true).mirrored().forEach(this::add);
  }

  private void order() {
    rule("x > y => y < x");
    rule("x >= y => y <= x");
    rule("x < x => false");
    rule("x <= x => true");
    for (String op : new String[] {"<", "<="}) {
      cancellation(op);
      rule("z - x @ z - y => y @ x".replace("@", op));
      rule("x + c1 @ c2 => x @ c2 - c1".replace("@", op));
      rule("c1 @ x + c2 => c1 - c2 @ x".replace("@", op));
      rule("x - c1 @ c2 => x @ c2 + c1".replace("@", op));
      rule("c1 @ x - c2 => c1 + c2 @ x".replace("@", op));
      rule("c1 - x @ c2 => c1 - c2 @ x".replace("@", op));
      rule("c1 @ c2 - x => x @ c2 - c1".replace("@", op));
      rule("x * c @ y * c => x @ y".replace("@", op), m -> m.c() > 0);
      rule("x * c @ y * c => y @ x".replace("@", op), m -> m.c() < 0);
    }
    rule("x < x + z => 0 < z");
    rule("x < z + x => 0 < z");
    rule("x // c1 < c2 => x < c1 * c2", m -> m.c1() > 0);
    rule("c1 < x // c2 => (c1 + 1) * c2 - 1 < x", m -> m.c2() > 0);
    rule("x // c * c < x => 0 < x % c", m -> m.c() > 0);
    rule("x // c * c < x + y => 0 < x % c + y", m -> m.c() > 0);
    rule("x // c * c < x - y => y < x % c", m -> m.c() > 0);
    rule("min(x, y) < z => x < z || y < z");
    rule("max(x, y) < z => x < z && y < z");
    rule("z < min(x, y) => z < x && z < y");
    rule("z < max(x, y) => z < x || z < y");
  }

  private void logic() {
    rule("!!x => x");
    rule("!(x == y) => x != y");
    rule("!(x != y) => x == y");
    rule("!(x < y) => y <= x");
    rule("!(x <= y) => y < x");
    rule("!(x > y) => x <= y");
    rule("!(x >= y) => x < y");
    rule("!(x && y) => !x || !y");
    rule("!(x || y) => !x && !y");
    rule("--x => x");
    rule("-(x - y) => y - x");
    rule("x && x => x");
    rule("x || x => x");
    mirrored("x && !x => false");
    mirrored("x || !x => true");
    mirrored("x == y && x != y => false");
    mirrored("x == y || x != y => true");
    mirrored("x < y && y <= x => false");
    mirrored("x < y || y <= x => true");
    mirrored("x < c1 && c2 < x => false", m -> m.c1() <= m.c2() + 1);
    mirrored("x < c1 && c2 <= x => false", m -> m.c1() <= m.c2());
    mirrored("x <= c1 && c2 < x => false", m -> m.c1() <= m.c2());
    mirrored("x <= c1 && c2 <= x => false", m -> m.c1() < m.c2());
    mirrored("x < y || x == y => x <= y");
    mirrored("x < y || y < x => x != y");
    rule("x && (y && z) => x && y && z");
    rule("x || (y || z) => x || y || z");
  }
}
