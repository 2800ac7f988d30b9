package io.pto4j.sim.runtime;

import io.pto4j.interp.Scalars;
import io.pto4j.interp.Value;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.sim.machine.SimulationException;
import java.util.function.Supplier;

/** Scalar operators of orchestration code. Source: PyPTO IR hierarchy, BinaryExpr and UnaryExpr. */
final class ScalarExprs {
  private ScalarExprs() {}

  static Item binary(BinaryOp op, Item left, Item right, Type type) {
    return computed(() -> item(Scalars.binary(op, value(left), value(right), type)));
  }

  static Item unary(UnaryOp op, Item operand, Type type) {
    return computed(() -> item(Scalars.unary(op, value(operand), type)));
  }

  /** The value as one of a scalar type; what is no number stays as it is. */
  static Item convert(Item item, Type type) {
    return item instanceof Item.Int || item instanceof Item.Real
        ? computed(() -> item(Scalars.convert(value(item), type)))
        : item;
  }

  static long integer(Item item) {
    return computed(() -> Scalars.integer(value(item)));
  }

  private static Value value(Item item) {
    return switch (item) {
      case Item.Int(long v) -> Value.of(v);
      case Item.Real(double v) -> Value.of(v);
      case Item other -> throw new SimulationException("expected a number, found " + other);
    };
  }

  private static Item item(Value value) {
    return value instanceof Value.OfInt(long v)
        ? new Item.Int(v)
        : new Item.Real(Scalars.real(value));
  }

  private static <T> T computed(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new SimulationException(e.getMessage());
    }
  }
}
