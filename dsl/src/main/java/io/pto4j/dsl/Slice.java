package io.pto4j.dsl;

/**
 * What a window takes of one axis. Made by {@link Pl#rows}, {@link Pl#cols}, {@link Pl#span},
 * {@link Pl#all} and {@link Pl#index}.
 */
public sealed interface Slice {

  /**
   * The positions {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param from first position
   * @param to position after the last one
   */
  record Span(long from, long to) implements Slice {

    /** Checks that the range is not empty. */
    public Span {
      if (from < 0 || to <= from) {
        throw new IllegalArgumentException(
            "a slice from "
                + from
                + " to "
                + to
                + " is empty or begins before the axis: write 0 <= from < to");
      }
    }
  }

  /** The whole axis. */
  record All() implements Slice {}

  /**
   * One position; the axis is dropped from the result.
   *
   * @param position the position
   */
  record Element(long position) implements Slice {}
}
