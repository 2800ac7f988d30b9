package io.pto4j.processor.tree;

import com.sun.source.tree.Tree;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Folds operators on constants as Java does. */
public final class Constants {
  private Constants() {}

  /** The value of an operator on two constants; empty when it has none. */
  public static Optional<Object> binary(Tree.Kind op, Object left, Object right) {
    if (left instanceof Boolean l && right instanceof Boolean r) {
      return logical(op, l, r);
    }
    if (!(left instanceof Number l && right instanceof Number r)) {
      return Optional.empty();
    }
    if (isShift(op)) {
      return shift(op, l, r.longValue());
    }
    if (l instanceof Double || r instanceof Double) {
      return floating(op, l.doubleValue(), r.doubleValue());
    }
    if (l instanceof Float || r instanceof Float) {
      return single(op, l.floatValue(), r.floatValue());
    }
    if (l instanceof Long || r instanceof Long) {
      return integral(op, l.longValue(), r.longValue());
    }
    return integral(op, l.longValue(), r.longValue())
        .map(value -> value instanceof Long v ? (Object) v.intValue() : value);
  }

  /** The value of an operator on a constant; empty when it has none. */
  public static Optional<Object> unary(Tree.Kind op, Object operand) {
    return switch (op) {
      case UNARY_PLUS -> Optional.of(operand);
      case UNARY_MINUS ->
          switch (operand) {
            case Integer v -> Optional.of(-v);
            case Long v -> Optional.of(-v);
            case Float v -> Optional.of(-v);
            case Double v -> Optional.of(-v);
            default -> Optional.empty();
          };
      case BITWISE_COMPLEMENT ->
          switch (operand) {
            case Integer v -> Optional.of(~v);
            case Long v -> Optional.of(~v);
            default -> Optional.empty();
          };
      case LOGICAL_COMPLEMENT -> operand instanceof Boolean v ? Optional.of(!v) : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** The value of a cast of a constant; empty when it has none. */
  public static Optional<Object> cast(TypeKind target, Object operand) {
    return operand instanceof Number number
        ? switch (target) {
          case INT -> Optional.of(toInt(number));
          case LONG -> Optional.of(toLong(number));
          case FLOAT -> Optional.of(number.floatValue());
          case DOUBLE -> Optional.of(number.doubleValue());
          default -> Optional.empty();
        }
        : Optional.empty();
  }

  private static int toInt(Number number) {
    return switch (number) {
      case Float f -> (int) f.floatValue();
      case Double d -> (int) d.doubleValue();
      default -> number.intValue();
    };
  }

  private static long toLong(Number number) {
    return switch (number) {
      case Float f -> (long) f.floatValue();
      case Double d -> (long) d.doubleValue();
      default -> number.longValue();
    };
  }

  private static boolean isShift(Tree.Kind op) {
    return op == Tree.Kind.LEFT_SHIFT
        || op == Tree.Kind.RIGHT_SHIFT
        || op == Tree.Kind.UNSIGNED_RIGHT_SHIFT;
  }

  private static Optional<Object> shift(Tree.Kind op, Number left, long distance) {
    return switch (left) {
      case Integer v ->
          Optional.of(
              switch (op) {
                case LEFT_SHIFT -> v << distance;
                case RIGHT_SHIFT -> v >> distance;
                default -> v >>> distance;
              });
      case Long v ->
          Optional.of(
              switch (op) {
                case LEFT_SHIFT -> v << distance;
                case RIGHT_SHIFT -> v >> distance;
                default -> v >>> distance;
              });
      default -> Optional.empty();
    };
  }

  private static Optional<Object> logical(Tree.Kind op, boolean l, boolean r) {
    return switch (op) {
      case CONDITIONAL_AND, AND -> Optional.of(l && r);
      case CONDITIONAL_OR, OR -> Optional.of(l || r);
      case XOR, NOT_EQUAL_TO -> Optional.of(l != r);
      case EQUAL_TO -> Optional.of(l == r);
      default -> Optional.empty();
    };
  }

  private static Optional<Object> integral(Tree.Kind op, long l, long r) {
    if (r == 0 && (op == Tree.Kind.DIVIDE || op == Tree.Kind.REMAINDER)) {
      return Optional.empty();
    }
    return switch (op) {
      case PLUS -> Optional.of(l + r);
      case MINUS -> Optional.of(l - r);
      case MULTIPLY -> Optional.of(l * r);
      case DIVIDE -> Optional.of(l / r);
      case REMAINDER -> Optional.of(l % r);
      case AND -> Optional.of(l & r);
      case OR -> Optional.of(l | r);
      case XOR -> Optional.of(l ^ r);
      default -> comparison(op, Long.compare(l, r));
    };
  }

  private static Optional<Object> single(Tree.Kind op, float l, float r) {
    return switch (op) {
      case PLUS -> Optional.of(l + r);
      case MINUS -> Optional.of(l - r);
      case MULTIPLY -> Optional.of(l * r);
      case DIVIDE -> Optional.of(l / r);
      case REMAINDER -> Optional.of(l % r);
      default -> floating(op, l, r);
    };
  }

  private static Optional<Object> floating(Tree.Kind op, double l, double r) {
    return switch (op) {
      case PLUS -> Optional.of(l + r);
      case MINUS -> Optional.of(l - r);
      case MULTIPLY -> Optional.of(l * r);
      case DIVIDE -> Optional.of(l / r);
      case REMAINDER -> Optional.of(l % r);
      case LESS_THAN -> Optional.of(l < r);
      case LESS_THAN_EQUAL -> Optional.of(l <= r);
      case GREATER_THAN -> Optional.of(l > r);
      case GREATER_THAN_EQUAL -> Optional.of(l >= r);
      case EQUAL_TO -> Optional.of(l == r);
      case NOT_EQUAL_TO -> Optional.of(l != r);
      default -> Optional.empty();
    };
  }

  private static Optional<Object> comparison(Tree.Kind op, int order) {
    return switch (op) {
      case LESS_THAN -> Optional.of(order < 0);
      case LESS_THAN_EQUAL -> Optional.of(order <= 0);
      case GREATER_THAN -> Optional.of(order > 0);
      case GREATER_THAN_EQUAL -> Optional.of(order >= 0);
      case EQUAL_TO -> Optional.of(order == 0);
      case NOT_EQUAL_TO -> Optional.of(order != 0);
      default -> Optional.empty();
    };
  }
}
