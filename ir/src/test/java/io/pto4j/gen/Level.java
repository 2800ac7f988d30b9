package io.pto4j.gen;

import io.pto4j.gen.Scope.Shape;
import java.util.Locale;

/** How generated programs say what differs between tiles in a kernel and tensors in a region. */
enum Level {
  TILE,
  TENSOR;

  /** A window of a tensor as a value to compute with. */
  String window(String tensor, String row, Shape shape) {
    return this == TILE
        ? "pl.load(%s, [%s, 0], %s)".formatted(tensor, row, shape.extents())
        : "pl.slice(%s, %s, [%s, 0])".formatted(tensor, shape.extents(), row);
  }

  /** The type of a value of a shape. */
  String type(Shape shape) {
    return "pl.%s[%s, pl.%s]"
        .formatted(this == TILE ? "Tile" : "Tensor", shape.extents(), shape.dtype());
  }

  /** A statement that writes a value to a tensor. */
  String store(String value, String row, String tensor) {
    return this == TILE
        ? "%s = pl.store(%s, [%s, 0], %s)".formatted(tensor, value, row, tensor)
        : "%s = pl.assemble(%s, %s, [%s, 0])".formatted(tensor, tensor, value, row);
  }

  /** A number read from an FP32 value. */
  String element(String value, String row, int column) {
    return "pl.%s.read(%s, [%s, %d])".formatted(namespace(), value, row, column);
  }

  private String namespace() {
    return name().toLowerCase(Locale.ROOT);
  }

  String filled(Shape shape, String value) {
    return "pl.%s.full(%s, dtype=pl.%s, value=%s)"
        .formatted(namespace(), shape.extents(), shape.dtype(), value);
  }
}
