package io.pto4j.text;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.math.LongMath;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Walk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

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

  /** The words that Python's {@code float} takes for numbers without digits. */
  private static final ImmutableMap<String, Double> SPECIAL =
      ImmutableMap.of(
          "inf", Double.POSITIVE_INFINITY,
          "+inf", Double.POSITIVE_INFINITY,
          "infinity", Double.POSITIVE_INFINITY,
          "+infinity", Double.POSITIVE_INFINITY,
          "-inf", Double.NEGATIVE_INFINITY,
          "-infinity", Double.NEGATIVE_INFINITY,
          "nan", Double.NaN);

  /** More elements than any list in a text has. */
  private static final int MOST_ELEMENTS = 100_000;

  private final Module module;
  private final Bindings bindings;
  private final boolean outerFirst;
  private final Varying varying;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  /** Trees with operands that are no numbers. Most expressions have none, so none costs nothing. */
  static final class Varying {
    private Set<Py.Expr> trees = ImmutableSet.of();

    private boolean contains(Py.Expr e) {
      return !trees.isEmpty() && trees.contains(e);
    }

    private void add(Py.Expr e) {
      if (trees.isEmpty()) {
        trees = Walk.nodeSet();
      }
      trees.add(e);
    }
  }

  LiteralFolder(Module module, Bindings bindings) {
    this(module, bindings, false, new Varying());
  }

  /**
   * @param outerFirst whether names mean what they mean outside the function, if anything
   * @param varying takes the trees that are no numbers: they are asked for again at every level of
   *     a deep expression
   */
  LiteralFolder(Module module, Bindings bindings, boolean outerFirst, Varying varying) {
    this.outerFirst = outerFirst;
    this.varying = varying;
    this.module = module;
    this.bindings = bindings;
  }

  /** Evaluates what stands outside the functions, where the rest of Python may be used. */
  static LiteralFolder outside(Module module, Bindings bindings) {
    return new LiteralFolder(module, bindings, true, new Varying());
  }

  /** The elements of a list or tuple, or of several put together; empty if {@code e} is none. */
  Optional<ImmutableList<Py.Expr>> elements(Py.Expr e) {
    return recursion.descend(() -> listed(e));
  }

  private Optional<ImmutableList<Py.Expr>> listed(Py.Expr e) {
    return switch (e) {
      case Py.ListLit(_, var elements) -> Optional.of(elements);
      case Py.TupleLit(_, var elements) -> Optional.of(elements);
      case Py.Name(_, String id) when outerFirst || bindings.value(id).isEmpty() ->
          module.constant(id).flatMap(this::elements);
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("+") ->
          elements(left).flatMap(l -> elements(right).map(r -> joined(l, r)));
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("*") ->
          elements(left).flatMap(l -> fold(right).flatMap(n -> repeated(l, n)));
      default -> Optional.empty();
    };
  }

  private static ImmutableList<Py.Expr> joined(List<Py.Expr> left, List<Py.Expr> right) {
    return ImmutableList.<Py.Expr>builder().addAll(left).addAll(right).build();
  }

  private static Optional<ImmutableList<Py.Expr>> repeated(List<Py.Expr> list, Number times) {
    return times instanceof Long n && n >= 0 && n * list.size() <= MOST_ELEMENTS
        ? Optional.of(
            Stream.generate(() -> list)
                .limit(n)
                .flatMap(List::stream)
                .collect(ImmutableList.toImmutableList()))
        : Optional.empty();
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
    if (hasOperands(e)) {
      varying.add(e);
    }
    return Optional.empty();
  }

  private static boolean hasOperands(Py.Expr e) {
    return switch (e) {
      case Py.Binary _, Py.Unary _, Py.Index _, Py.Call _ -> true;
      default -> false;
    };
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

  /** The truth value that {@code name} stands for outside the functions. */
  Optional<Boolean> flag(String name) {
    return (outerFirst || bindings.value(name).isEmpty()
            ? module.constant(name)
            : Optional.<Py.Expr>empty())
        .filter(Py.BoolLit.class::isInstance)
        .map(c -> ((Py.BoolLit) c).value());
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
      case Py.Index(_, Py.Expr list, var indices) when outerFirst && indices.size() == 1 ->
          elements(list).flatMap(l -> fold(indices.getFirst()).flatMap(i -> element(l, i)));
      case Py.Call(_, Py.Name(_, String function), var args, var keywords)
          when function.equals("float") && args.size() == 1 && keywords.isEmpty() ->
          floating(args.getFirst());
      case Py.Call(_, Py.Name(_, String function), _, var keywords)
          when outerFirst && keywords.isEmpty() ->
          function((Py.Call) e, function);
      case Py.Call(_, Py.Attr(_, Py.Name(_, String owner), String function), _, var keywords)
          when outerFirst && owner.equals("math") && keywords.isEmpty() ->
          function((Py.Call) e, owner + "." + function);
      default -> Optional.empty();
    };
  }

  /** What {@code float(..)} of a number, or of a string that says infinity or no number, gives. */
  private Optional<Number> floating(Py.Expr e) {
    if (e instanceof Py.StrLit(_, String text)) {
      return Optional.ofNullable(SPECIAL.get(Ascii.toLowerCase(text.strip())));
    }
    return recursion.descend(() -> fold(e)).map(Number::doubleValue);
  }

  /** The number in a list; negative indices count from its end. */
  private Optional<Number> element(List<Py.Expr> list, Number index) {
    long at = index.longValue() < 0 ? index.longValue() + list.size() : index.longValue();
    return index instanceof Long && at >= 0 && at < list.size()
        ? fold(list.get((int) at))
        : Optional.empty();
  }

  /** The value of a function of Python, of numbers or of the elements of one list. */
  private Optional<Number> function(Py.Call call, String function) {
    Optional<ImmutableList<Py.Expr>> list =
        call.args().size() == 1 ? elements(call.args().getFirst()) : Optional.empty();
    if (list.isPresent() && function.equals("len")) {
      return Optional.of((long) list.get().size());
    }
    return numbers(list.orElse(call.args()))
        .flatMap(
            values ->
                computed(
                    call,
                    () ->
                        list.isPresent()
                            ? PythonFunctions.ofList(function, values)
                            : PythonFunctions.ofNumbers(function, values)));
  }

  /** The values of all; empty if one is not known. */
  private Optional<ImmutableList<Number>> numbers(List<Py.Expr> exprs) {
    ImmutableList.Builder<Number> values = ImmutableList.builder();
    for (Py.Expr e : exprs) {
      Optional<Number> value = recursion.descend(() -> fold(e));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return Optional.of(values.build());
  }

  /** The order of two numbers. */
  static int compare(Number left, Number right) {
    return left instanceof Long l && right instanceof Long r
        ? Long.compare(l, r)
        : Double.compare(left.doubleValue(), right.doubleValue());
  }

  /** The smallest integer is written as the negative of a number beyond 64 bits. */
  private static Number negate(Number n) {
    return n instanceof Long value ? (Number) (-value) : (Number) (-n.doubleValue());
  }

  private static Optional<Number> apply(Py.Binary b, Number left, Number right) {
    return computed(
        b,
        () ->
            left instanceof Long l && right instanceof Long r
                ? integers(b.op(), l, r)
                : floats(b.op(), left.doubleValue(), right.doubleValue()));
  }

  /** A value that the constant {@code e} has in Python, unless it fails there. */
  private static Optional<Number> computed(Py.Expr e, Supplier<Optional<Number>> value) {
    try {
      return value.get();
    } catch (ArithmeticException failure) {
      throw ValueMistake.CONSTANT_FAILS.at(e, failure.getMessage());
    }
  }

  static Optional<Number> integers(String op, long l, long r) {
    return switch (op) {
      case "+" -> Optional.of(Math.addExact(l, r));
      case "-" -> Optional.of(Math.subtractExact(l, r));
      case "*" -> Optional.of(Math.multiplyExact(l, r));
      case "//" -> Optional.of(Math.floorDiv(l, r));
      case "%" -> Optional.of(Math.floorMod(l, r));
      case "/" -> Optional.of((double) l / nonZero((double) r));
      case "**" ->
          r < 0
              ? Optional.of(Math.pow(nonZero((double) l), (double) r))
              : Optional.of(LongMath.checkedPow(l, Math.toIntExact(r)));
      case "&" -> Optional.of(l & r);
      case "|" -> Optional.of(l | r);
      case "^" -> Optional.of(l ^ r);
      case "<<" -> Optional.of(shifted(l, r));
      case ">>" -> Optional.of(l >> Math.min(notNegative(r), Long.SIZE - 1));
      default -> Optional.empty();
    };
  }

  private static long shifted(long value, long count) {
    long kept = value << Math.min(notNegative(count), Long.SIZE - 1);
    if (value != 0 && (count >= Long.SIZE || kept >> count != value)) {
      throw new ArithmeticException("the number is beyond 64 bits");
    }
    return kept;
  }

  private static long notNegative(long count) {
    if (count < 0) {
      throw new ArithmeticException("negative shift count");
    }
    return count;
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
