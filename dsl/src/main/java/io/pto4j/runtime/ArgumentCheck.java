package io.pto4j.runtime;

import io.pto4j.dsl.DType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Checks of the arguments of a program, called by generated stubs. */
public final class ArgumentCheck {

  /** Stands for any extent in an expected shape. */
  public static final long ANY = -1;

  private ArgumentCheck() {}

  /**
   * The tensor, which has the expected element type and shape.
   *
   * @param name name of the argument, for the message
   * @param tensor the argument
   * @param dtype expected element type
   * @param shape expected extents; {@link #ANY} for a dimension known at run time only
   * @throws IllegalArgumentException if it is null or has another element type or shape
   */
  public static <T extends DType<?>> HostTensor<T> tensor(
      String name, HostTensor<?> tensor, T dtype, long... shape) {
    if (tensor == null || !tensor.dtype().equals(dtype) || !matches(tensor.shape(), shape)) {
      throw new IllegalArgumentException(
          "argument "
              + name
              + ": expected "
              + dtype
              + text(shape)
              + ", given "
              + (tensor == null ? "null" : tensor));
    }
    return tensor.as(dtype);
  }

  /**
   * An extent that two arguments share, because their shapes name the same symbol.
   *
   * @param symbol name of the dimension
   * @param first name of the argument that fixes it
   * @param extent its extent there
   * @param other name of another argument
   * @param otherExtent its extent there
   * @return the extent
   * @throws IllegalArgumentException if the extents differ
   */
  public static long sameExtent(
      String symbol, String first, long extent, String other, long otherExtent) {
    if (extent != otherExtent) {
      throw new IllegalArgumentException(
          "argument "
              + other
              + ": dimension "
              + symbol
              + " is "
              + otherExtent
              + ", but "
              + extent
              + " in argument "
              + first);
    }
    return extent;
  }

  private static boolean matches(List<Long> given, long[] expected) {
    if (given.size() != expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] != ANY && expected[i] != given.get(i)) {
        return false;
      }
    }
    return true;
  }

  private static String text(long[] shape) {
    return Arrays.stream(shape)
        .mapToObj(extent -> extent == ANY ? "any" : Long.toString(extent))
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
