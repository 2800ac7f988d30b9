package io.pto4j.interp;

import io.pto4j.ir.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A tile or tensor: element type, shape, valid region and a strided view of storage, which other
 * values may share. Elements outside the valid region, a rectangle at the origin, are poison, and
 * so are those that were never written.
 */
public final class TensorValue implements Value {
  private final DataType dtype;
  private final int[] shape;
  private final int[] valid;
  private final Storage storage;
  private final long offset;
  private final long[] strides;

  private TensorValue(
      DataType dtype, int[] shape, int[] valid, Storage storage, long offset, long[] strides) {
    this.dtype = dtype;
    this.shape = shape;
    this.valid = valid;
    this.storage = storage;
    this.offset = offset;
    this.strides = strides;
  }

  private static TensorValue packed(DataType dtype, int[] shape, int[] valid, Storage storage) {
    return new TensorValue(dtype, shape, valid, storage, 0, Shapes.packedStrides(shape));
  }

  /** A value none of whose elements is written. */
  public static TensorValue undefined(DataType dtype, int... shape) {
    return packed(dtype, shape, shape, Storage.undefined(dtype, Shapes.count(shape)));
  }

  /** A value over memory of the caller: packed row-major elements, all of which hold a value. */
  public static TensorValue over(DataType dtype, MemorySegment memory, int... shape) {
    return packed(dtype, shape, shape, new Storage.Memory(dtype, memory));
  }

  /**
   * A floating-point value.
   *
   * @param elements those of the valid region in row-major order, values of the type; the array
   *     belongs to the value from now on
   */
  public static TensorValue of(DataType dtype, int[] shape, int[] valid, float[] elements) {
    if (Arrays.equals(shape, valid)) {
      return packed(dtype, shape, valid, new Storage.Floats(elements, Storage.Written.all()));
    }
    TensorValue value = undefined(dtype, shape).withValid(valid);
    value.write(Shapes.zeros(shape.length), valid, elements);
    return value;
  }

  /** An integer or truth value; see {@link #of(DataType, int[], int[], float[])}. */
  public static TensorValue of(DataType dtype, int[] shape, int[] valid, long[] elements) {
    if (Arrays.equals(shape, valid)) {
      return packed(dtype, shape, valid, new Storage.Longs(elements, Storage.Written.all()));
    }
    TensorValue value = undefined(dtype, shape).withValid(valid);
    value.write(Shapes.zeros(shape.length), valid, elements);
    return value;
  }

  /** Element type. */
  public DataType dtype() {
    return dtype;
  }

  /** Extents, outermost dimension first. */
  public int[] shape() {
    return shape.clone();
  }

  /** Extents of the valid region. */
  public int[] valid() {
    return valid.clone();
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.length;
  }

  /** Extent of one axis. */
  public int extent(int axis) {
    return shape[axis];
  }

  /** Whether the valid region is everything. */
  public boolean fullyValid() {
    return Arrays.equals(shape, valid);
  }

  boolean isFloat() {
    return dtype.isFloat();
  }

  /** The elements of the valid region in row-major order, not to be changed. */
  public float[] floats(String reader) {
    return floats(valid, reader);
  }

  /** The elements of the valid region in row-major order, not to be changed. */
  public long[] longs(String reader) {
    return longs(valid, reader);
  }

  /**
   * The elements of a region at the origin in row-major order, not to be changed.
   *
   * @param reader what reads them, for the message
   * @throws PoisonException if one of them holds no value
   */
  float[] floats(int[] region, String reader) {
    float[] whole = whole(region) ? storage.floatsOrNull(Shapes.count(shape)) : null;
    if (whole != null) {
      return whole;
    }
    float[] dense = new float[Shapes.count(region)];
    runs(
        Shapes.zeros(region.length),
        region,
        (at, stride, denseAt, n) -> {
          check(region, reader, at, stride, denseAt, n);
          storage.read(at, stride, dense, denseAt, n);
        });
    return dense;
  }

  /** As {@link #floats(int[], String)} for an integer or truth value. */
  long[] longs(int[] region, String reader) {
    long[] whole = whole(region) ? storage.longsOrNull(Shapes.count(shape)) : null;
    if (whole != null) {
      return whole;
    }
    long[] dense = new long[Shapes.count(region)];
    runs(
        Shapes.zeros(region.length),
        region,
        (at, stride, denseAt, n) -> {
          check(region, reader, at, stride, denseAt, n);
          storage.read(at, stride, dense, denseAt, n);
        });
    return dense;
  }

  private boolean whole(int[] region) {
    return offset == 0
        && Arrays.equals(region, shape)
        && Arrays.equals(valid, shape)
        && Arrays.equals(strides, Shapes.packedStrides(shape));
  }

