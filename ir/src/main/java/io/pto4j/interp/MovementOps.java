package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.Binary;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import java.util.Arrays;

/** Operators that copy elements: windows of tensors and tiles, and single elements. */
final class MovementOps {
  private MovementOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.load", MovementOps::load);
    table.put("tile.store", MovementOps::store);
    table.put("tile.move", call -> copy(call, call.tensor(0)));
    table.put("tile.extract", MovementOps::extract);
    table.put("tensor.expand_clone", MovementOps::expandClone);
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(level + "assemble", MovementOps::assemble);
      table.put(level + "concat", MovementOps::concat);
      table.put(level + "read", MovementOps::read);
      table.put(level + "write", MovementOps::write);
    }
  }

  /** A value of its own with the same valid elements. */
  static TensorValue copy(OpCall call, TensorValue x) {
    return x.isFloat()
        ? TensorValue.of(x.dtype(), x.shape(), x.valid(), x.floats(call.operator()).clone())
        : TensorValue.of(x.dtype(), x.shape(), x.valid(), x.longs(call.operator()).clone());
  }

  private static Value load(OpCall call) {
    TensorValue tensor = call.tensor(0);
    int[] at = call.integers(1);
    int[] shape = call.extents(2);
    int[] asked = call.has(3) && call.extents(3).length > 0 ? call.extents(3) : shape;
    boolean clamp = call.attributes().getBool("clamp", false);
    int[] valid = ViewOps.windowValid(call, tensor, at, shape, asked, clamp);
    return copy(call, tensor.window(at, shape, valid));
  }

  private static Value extract(OpCall call) {
    TensorValue tile = call.tensor(0);
    int[] at = {Math.toIntExact(call.integer(1)), Math.toIntExact(call.integer(2))};
    int[] shape = call.extents(3);
    int[] valid = ViewOps.windowValid(call, tile, at, shape, shape, false);
    return copy(call, tile.window(at, shape, valid));
  }

  private static Value store(OpCall call) {
    TensorValue tile = call.tensor(0);
    int[] at = call.integers(1);
    TensorValue target = call.tensor(2);
    int[] region = call.has(3) ? call.extents(3) : aligned(tile.valid(), target.rank());
    if (Shapes.count(region) != Shapes.count(tile.valid())) {
      throw call.error(
          Arrays.toString(region)
              + " elements of a tile with valid region "
              + Arrays.toString(tile.valid()));
    }
    return put(call, tile, at, region, target, call.attributes().getInt("atomic", 0) == 1);
  }

  private static Value assemble(OpCall call) {
    TensorValue target = call.tensor(0);
    TensorValue source = call.tensor(1);
    int[] region = aligned(source.valid(), target.rank());
    boolean atomic = call.attributes().getInt("atomic", 0) == 1;
    return put(call, source, call.integers(2), region, target, atomic);
  }

  /** Writes the input into the target, repeated along the axis where the extents differ. */
  private static Value expandClone(OpCall call) {
    TensorValue input = call.tensor(0);
    TensorValue target = call.tensor(1);
    int differing = 0;
    boolean repeats = input.rank() == target.rank();
    for (int axis = 0; repeats && axis < input.rank(); axis++) {
      if (input.extent(axis) != target.extent(axis)) {
        differing++;
        repeats = input.extent(axis) == 1;
      }
    }
    if (!repeats || differing > 1) {
      throw call.error(
          input + " is not " + target + " but for one axis, along which its extent is 1");
    }
    if (input.dtype() != target.dtype()) {
      throw call.unsupported(input + " for " + target + ", of another type,");
    }
    TensorValue repeated = input.broadcastTo(target.shape(), target.shape());
    int[] origin = Shapes.zeros(target.rank());
    return put(call, repeated, origin, repeated.valid(), target, false);
  }

  private static int[] aligned(int[] extents, int rank) {
    int added = rank - extents.length;
    if (added <= 0) {
      return extents;
    }
    int[] result = new int[rank];
    Arrays.fill(result, 0, added, 1);
    System.arraycopy(extents, 0, result, added, extents.length);
    return result;
  }

  /** Writes the valid elements of the source into the target, which it returns. */
  private static TensorValue put(
      OpCall call, TensorValue source, int[] at, int[] region, TensorValue target, boolean add) {
    checkInside(call, at, region, target.shape());
    if (source.dtype() != target.dtype() && !narrows(source.dtype(), target.dtype())) {
      throw call.error(
          "elements of type " + source.dtype().text() + " into " + target.dtype().text());
    }
    if (source.isFloat()) {
      float[] a = source.floats(call.operator());
      if (source.dtype() != target.dtype()) {
        a = a.clone();
        FloatFormat.of(target.dtype()).round(a, 0, a.length);
      }
      target.write(at, region, add ? sum(call, target, at, region, a) : a);
    } else {
      long[] a = source.longs(call.operator());
      target.write(at, region, add ? sum(call, target, at, region, a) : a);
    }
    return grown(target, at, region);
  }

  /** The narrowing that the accumulator's way out offers. */
  private static boolean narrows(DataType from, DataType to) {
    return from == DataType.FP32 && (to == DataType.FP16 || to == DataType.BF16);
  }

  private static float[] sum(OpCall call, TensorValue target, int[] at, int[] region, float[] a) {
    float[] old = target.window(at, region, region).floats(call.operator());
    float[] d = new float[a.length];
    Binary.ADD.apply(FloatFormat.of(target.dtype()), old, 0, a, 0, d, 0, d.length);
    return d;
  }

  private static long[] sum(OpCall call, TensorValue target, int[] at, int[] region, long[] a) {
    long[] old = target.window(at, region, region).longs(call.operator());
    long[] d = new long[a.length];
    Binary.ADD.apply(IntFormat.of(target.dtype()), old, 0, a, 0, d, 0, d.length);
    return d;
  }

  static void checkInside(OpCall call, int[] at, int[] region, int[] shape) {
    if (at.length != shape.length || region.length != shape.length) {
      throw call.error(
          "offsets "
              + Arrays.toString(at)
              + " and extents "
              + Arrays.toString(region)
              + " for a shape "
              + Arrays.toString(shape));
    }
    for (int axis = 0; axis < shape.length; axis++) {
      if (at[axis] < 0 || at[axis] + region[axis] > shape[axis]) {
        throw call.error(
            "elements "
                + at[axis]
                + " to "
                + (at[axis] + region[axis])
                + " of axis "
                + axis
                + ", which has "
                + shape[axis]);
      }
    }
  }

  /** The target with a valid region that covers what was written. */
  private static TensorValue grown(TensorValue target, int[] at, int[] region) {
    if (target.fullyValid()) {
      return target;
    }
    int[] valid = target.valid();
    for (int axis = 0; axis < valid.length; axis++) {
      valid[axis] = Math.max(valid[axis], at[axis] + region[axis]);
    }
    return target.withValid(valid);
  }

  private static Value concat(OpCall call) {
    TensorValue left = call.tensor(0);
    TensorValue right = call.tensor(1);
    if (left.rank() != 2
        || right.rank() != 2
        || left.extent(0) != right.extent(0)
        || left.dtype() != right.dtype()) {
      throw call.error("cannot put " + left + " beside " + right);
    }
    int[] shape = {left.extent(0), left.extent(1) + right.extent(1)};
    TensorValue result = TensorValue.undefined(left.dtype(), shape);
    int[] origin = {0, 0};
    int[] beside = {0, left.extent(1)};
    put(call, left, origin, left.valid(), result, false);
    put(call, right, beside, right.valid(), result, false);
    return result;
  }

  /** One element, as a window. */
  static TensorValue element(OpCall call, TensorValue x, int[] at) {
    int[] one = new int[at.length];
    Arrays.fill(one, 1);
    checkInside(call, at, one, x.shape());
    return x.window(at, one, one);
  }

  private static Value read(OpCall call) {
    TensorValue x = call.tensor(0);
    int[] at = call.integers(1);
    for (int axis = 0; axis < Math.min(at.length, x.rank()); axis++) {
      if (at[axis] >= x.valid()[axis] && at[axis] < x.extent(axis)) {
        throw new PoisonException(
            call.operator()
                + " reads element "
                + Arrays.toString(at)
                + " of "
                + x
                + ", which has no value: it is outside the valid region");
      }
    }
    TensorValue element = element(call, x, at);
    String reader = call.operator() + " at " + Arrays.toString(at) + " of " + x;
    return x.isFloat()
        ? Value.of((double) element.floats(reader)[0])
        : Value.of(element.longs(reader)[0]);
  }

  private static Value write(OpCall call) {
    TensorValue x = call.tensor(0);
    int[] at = call.integers(1);
    TensorValue element = element(call, x, at);
    int[] origin = Shapes.zeros(at.length);
    if (x.isFloat()) {
      element.write(origin, element.shape(), new float[] {Numbers.toFloat(call, 2, x.dtype())});
    } else {
      element.write(origin, element.shape(), new long[] {Numbers.toLong(call, 2, x.dtype())});
    }
    return x;
  }
}
