package io.pto4j.serial;

import com.google.common.collect.ImmutableSortedMap;
import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Collects the entries of a map; they are written in the order of their keys. */
final class WireDict {
  private final ImmutableSortedMap.Builder<String, Wire> entries =
      ImmutableSortedMap.naturalOrder();

  @CanIgnoreReturnValue
  WireDict put(String key, Wire value) {
    entries.put(key, value);
    return this;
  }

  @CanIgnoreReturnValue
  WireDict put(String key, String value) {
    return put(key, Wire.of(value));
  }

  @CanIgnoreReturnValue
  WireDict put(String key, long value) {
    return put(key, Wire.of(value));
  }

  Wire build() {
    return new Wire.Dict(0, entries.buildOrThrow());
  }
}