  private void check(int[] region, String reader, long at, long stride, int denseAt, int n) {
    for (int axis = 0; axis < region.length; axis++) {
      if (region[axis] > valid[axis]) {
        int[] first = Shapes.zeros(region.length);
        first[axis] = valid[axis];
        throw poison(reader, first, "outside the valid region");
      }
    }
    int poison = storage.firstPoison(at, stride, n);
    if (poison >= 0) {
      throw poison(reader, Shapes.position(region, denseAt + poison), "never written");
    }
  }

  private PoisonException poison(String reader, int[] element, String why) {
    return new PoisonException(
        reader
            + " reads element "
            + Arrays.toString(element)
            + " of "
            + this
            + ", which has no value: it is "
            + why);
  }

  /** Writes a region; the elements are in row-major order. */
  void write(int[] at, int[] region, float[] dense) {
    runs(at, region, (to, stride, denseAt, n) -> storage.write(to, stride, dense, denseAt, n));
  }

  /** Writes a region; the elements are in row-major order. */
  void write(int[] at, int[] region, long[] dense) {
    runs(at, region, (to, stride, denseAt, n) -> storage.write(to, stride, dense, denseAt, n));
  }

  /** Gives all elements those of another value of the same type and shape. */
  void assign(OpCall call, TensorValue value) {
    int[] origin = Shapes.zeros(shape.length);
    if (isFloat()) {
      write(origin, shape, value.floats(shape, call.operator()));
    } else {
      write(origin, shape, value.longs(shape, call.operator()));
    }
  }

  /** Elements that lie evenly spaced in the storage and one after the other in a dense array. */
  private interface Run {
    void accept(long at, long stride, int denseAt, int n);
  }

  private void runs(int[] at, int[] region, Run run) {
    long start = offset;
    for (int axis = 0; axis < at.length; axis++) {
      start += at[axis] * strides[axis];
    }
    if (Shapes.count(region) == 0) {
      return;
    }
    // Join the innermost axes that together are evenly spaced.
    int axis = region.length - 1;
    while (axis >= 0 && region[axis] == 1) {
      axis--;
    }
    int n = axis < 0 ? 1 : region[axis];
    long stride = axis < 0 ? 1 : strides[axis];
    while (axis > 0 && (region[axis - 1] == 1 || strides[axis - 1] == n * stride)) {
      axis--;
      n *= region[axis];
    }
    outer(region, Math.max(axis, 0), 0, start, 0, n, stride, run);
  }

  /** Visits the positions of the axes outside the joined ones; returns the next dense index. */
  private int outer(
      int[] region, int joined, int axis, long at, int denseAt, int n, long stride, Run run) {
    if (axis == joined) {
      run.accept(at, stride, denseAt, n);
      return denseAt + n;
    }
    int next = denseAt;
    for (int i = 0; i < region[axis]; i++) {
      next = outer(region, joined, axis + 1, at + i * strides[axis], next, n, stride, run);
    }
    return next;
  }

  /** Whether the elements are in memory that others may change. */
  boolean isOverMemory() {
    return storage instanceof Storage.Memory;
  }

  /** Whether the two may have an element in common. */
  boolean overlaps(TensorValue other) {
    if (!storage.equals(other.storage) || isEmpty() || other.isEmpty()) {
      return false;
    }
    if (offset > other.lastElement() || other.offset > lastElement()) {
      return false;
    }
    return !Arrays.equals(strides, other.strides) || axesOverlap(other);
  }

  private boolean isEmpty() {
    return Shapes.count(shape) == 0;
  }

  private long lastElement() {
    long last = offset;
    for (int axis = 0; axis < shape.length; axis++) {
      last += (shape[axis] - 1) * strides[axis];
    }
    return last;
  }

  /** Windows of one tensor overlap where they do so along every axis. */
  private boolean axesOverlap(TensorValue other) {
    long mine = offset;
    long others = other.offset;
    for (int axis = 0; axis < shape.length; axis++) {
      if (strides[axis] == 0) {
        continue;
      }
      long a = mine / strides[axis];
      long b = others / strides[axis];
      if (a >= b + other.shape[axis] || b >= a + shape[axis]) {
        return false;
      }
      mine %= strides[axis];
      others %= strides[axis];
    }
    return true;
  }

  boolean isPacked() {
    return Arrays.equals(strides, Shapes.packedStrides(shape));
  }

  /** Writes the valid elements that hold a value to the same positions of a value of this shape. */
  void copyTo(TensorValue target) {
    int[] origin = Shapes.zeros(valid.length);
    if (hasPoison()) {
      copyWrittenTo(target);
    } else if (isFloat()) {
      target.write(origin, valid, floats(valid, ""));
    } else {
      target.write(origin, valid, longs(valid, ""));
    }
  }

