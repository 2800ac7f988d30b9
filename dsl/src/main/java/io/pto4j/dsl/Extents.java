package io.pto4j.dsl;

import java.util.List;

/**
 * Size of a window, in elements, one extent per dimension: {@code Pl.shape(64, 256)}.
 *
 * @param values the extents, outermost dimension first
 */
public record Extents(List<Long> values) {

  /** Makes the list immutable. */
  public Extents {
    values = List.copyOf(values);
  }
}
