package io.pto4j.text;

import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import java.util.Optional;
import java.util.OptionalLong;

/** Compares the type that an author gives to a value with the type that the value has. */
final class Annotations {
  private Annotations() {}

  /**
   * @throws io.pto4j.ir.IrException if they contradict each other
   */
  static void check(Type annotation, Type value, Py place) {
    difference(annotation, value)
        .ifPresent(
            difference -> {
              throw ValueMistake.ANNOTATION_DIFFERS.at(place, difference, IrPrinter.print(value));
            });
  }

  /** Whether a variable of one type can take a value of another. */
  static boolean same(Type before, Type now) {
    if (before instanceof ScalarType(DataType b) && now instanceof ScalarType(DataType n)) {
      return b == n;
    }
    return difference(before, now).isEmpty();
  }

  /** What contradicts, in words; empty if nothing does. */
  private static Optional<String> difference(Type annotation, Type value) {
    if (value == UnknownType.INSTANCE || annotation == UnknownType.INSTANCE) {
      return Optional.empty();
    }
    if (annotation.getClass() != value.getClass()) {
      return Optional.of("");
    }
    if (annotation instanceof ScalarType(DataType a) && value instanceof ScalarType(DataType v)) {
      return agree(a, v) ? Optional.empty() : Optional.of("");
    }
    return annotation instanceof ShapedType a && value instanceof ShapedType v
        ? shapes(a, v)
        : Optional.empty();
  }

  private static boolean agree(DataType annotation, DataType value) {
    return annotation == value
        || (annotation.isInt() && value == DataType.INDEX)
        || (annotation == DataType.INDEX && value.isInt());
  }

  private static Optional<String> shapes(ShapedType annotation, ShapedType value) {
    if (!agree(annotation.dtype(), value.dtype())) {
      return Optional.of(
          ": its elements are %s, not %s"
              .formatted(value.dtype().text(), annotation.dtype().text()));
    }
    boolean flattened = value.rank() > 2 && annotation.rank() <= 2;
    if (flattened) {
      return Optional.empty();
    }
    if (annotation.rank() != value.rank()) {
      return Optional.of(
          ": it has %d dimensions, not %d".formatted(value.rank(), annotation.rank()));
    }
    for (int i = 0; i < value.rank(); i++) {
      OptionalLong a = Dims.constant(annotation.shape().get(i));
      OptionalLong v = Dims.constant(value.shape().get(i));
      if (a.isPresent() && v.isPresent() && a.getAsLong() != v.getAsLong()) {
        return Optional.of(
            ": dimension %d is %d, not %d".formatted(i, v.getAsLong(), a.getAsLong()));
      }
    }
    return Optional.empty();
  }
}
