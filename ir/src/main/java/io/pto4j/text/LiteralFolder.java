package io.pto4j.text;

import com.google.common.collect.ImmutableMap;
import com.google.common.math.LongMath;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Walk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** Evaluates trees of number literals and constants of the text, as Python would. */
final class LiteralFolder {
  /** The numbers of Python's module {@code math}. */
  private static final ImmutableMap<String, Double> MATH =
      ImmutableMap.of(
          "pi", Math.PI,
          "e", Math.E,
          "tau", 2 * Math.PI,
          "inf", Double.POSITIVE_INFINITY,
          "nan", Double.NaN);

  private final Module module;
  private final Bindings bindings;
  private final boolean outerFirst;
  private final Set<Py.Expr> varying;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  LiteralFolder(Module module, Bindings bindings) {
    this(module, bindings, false, Walk.nodeSet());
  }

  /**
   * @param outerFirst whether names mean what they mean outside the function, if anything
   * @param varying takes the trees that are no numbers: they are asked for again at every level of
   *     a deep expression
   */
  LiteralFolder(Module module, Bindings bindings, boolean outerFirst, Set<Py.Expr> varying) {
    this.outerFirst = outerFirst;
    this.varying = varying;
    this.module = module;
    this.bindings = bindings;
  }

  /** The value, a {@link Long} or {@link Double}; empty if {@code e} has other parts. */
  Optional<Number> fold(Py.Expr e) {
    if (varying.contains(e)) {
      return Optional.empty();
    }
    // a long sum leans to the left, so its left side is followed without recursion
    Deque<Py.Binary> spine = new ArrayDeque<>();
    Py.Expr at = e;
    while (at instanceof Py.Binary b) {
      spine.push(b);
      at = b.left();
    }
    Optional<Number> value = foldEnd(spine, at);
    if (value.isPresent() && spine.isEmpty()) {
      return value;
    }
    varying.add(e);
    return Optional.empty();
  }

  /**
   * Folds as much as possible of a tree that leans to the left, from its lowest operand on.
   *
   * @param spine the operators, the lowest first; those that are folded are taken off
   * @param lowest the left operand of the first one
   * @return the value of what is folded; empty if nothing is
   */
  Optional<Number> foldEnd(Deque<Py.Binary> spine, Py.Expr lowest) {
    Optional<Number> value = operand(lowest);
    while (value.isPresent() && !spine.isEmpty()) {
      Py.Binary b = spine.peek();
      Number left = value.get();
      Optional<Number> next =
          recursion.descend(() -> fold(b.right())).flatMap(right -> apply(b, left, right));
      if (next.isEmpty()) {
        return value;
      }
      spine.pop();
      value = next;
    }
    return value;
  }

  private Optional<Number> operand(Py.Expr e) {
    return switch (e) {
      case Py.IntLit(_, long value) -> Optional.of(value);
      case Py.FloatLit(_, double value) -> Optional.of(value);
      case Py.Name(_, String id) when outerFirst || bindings.value(id).isEmpty() ->
          module.constant(id).flatMap(this::fold);
      case Py.Attr(_, Py.Name(_, String owner), String name) when owner.equals("math") ->
          Optional.ofNullable(MATH.get(name));
      case Py.Unary(_, String op, Py.Expr operand) when op.equals("-") ->
          recursion.descend(() -> fold(operand)).map(LiteralFolder::negate);
      default -> Optional.empty();
    };
  }

  private static Number negate(Number n) {
    return n instanceof Long value ? (Number) (-value) : (Number) (-n.doubleValue());
  }

  private static Optional<Number> apply(Py.Binary b, Number left, Number right) {
    try {
      return left instanceof Long l && right instanceof Long r
          ? integers(b.op(), l, r)
          : floats(b.op(), left.doubleValue(), right.doubleValue());
    } catch (ArithmeticException e) {
      throw ValueMistake.CONSTANT_FAILS.at(b, e.getMessage());
    }
  }

  private static Optional<Number> integers(String op, long l, long r) {
    return switch (op) {
      case "+" -> Optional.of(Math.addExact(l, r));
      case "-" -> Optional.of(Math.subtractExact(l, r));
      case "*" -> Optional.of(Math.multiplyExact(l, r));
      case "//" -> Optional.of(Math.floorDiv(l, r));
      case "%" -> Optional.of(Math.floorMod(l, r));
      case "/" -> Optional.of((double) l / nonZero((double) r));
      case "**" ->
          r < 0
              ? Optional.of(Math.pow((double) l, (double) r))
              : Optional.of(LongMath.checkedPow(l, Math.toIntExact(r)));
      case "&" -> Optional.of(l & r);
      case "|" -> Optional.of(l | r);
      case "^" -> Optional.of(l ^ r);
      case "<<" -> r >= 0 && r < Long.SIZE ? Optional.of(l << r) : Optional.empty();
      case ">>" -> r >= 0 && r < Long.SIZE ? Optional.of(l >> r) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static double nonZero(double divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("/ by zero");
    }
    return divisor;
  }

  private static Optional<Number> floats(String op, double l, double r) {
    return switch (op) {
      case "+" -> Optional.of(l + r);
      case "-" -> Optional.of(l - r);
      case "*" -> Optional.of(l * r);
      case "/" -> Optional.of(l / nonZero(r));
      case "//" -> Optional.of(Math.floor(l / nonZero(r)));
      case "%" -> Optional.of(l - Math.floor(l / nonZero(r)) * r);
      case "**" -> Optional.of(Math.pow(l, r));
      default -> Optional.empty();
    };
  }
}
