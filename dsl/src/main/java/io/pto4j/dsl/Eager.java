package io.pto4j.dsl;

import io.pto4j.runtime.EagerEngines;
import io.pto4j.runtime.EagerValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hands calls of the language to the eager engine, in the terms of the IR. */
final class Eager {

  private Eager() {}

  static Object apply(String operator, Object... operands) {
    return apply(operator, Map.of(), operands);
  }

  static Object apply(String operator, Map<String, Object> attributes, Object... operands) {
    List<Object> values = Arrays.stream(operands).map(Eager::operand).toList();
    return EagerEngines.engine().apply(operator, values, attributes);
  }

  static <T extends DType<?>> Tile<T> tile(String operator, Object... operands) {
    return new Tile<>(value(operator, apply(operator, operands)));
  }

  static <T extends DType<?>> Tile<T> tile(
      String operator, Map<String, Object> attributes, Object... operands) {
    return new Tile<>(value(operator, apply(operator, attributes, operands)));
  }

  /** The same elements again, for an operator that would write into those of the tile. */
  static <T extends DType<?>> Tile<T> copy(Tile<T> tile) {
    return tile("tile.move", tile);
  }

  static <T extends DType<?>> Tensor<T> tensor(String operator, Object... operands) {
    return new Tensor<>(value(operator, apply(operator, operands)));
  }

  static <T extends DType<?>> Tensor<T> tensor(
      String operator, Map<String, Object> attributes, Object... operands) {
    return new Tensor<>(value(operator, apply(operator, attributes, operands)));
  }

  static Number number(String operator, Object... operands) {
    return switch (apply(operator, operands)) {
      case Number number -> number;
      case Boolean truth -> truth ? 1 : 0;
      case Object other -> throw unexpected(operator, "a scalar", other);
    };
  }

  static long integer(String operator, Object... operands) {
    return number(operator, operands).longValue();
  }

  /**
   * Attributes by alternating names and values; enumerations with a code are given by their code.
   */
  static Map<String, Object> attributes(Object... namesAndValues) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      attributes.put(
          (String) namesAndValues[i], value instanceof AttributeCode coded ? coded.code() : value);
    }
    return attributes;
  }

  /** The attribute if it is set, as operators store it. */
  static Map<String, Object> flag(String name, boolean set) {
    return set ? Map.of(name, true) : Map.of();
  }

  /** The attribute unless it has its usual value. */
  static Map<String, Object> unless(AttributeCode usual, String name, AttributeCode value) {
    return value.equals(usual) ? Map.of() : attributes(name, value);
  }

  /**
   * A number that an engine delivered, in the Java type of the element type. The caller's value has
   * the element type whose {@link ScalarOf} names {@code S}, which is what makes the conversion
   * safe.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <S> S element(DType<?> dtype, Number value) {
    return ((ScalarOf<S>) dtype).scalar(value);
  }

  private static Object operand(Object operand) {
    return switch (operand) {
      case Tile<?> tile -> tile.value();
      case Tensor<?> tensor -> tensor.value();
      case Offsets(List<Long> values) -> values;
      case Extents(List<Long> values) -> values;
      case Object other -> other;
    };
  }

  private static EagerValue value(String operator, Object result) {
    if (result instanceof EagerValue value) {
      return value;
    }
    throw unexpected(operator, "a tile or tensor", result);
  }

  private static IllegalStateException unexpected(String operator, String expected, Object result) {
    return new IllegalStateException(
        "the eager engine answered "
            + operator
            + " with "
            + result
            + " where "
            + expected
            + " was expected");
  }
}
