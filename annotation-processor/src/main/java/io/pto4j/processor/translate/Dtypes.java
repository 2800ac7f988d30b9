package io.pto4j.processor.translate;

import io.pto4j.ir.DataType;
import java.util.Arrays;
import java.util.Optional;

/** Element types by the name that the language and the IR share. */
final class Dtypes {
  private Dtypes() {}

  static Optional<DataType> find(String name) {
    return Arrays.stream(DataType.values()).filter(d -> d.name().equals(name)).findFirst();
  }

  static DataType get(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalStateException("element type " + name + " is not in the IR"));
  }
}
