package io.pto4j.dsl;

import java.util.ArrayList;
import java.util.List;

/**
 * A window of a tensor or tile of known shape: a full-rank offset and shape, and the axes that
 * {@link Slice.Element} drops.
 */
record Window(List<Long> offset, List<Long> shape, List<Long> droppedAxes) {

  Window {
    offset = List.copyOf(offset);
    shape = List.copyOf(shape);
    droppedAxes = List.copyOf(droppedAxes);
  }

  /**
   * The window that the slices take of a value of the given shape; axes without a slice are whole.
   */
  static Window of(List<Long> source, Slice... slices) {
    if (slices.length > source.size()) {
      throw new IllegalArgumentException(
          slices.length + " slices for a value of rank " + source.size() + " with shape " + source);
    }
    List<Long> offset = new ArrayList<>();
    List<Long> shape = new ArrayList<>();
    List<Long> dropped = new ArrayList<>();
    for (int axis = 0; axis < source.size(); axis++) {
      long extent = source.get(axis);
      Slice slice = axis < slices.length ? slices[axis] : new Slice.All();
      switch (slice) {
        case Slice.All() -> {
          offset.add(0L);
          shape.add(extent);
        }
        case Slice.Span(long from, long to) -> {
          checkInside(axis, from, to, extent);
          offset.add(from);
          shape.add(to - from);
        }
        case Slice.Element(long position) -> {
          checkInside(axis, position, position + 1, extent);
          offset.add(position);
          shape.add(1L);
          dropped.add((long) axis);
        }
      }
    }
    return new Window(offset, shape, dropped);
  }

  private static void checkInside(int axis, long from, long to, long extent) {
    if (from < 0 || to > extent) {
      throw new IndexOutOfBoundsException(
          "slice " + from + ".." + to + " of axis " + axis + ", which has " + extent + " elements");
    }
  }

  /** Operands of {@code tensor.slice} and {@code tile.slice} after the source. */
  Object[] operandsAfter(Object source) {
    return droppedAxes.isEmpty()
        ? new Object[] {source, shape, offset}
        : new Object[] {source, shape, offset, List.of(), droppedAxes};
  }
}
