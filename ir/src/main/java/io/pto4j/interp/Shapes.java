package io.pto4j.interp;

import java.util.Arrays;

/** Arithmetic of extents; arrays of extents go from the outermost dimension to the innermost. */
final class Shapes {
  private Shapes() {}

  static int count(int[] shape) {
    int count = 1;
    for (int extent : shape) {
      count = Math.multiplyExact(count, extent);
    }
    return count;
  }

  static long[] packedStrides(int[] shape) {
    long[] strides = new long[shape.length];
    long stride = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= shape[i];
    }
    return strides;
  }

  /**
   * The common shape of two operands, aligned at the innermost dimension, where an extent of 1
   * gives way to the other.
   */
  static int[] broadcast(String operator, int[] a, int[] b) {
    int[] result = new int[Math.max(a.length, b.length)];
    for (int i = 1; i <= result.length; i++) {
      int x = i <= a.length ? a[a.length - i] : 1;
      int y = i <= b.length ? b[b.length - i] : 1;
      if (x != y && x != 1 && y != 1) {
        throw new IllegalArgumentException(
            operator
                + ": shapes "
                + Arrays.toString(a)
                + " and "
                + Arrays.toString(b)
                + " do not fit together");
      }
      result[result.length - i] = x == 1 ? y : x;
    }
    return result;
  }

  /** The shape with one extent replaced. */
  static int[] with(int[] shape, int axis, int extent) {
    int[] result = shape.clone();
    result[axis] = extent;
    return result;
  }

  static int[] swapped(int[] shape, int axis1, int axis2) {
    int[] result = shape.clone();
    result[axis1] = shape[axis2];
    result[axis2] = shape[axis1];
    return result;
  }

  /** The shape without the axes of the given ascending list. */
  static int[] without(int[] shape, int[] axes) {
    int[] result = new int[shape.length - axes.length];
    int kept = 0;
    for (int i = 0; i < shape.length; i++) {
      if (Arrays.binarySearch(axes, i) < 0) {
        result[kept++] = shape[i];
      }
    }
    return result;
  }

  static int[] zeros(int rank) {
    return new int[rank];
  }

  /** The position of element number {@code flat} of a region, in row-major order. */
  static int[] position(int[] region, int flat) {
    int[] position = new int[region.length];
    int rest = flat;
    for (int i = region.length - 1; i >= 0; i--) {
      position[i] = rest % region[i];
      rest /= region[i];
    }
    return position;
  }
}
