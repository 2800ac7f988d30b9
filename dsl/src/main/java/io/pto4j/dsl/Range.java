package io.pto4j.dsl;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The values of a counted loop.
 *
 * @param start first value
 * @param end end of the values, exclusive
 * @param step difference of two values
 */
public record Range(long start, long end, long step) implements Iterable<Integer> {

  /** Checks that the loop ends and that its values are {@code int}s. */
  public Range {
    if (step == 0) {
      throw new IllegalArgumentException("the step of a loop must not be 0");
    }
    if (start != (int) start || end != (int) end || step != (int) step) {
      throw new IllegalArgumentException(
          "loop bounds " + start + ", " + end + ", " + step + " do not fit in an int");
    }
  }

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<>() {
      private long next = start;

      @Override
      public boolean hasNext() {
        return step > 0 ? next < end : next > end;
      }

      @Override
      public Integer next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int value = (int) next;
        next += step;
        return value;
      }
    };
  }
}