  /** The same elements, which no later write changes. */
  public TensorValue snapshot() {
    TensorValue copy = undefined(dtype, shape).withValid(valid);
    copyTo(copy);
    return copy;
  }

  private boolean hasPoison() {
    boolean[] found = {false};
    runs(
        Shapes.zeros(valid.length),
        valid,
        (at, stride, _, n) -> found[0] |= storage.firstPoison(at, stride, n) >= 0);
    return found[0];
  }

  private void copyWrittenTo(TensorValue target) {
    runs(
        Shapes.zeros(valid.length),
        valid,
        (at, stride, denseAt, n) -> {
          for (int i = 0; i < n; i++) {
            if (storage.firstPoison(at + i * stride, stride, 1) < 0) {
              target.copyElement(Shapes.position(valid, denseAt + i), storage, at + i * stride);
            }
          }
        });
  }

  private void copyElement(int[] position, Storage from, long at) {
    long to = offset;
    for (int axis = 0; axis < position.length; axis++) {
      to += position[axis] * strides[axis];
    }
    if (isFloat()) {
      float[] element = new float[1];
      from.read(at, 1, element, 0, 1);
      storage.write(to, 1, element, 0, 1);
    } else {
      long[] element = new long[1];
      from.read(at, 1, element, 0, 1);
      storage.write(to, 1, element, 0, 1);
    }
  }

  /** The same elements with another valid region. */
  TensorValue withValid(int... newValid) {
    return new TensorValue(dtype, shape, newValid, storage, offset, strides);
  }

  /** A window that shares storage; it lies inside the shape. */
  TensorValue window(int[] at, int[] windowShape, int[] windowValid) {
    long start = offset;
    for (int axis = 0; axis < at.length; axis++) {
      start += at[axis] * strides[axis];
    }
    return new TensorValue(dtype, windowShape, windowValid, storage, start, strides);
  }

  /** A view without the given axes, whose extents are 1. */
  TensorValue dropAxes(int[] axes) {
    long[] kept = new long[shape.length - axes.length];
    int next = 0;
    for (int i = 0; i < shape.length; i++) {
      if (Arrays.binarySearch(axes, i) < 0) {
        kept[next++] = strides[i];
      }
    }
    return new TensorValue(
        dtype, Shapes.without(shape, axes), Shapes.without(valid, axes), storage, offset, kept);
  }

  /** A view with axes of extent 1 in front, up to a rank. */
  TensorValue withRank(int rank) {
    int added = rank - shape.length;
    if (added <= 0) {
      return this;
    }
    long[] newStrides = new long[rank];
    System.arraycopy(strides, 0, newStrides, added, shape.length);
    return new TensorValue(
        dtype, inFront(shape, added), inFront(valid, added), storage, offset, newStrides);
  }

  private static int[] inFront(int[] extents, int added) {
    int[] result = new int[extents.length + added];
    Arrays.fill(result, 0, added, 1);
    System.arraycopy(extents, 0, result, added, extents.length);
    return result;
  }

  /** A view with two axes exchanged. */
  TensorValue transposed(int axis1, int axis2) {
    long[] newStrides = strides.clone();
    newStrides[axis1] = strides[axis2];
    newStrides[axis2] = strides[axis1];
    return new TensorValue(
        dtype,
        Shapes.swapped(shape, axis1, axis2),
        Shapes.swapped(valid, axis1, axis2),
        storage,
        offset,
        newStrides);
  }

  /** A view of a larger shape, in which axes of extent 1 repeat their element. */
  TensorValue broadcastTo(int[] newShape, int[] newValid) {
    TensorValue aligned = withRank(newShape.length);
    long[] newStrides = aligned.strides.clone();
    for (int axis = 0; axis < newShape.length; axis++) {
      if (aligned.shape[axis] == 1) {
        newStrides[axis] = 0;
      }
    }
    // A repeated axis is valid as far as its one element is, and as far as asked.
    int[] repeated = newValid.clone();
    for (int axis = 0; axis < newShape.length; axis++) {
      if (aligned.shape[axis] != 1 || aligned.valid[axis] == 0) {
        repeated[axis] = aligned.valid[axis];
      }
    }
    return new TensorValue(dtype, newShape, repeated, storage, offset, newStrides);
  }

  /** A view of another shape of as many elements, if the elements are packed; else null. */
  TensorValue reshapedOrNull(int[] newShape, int[] newValid) {
    return isPacked()
        ? new TensorValue(
            dtype, newShape, newValid, storage, offset, Shapes.packedStrides(newShape))
        : null;
  }

  /** Element type, shape and, where it is not everything, valid region. */
  @Override
  public String toString() {
    String text = "a value of type " + dtype.text() + " and shape " + Arrays.toString(shape);
    return fullyValid() ? text : text + " with valid region " + Arrays.toString(valid);
  }
}
