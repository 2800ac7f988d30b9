package io.pto4j.processor.translate;

import io.pto4j.ir.DataType;
import java.util.Optional;

/** Element types by the name that the language and the IR share. */
final class Dtypes {
  private Dtypes() {}

  static Optional<DataType> find(String name) {
    for (DataType dtype : DataType.values()) {
      if (dtype.name().equals(name)) {
        return Optional.of(dtype);
      }
    }
    return Optional.empty();
  }

  static DataType get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalStateException("element type " + name + " is not in the IR"));
  }
}
