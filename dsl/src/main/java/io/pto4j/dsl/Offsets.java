package io.pto4j.dsl;

import java.util.List;

/**
 * Where a window begins, in elements, one offset per dimension: {@code Pl.at(i * 64, 0)}.
 *
 * @param values the offsets, outermost dimension first
 */
public record Offsets(List<Long> values) {

  /** Makes the list immutable. */
  public Offsets {
    values = List.copyOf(values);
  }
}
