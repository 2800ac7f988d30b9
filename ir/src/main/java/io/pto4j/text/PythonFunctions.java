package io.pto4j.text;

import com.google.common.math.LongMath;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Functions of Python, and of its module {@code math}, that constants of a text are made with. */
final class PythonFunctions {
  private PythonFunctions() {}

  /** A function of the elements of a list; empty if it is none of these, or the list has none. */
  static Optional<Number> ofList(String function, List<Number> values) {
    return switch (function) {
      case "sum" -> values.stream().reduce(PythonFunctions::plus).or(() -> Optional.of(0L));
      case "math.prod" -> values.stream().reduce(PythonFunctions::times).or(() -> Optional.of(1L));
      case "min", "max" -> values.isEmpty() ? Optional.empty() : extreme(function, values);
      default -> Optional.empty();
    };
  }

  /**
   * A function of numbers; empty if it is none of these, or takes another number of them.
   *
   * @throws ArithmeticException when the result is no number, or an integer beyond 64 bits
   */
  static Optional<Number> ofNumbers(String function, List<Number> values) {
    return switch (values.size()) {
      case 0 -> Optional.empty();
      case 1 -> ofNumber(function, values.getFirst());
      case 2 ->
          extreme(function, values).or(() -> ofTwo(function, values.getFirst(), values.getLast()));
      default -> extreme(function, values);
    };
  }

  private static Optional<Number> ofNumber(String function, Number n) {
    double value = n.doubleValue();
    return switch (function) {
      case "abs" ->
          Optional.of(n instanceof Long l ? (Number) Math.absExact(l) : (Number) Math.abs(value));
      case "int", "math.trunc" -> Optional.of(integer(n, RoundingMode.DOWN));
      case "round" -> Optional.of(integer(n, RoundingMode.HALF_EVEN));
      case "math.floor" -> Optional.of(integer(n, RoundingMode.FLOOR));
      case "math.ceil" -> Optional.of(integer(n, RoundingMode.CEILING));
      case "math.sqrt" -> real(Math::sqrt, value);
      case "math.exp" -> real(Math::exp, value);
      case "math.log" -> real(Math::log, value);
      case "math.log2" -> real(PythonFunctions::log2, value);
      case "math.log10" -> real(Math::log10, value);
      default -> Optional.empty();
    };
  }

  private static Optional<Number> ofTwo(String function, Number left, Number right) {
    if (function.equals("math.pow")) {
      return real(l -> Math.pow(l, right.doubleValue()), left.doubleValue());
    }
    return left instanceof Long l && right instanceof Long r
        ? switch (function) {
          case "pow" -> LiteralFolder.integers("**", l, r);
          case "math.gcd" -> Optional.of(LongMath.gcd(Math.absExact(l), Math.absExact(r)));
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  private static Optional<Number> extreme(String function, List<Number> values) {
    return switch (function) {
      case "min" -> Optional.of(Collections.min(values, LiteralFolder::compare));
      case "max" -> Optional.of(Collections.max(values, LiteralFolder::compare));
      default -> Optional.empty();
    };
  }

  private static Number integer(Number n, RoundingMode mode) {
    if (n instanceof Long) {
      return n;
    }
    double value = n.doubleValue();
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("no integer is " + value);
    }
    return new BigDecimal(value).setScale(0, mode).longValueExact();
  }

  private static Optional<Number> real(DoubleUnaryOperator function, double value) {
    double result = function.applyAsDouble(value);
    if (Double.isFinite(value) && !Double.isFinite(result)) {
      throw new ArithmeticException("math domain error");
    }
    return Optional.of(result);
  }

  /** Exact for powers of two, unlike the quotient of two logarithms. */
  private static double log2(double value) {
    int exponent = Math.getExponent(value);
    boolean power =
        value > 0 && exponent <= Double.MAX_EXPONENT && Math.scalb(1.0, exponent) == value;
    return power ? exponent : Math.log(value) / Math.log(2);
  }

  private static Number plus(Number left, Number right) {
    return left instanceof Long l && right instanceof Long r
        ? (Number) Math.addExact(l, r)
        : (Number) (left.doubleValue() + right.doubleValue());
  }

  private static Number times(Number left, Number right) {
    return left instanceof Long l && right instanceof Long r
        ? (Number) Math.multiplyExact(l, r)
        : (Number) (left.doubleValue() * right.doubleValue());
  }
}
