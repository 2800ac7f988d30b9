package io.pto4j.interp;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Where two results differ. */
public final class Differences {
  private static final long PRIME = 1_000_003;

  private Differences() {}

  /**
   * The first difference between two values, bit by bit; all NaN are the same. An element without a
   * value differs from every element with one.
   *
   * @param name of what is compared
   * @return a sentence without a full stop; empty when there is none
   */
  public static Optional<String> first(String name, Value before, Value after) {
    if (before instanceof TensorValue b && after instanceof TensorValue a) {
      return tensors(b, a).map(text -> name + text);
    }
    return before.equals(after)
        ? Optional.empty()
        : Optional.of("%s is %s before and %s after".formatted(name, before, after));
  }

  /**
   * A number that is the same for values with the same elements in row-major order, whatever their
   * shapes, and hardly ever for others.
   */
  public static long digest(Value value) {
    if (!(value instanceof TensorValue tensor)) {
      return value.hashCode();
    }
    IntFunction<OptionalLong> elements = elements(tensor);
    int[] shape = tensor.shape();
    int[] valid = tensor.valid();
    long digest = 1;
    for (int i = 0; i < Shapes.count(shape); i++) {
      if (isInside(Shapes.position(shape, i), valid)) {
        digest = digest * PRIME + elements.apply(i).hashCode();
      }
    }
    return digest;
  }

  private static boolean isInside(int[] position, int[] valid) {
    return IntStream.range(0, position.length).allMatch(axis -> position[axis] < valid[axis]);
  }

  private static Optional<String> tensors(TensorValue before, TensorValue after) {
    if (before.dtype() != after.dtype() || !Arrays.equals(before.shape(), after.shape())) {
      return Optional.of(" is %s before and %s after".formatted(before, after));
    }
    IntFunction<OptionalLong> b = elements(before);
    IntFunction<OptionalLong> a = elements(after);
    OptionalInt at =
        IntStream.range(0, Shapes.count(before.shape()))
            .filter(i -> !b.apply(i).equals(a.apply(i)))
            .findFirst();
    return at.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s is %s before and %s after"
                .formatted(
                    Arrays.toString(Shapes.position(before.shape(), at.getAsInt())),
                    text(before, at.getAsInt()),
                    text(after, at.getAsInt())));
  }

  /** The bits of an element by its number; empty where it has no value. */
  private static IntFunction<OptionalLong> elements(TensorValue value) {
    try {
      long[] bits = bits(value);
      return i -> OptionalLong.of(bits[i]);
    } catch (PoisonException _) {
      return i -> element(value, i);
    }
  }

  private static OptionalLong element(TensorValue value, int number) {
    try {
      return OptionalLong.of(bits(one(value, number))[0]);
    } catch (PoisonException _) {
      return OptionalLong.empty();
    }
  }

  private static long[] bits(TensorValue value) {
    if (!value.isFloat()) {
      return value.longs(value.shape(), "");
    }
    float[] elements = value.floats(value.shape(), "");
    return IntStream.range(0, elements.length)
        .mapToLong(i -> Float.floatToIntBits(elements[i]))
        .toArray();
  }

  private static String text(TensorValue value, int element) {
    try {
      TensorValue one = one(value, element);
      return value.isFloat() ? Float.toString(one.floats("")[0]) : Long.toString(one.longs("")[0]);
    } catch (PoisonException _) {
      return "without a value";
    }
  }

  private static TensorValue one(TensorValue value, int element) {
    int[] at = Shapes.position(value.shape(), element);
    int[] single = new int[at.length];
    Arrays.fill(single, 1);
    int[] valid = single.clone();
    int[] region = value.valid();
    for (int axis = 0; axis < at.length; axis++) {
      valid[axis] = at[axis] < region[axis] ? 1 : 0;
    }
    if (Arrays.stream(valid).anyMatch(v -> v == 0)) {
      throw new PoisonException("outside the valid region");
    }
    return value.window(at, single, valid);
  }
}
