package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;

/** Operators that look at the same elements differently. */
final class ViewOps {
  private ViewOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(level + "slice", ViewOps::slice);
      table.put(level + "reshape", ViewOps::reshape);
      table.put(level + "set_validshape", ViewOps::setValid);
    }
    table.put("tile.transpose", call -> MovementOps.copy(call, transposed(call)));
    table.put("tensor.transpose", ViewOps::transposed);
    table.put(
        "tile.transpose_view",
        call -> {
          TensorValue x = call.tensor(0);
          return x.transposed(x.rank() - 2, x.rank() - 1);
        });
    table.put(
        "tensor.dim",
        call -> {
          TensorValue x = call.tensor(0);
          return Value.of(x.extent(call.axisOperand(1, x.rank())));
        });
  }

  /**
   * The valid region of a window: what was asked for, as far as the source is valid there.
   *
   * @throws IllegalArgumentException if the part that was asked for leaves the source
   */
  static int[] windowValid(
      OpCall call, TensorValue source, int[] at, int[] shape, int[] asked, boolean clamp) {
    int rank = source.rank();
    if (at.length != rank || shape.length != rank || asked.length != rank) {
      throw call.unsupported(
          "a window of shape "
              + Arrays.toString(shape)
              + " at "
              + Arrays.toString(at)
              + " in a value of rank "
              + rank);
    }
    int[] sourceValid = source.valid();
    int[] valid = new int[rank];
    for (int axis = 0; axis < rank; axis++) {
      if (asked[axis] > shape[axis]) {
        throw call.error(
            "valid extent "
                + asked[axis]
                + " of axis "
                + axis
                + " exceeds the window's "
                + shape[axis]);
      }
      boolean leaves = !clamp && (long) at[axis] + asked[axis] > source.extent(axis);
      if (at[axis] < 0 || leaves) {
        throw call.error(
            "the window "
                + at[axis]
                + " to "
                + ((long) at[axis] + asked[axis])
                + " leaves axis "
                + axis
                + ", which has "
                + source.extent(axis)
                + " elements");
      }
      int available = Math.max(sourceValid[axis] - at[axis], 0);
      valid[axis] = Math.min(asked[axis], available);
    }
    return valid;
  }

  private static Value slice(OpCall call) {
    TensorValue x = call.tensor(0);
    int[] shape = call.extents(1);
    int[] at = call.integers(2);
    if (shape.length != x.rank() || at.length != x.rank()) {
      throw call.unsupported("a window of another rank than " + x);
    }
    int[] asked = call.has(3) && call.extents(3).length > 0 ? call.extents(3) : shape;
    boolean clamp = call.attributes().getBool("clamp", false);
    TensorValue window = x.window(at, shape, windowValid(call, x, at, shape, asked, clamp));
    if (!call.has(4)) {
      return window;
    }
    TensorValue dropped = window.dropAxes(dropped(call, shape));
    return call.tileLevel() ? dropped.withRank(2) : dropped;
  }

  private static int[] dropped(OpCall call, int[] shape) {
    int[] axes = Arrays.stream(call.integers(4)).sorted().distinct().toArray();
    for (int axis : axes) {
      if (axis < 0 || axis >= shape.length || shape[axis] != 1) {
        throw call.error(
            "axis "
                + axis
                + " of a window of shape "
                + Arrays.toString(shape)
                + " cannot be dropped");
      }
    }
    return axes;
  }

  private static Value setValid(OpCall call) {
    TensorValue x = call.tensor(0);
    int[] valid = {Math.toIntExact(call.integer(1)), Math.toIntExact(call.integer(2))};
    boolean fits =
        x.rank() == 2
            && valid[0] >= 0
            && valid[1] >= 0
            && valid[0] <= x.extent(0)
            && valid[1] <= x.extent(1);
    if (!fits) {
      throw call.error("valid region " + Arrays.toString(valid) + " for " + x);
    }
    return x.withValid(valid);
  }

  private static TensorValue transposed(OpCall call) {
    TensorValue x = call.tensor(0);
    TensorValue result = x.transposed(call.axisOperand(1, x.rank()), call.axisOperand(2, x.rank()));
    // At tile level a further operand is scratch, at tensor level it is the valid region.
    return call.tileLevel() || !call.has(3) ? result : result.withValid(call.extents(3));
  }

  private static Value reshape(OpCall call) {
    TensorValue x = call.tensor(0);
    int[] shape = call.extents(1);
    if (Shapes.count(shape) != Shapes.count(x.shape())) {
      throw call.error(x + " has another number of elements than " + Arrays.toString(shape));
    }
    int[] derived = reshapedValid(call, x, shape);
    TensorValue view = x.reshapedOrNull(shape, derived);
    TensorValue result = view != null ? view : reshapedCopy(call, x, shape, derived);
    return call.has(2) && call.extents(2).length > 0 ? result.withValid(call.extents(2)) : result;
  }

  private static TensorValue reshapedCopy(OpCall call, TensorValue x, int[] shape, int[] valid) {
    return x.isFloat()
        ? TensorValue.of(x.dtype(), shape, valid, x.floats(call.operator()).clone())
        : TensorValue.of(x.dtype(), shape, valid, x.longs(call.operator()).clone());
  }

  /**
   * Where the valid elements lie after a reshape, if that is a rectangle at the origin again.
   * Source: PyPTO operators, reshape of a valid region.
   */
  private static int[] reshapedValid(OpCall call, TensorValue x, int[] shape) {
    int[] valid = x.valid();
    if (x.fullyValid()) {
      return shape;
    }
    int count = Shapes.count(valid);
    if (count == 0) {
      return Shapes.zeros(shape.length);
    }
    int[] carried = carried(x.shape(), valid, shape);
    if (carried != null) {
      return carried;
    }
    if (!flatPrefix(x.shape(), valid)) {
      throw call.error("the valid region of " + x + " is no rectangle in the new shape");
    }
    int volume = Shapes.count(shape);
    for (int axis = 0; axis < shape.length; axis++) {
      volume /= Math.max(shape[axis], 1);
      if (count % volume == 0 && count / volume <= shape[axis]) {
        int[] result = shape.clone();
        Arrays.fill(result, 0, axis, 1);
        result[axis] = count / volume;
        return result;
      }
    }
    throw call.error("the valid region of " + x + " is no rectangle in the new shape");
  }

  /** The valid region if only axes of extent 1 come or go; else null. */
  private static int[] carried(int[] shape, int[] valid, int[] newShape) {
    int[] result = new int[newShape.length];
    int old = 0;
    for (int axis = 0; axis < newShape.length; axis++) {
      while (old < shape.length && shape[old] == 1 && newShape[axis] != 1) {
        old++;
      }
      if (old < shape.length && shape[old] == newShape[axis]) {
        result[axis] = valid[old++];
      } else if (newShape[axis] == 1) {
        result[axis] = 1;
      } else {
        return null;
      }
    }
    while (old < shape.length && shape[old] == 1) {
      old++;
    }
    return old == shape.length ? result : null;
  }

  /** Whether the valid elements are the first ones in row-major order. */
  private static boolean flatPrefix(int[] shape, int[] valid) {
    int free = 0;
    while (free < valid.length && valid[free] == 1) {
      free++;
    }
    for (int axis = free + 1; axis < valid.length; axis++) {
      if (valid[axis] != shape[axis]) {
        return false;
      }
    }
    return true;
  }
}
