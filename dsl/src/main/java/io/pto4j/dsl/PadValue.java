package io.pto4j.dsl;

import java.util.Locale;

/**
 * Value of the elements outside the valid region of a tile or tensor.
 *
 * <p>Source of the rule: PyPTO IR types, PadValue.
 */
public enum PadValue {
  /** Undefined. */
  NULL,
  /** Zero. */
  ZERO,
  /** Largest value of the element type, infinity where it exists. */
  MAX,
  /** Smallest value of the element type, minus infinity where it exists. */
  MIN;

  /** Name in the IR text. */
  public String irName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
