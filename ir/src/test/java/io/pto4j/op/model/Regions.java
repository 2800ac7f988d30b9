package io.pto4j.op.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Valid regions of constant extents: what is left of them, and whether it can be said at all. */
final class Regions {
  private Regions() {}

  /** How far a window that is read has to lie within its source. */
  enum Reach {
    /** All of it. */
    WINDOW,
    /** As much as is asked for. */
    ASKED,
    /** It may end behind the source, and is cut there. */
    CLAMPED
  }

  /** The valid extents of a window; empty when it must not be read. */
  static Optional<long[]> read(
      long[] shape, long[] valid, long[] offset, long[] window, Optional<long[]> part, Reach kind) {
    long[] asked = part.orElse(window);
    long[] result = new long[shape.length];
    for (int i = 0; i < shape.length; i++) {
      long reach = kind == Reach.WINDOW ? window[i] : asked[i];
      boolean past = kind != Reach.CLAMPED && offset[i] + reach > shape[i];
      if (offset[i] < 0 || asked[i] < 0 || asked[i] > window[i] || past) {
        return Optional.empty();
      }
      result[i] = Math.min(asked[i], Math.max(valid[i], offset[i]) - offset[i]);
    }
    return Optional.of(result);
  }

  /** The valid extents of a target into which a part is written; empty when it is no rectangle. */
  static Optional<long[]> written(
      long[] shape, long[] valid, long[] offset, long[] reach, long[] part) {
    for (int i = 0; i < shape.length; i++) {
      if (offset[i] < 0 || offset[i] + reach[i] > shape[i]) {
        return Optional.empty();
      }
    }
    if (isEmpty(part)) {
      return Optional.of(valid);
    }
    boolean atOrigin = Arrays.stream(offset).allMatch(o -> o == 0);
    if (isEmpty(valid)) {
      return atOrigin ? Optional.of(part) : Optional.empty();
    }
    int[] growing =
        IntStream.range(0, shape.length).filter(i -> offset[i] + part[i] > valid[i]).toArray();
    if (growing.length == 0) {
      return Optional.of(valid);
    }
    if (atOrigin && IntStream.range(0, shape.length).allMatch(i -> part[i] >= valid[i])) {
      return Optional.of(part);
    }
    int axis = growing[0];
    boolean othersEqual =
        IntStream.range(0, shape.length)
            .filter(i -> i != axis)
            .allMatch(i -> offset[i] == 0 && part[i] == valid[i]);
    if (growing.length > 1 || !othersEqual || offset[axis] > valid[axis]) {
      return Optional.empty();
    }
    long[] result = valid.clone();
    result[axis] = offset[axis] + part[axis];
    return Optional.of(result);
  }

  /** The valid extents in another shape of as many elements; empty when they are no rectangle. */
  static Optional<long[]> reshaped(long[] shape, long[] valid, long[] target, boolean rowsInOrder) {
    if (Arrays.equals(shape, valid)) {
      return Optional.of(target);
    }
    if (isEmpty(valid)) {
      return Optional.of(new long[target.length]);
    }
    if (Arrays.equals(withoutUnits(shape, shape), withoutUnits(target, target))) {
      long[] carried = withoutUnits(shape, valid);
      long[] result = target.clone();
      int next = 0;
      for (int i = 0; i < target.length; i++) {
        result[i] = target[i] == 1 ? 1 : carried[next++];
      }
      return Optional.of(result);
    }
    return rowsInOrder && isPrefix(shape, valid)
        ? prefix(product(valid, 0), target)
        : Optional.empty();
  }

  private static long[] withoutUnits(long[] shape, long[] values) {
    return IntStream.range(0, shape.length)
        .filter(i -> shape[i] != 1)
        .mapToLong(i -> values[i])
        .toArray();
  }

  private static boolean isPrefix(long[] shape, long[] valid) {
    int free = shape.length - 1;
    while (valid[free] == shape[free]) {
      free--;
    }
    return IntStream.range(0, free).allMatch(i -> valid[i] == 1);
  }

  private static Optional<long[]> prefix(long elements, long[] target) {
    for (int i = 0; i < target.length; i++) {
      long row = product(target, i + 1);
      if (elements % row == 0 && elements / row <= target[i]) {
        long[] result = target.clone();
        Arrays.fill(result, 0, i, 1);
        result[i] = elements / row;
        return Optional.of(result);
      }
    }
    return Optional.empty();
  }

  static long product(long[] extents, int from) {
    return Arrays.stream(extents, from, extents.length).reduce(1, (a, b) -> a * b);
  }

  private static boolean isEmpty(long[] region) {
    return Arrays.stream(region).anyMatch(extent -> extent == 0);
  }
}
