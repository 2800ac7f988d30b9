package io.pto4j.runtime;

import io.pto4j.dsl.BOOL;
import io.pto4j.dsl.DType;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.INT32;
import io.pto4j.dsl.INT64;
import io.pto4j.dsl.Pl;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A tensor in host memory: row-major elements over a {@link MemorySegment}, little-endian.
 *
 * <p>BOOL elements take one byte, 0 or 1. A host tensor is not synchronised; while a program runs
 * that was given the tensor, other threads leave it alone.
 *
 * @param <T> element type
 */
public final class HostTensor<T extends DType<?>> {

  private static final long ALIGNMENT = 64;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final T dtype;
  private final DType.Kind kind;
  private final long[] shape;
  private final long size;
  private final MemorySegment segment;

  private HostTensor(T dtype, MemorySegment segment, long[] shape) {
    this.dtype = dtype;
    this.kind = dtype.kind();
    this.shape = shape;
    this.size = count(shape);
    this.segment = segment;
  }

  /**
   * A tensor of zeros in memory of its own.
   *
   * @param dtype element type
   * @param shape extents, outermost dimension first; none for a single element
   * @throws IllegalArgumentException if an extent is negative
   */
  public static <T extends DType<?>> HostTensor<T> allocate(T dtype, long... shape) {
    long bytes = Math.multiplyExact(count(shape), dtype.bytes());
    return new HostTensor<>(dtype, Arena.ofAuto().allocate(bytes, ALIGNMENT), shape.clone());
  }

  /**
   * A tensor over memory of the caller, which lives as long as the tensor is used.
   *
   * @throws IllegalArgumentException if the segment has not exactly the size of the tensor
   */
  public static <T extends DType<?>> HostTensor<T> wrap(
      T dtype, MemorySegment segment, long... shape) {
    long bytes = Math.multiplyExact(count(shape), dtype.bytes());
    if (segment.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "a "
              + describe(dtype, shape)
              + " tensor takes "
              + bytes
              + " bytes, the segment has "
              + segment.byteSize());
    }
    return new HostTensor<>(dtype, segment, shape.clone());
  }

  /** An FP32 tensor with a copy of the values. */
  public static HostTensor<FP32> of(float[] values, long... shape) {
    HostTensor<FP32> tensor = allocateFor(Pl.FP32, values.length, shape);
    MemorySegment.copy(values, 0, tensor.segment, FLOAT, 0, values.length);
    return tensor;
  }

  /** An INT32 tensor with a copy of the values. */
  public static HostTensor<INT32> of(int[] values, long... shape) {
    HostTensor<INT32> tensor = allocateFor(Pl.INT32, values.length, shape);
    MemorySegment.copy(values, 0, tensor.segment, INT, 0, values.length);
    return tensor;
  }

  /** An INT64 tensor with a copy of the values. */
  public static HostTensor<INT64> of(long[] values, long... shape) {
    HostTensor<INT64> tensor = allocateFor(Pl.INT64, values.length, shape);
    MemorySegment.copy(values, 0, tensor.segment, LONG, 0, values.length);
    return tensor;
  }

  /** A BOOL tensor with a copy of the values. */
  public static HostTensor<BOOL> of(boolean[] values, long... shape) {
    HostTensor<BOOL> tensor = allocateFor(Pl.BOOL, values.length, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setAt(i, values[i] ? 1L : 0L);
    }
    return tensor;
  }

  /**
   * A tensor of any element type with the values rounded to it.
   *
   * @throws IllegalArgumentException if their number differs from that of the shape, or a value
   *     does not fit in an integer element type
   */
  public static <T extends DType<?>> HostTensor<T> of(T dtype, double[] values, long... shape) {
    HostTensor<T> tensor = allocateFor(dtype, values.length, shape);
    for (int i = 0; i < values.length; i++) {
      tensor.setAt(i, values[i]);
    }
    return tensor;
  }

  private static <T extends DType<?>> HostTensor<T> allocateFor(T dtype, int values, long[] shape) {
    if (count(shape) != values) {
      throw new IllegalArgumentException(
          values + " values for shape " + Arrays.toString(shape) + ", which has " + count(shape));
    }
    return allocate(dtype, shape);
  }

  private static long count(long[] shape) {
    long count = 1;
    for (long extent : shape) {
      if (extent < 0) {
        throw new IllegalArgumentException("negative extent in shape " + Arrays.toString(shape));
      }
      count = Math.multiplyExact(count, extent);
    }
    return count;
  }

  /** Element type. */
  public T dtype() {
    return dtype;
  }

  /** Extents, outermost dimension first. */
  public List<Long> shape() {
    return Arrays.stream(shape).boxed().toList();
  }

  /** Number of dimensions. */
  public int rank() {
    return shape.length;
  }

  /** Number of elements. */
  public long size() {
    return size;
  }

  /** The memory, row-major and little-endian. */
  public MemorySegment segment() {
    return segment;
  }

  /**
   * This tensor as one of a given element type.
   *
   * @throws IllegalArgumentException if it has another one
   */
  public <U extends DType<?>> HostTensor<U> as(U expected) {
    if (!expected.equals(dtype)) {
      throw new IllegalArgumentException("the tensor is " + this + ", not " + expected);
    }
    return new HostTensor<>(expected, segment, shape);
  }

  /**
   * One element.
   *
   * @param index one per dimension
   * @throws IndexOutOfBoundsException if an index is missing or out of range
   */
  public double getDouble(long... index) {
    return doubleAt(flat(index));
  }

  /** One element as a {@code float}; see {@link #getDouble}. */
  public float getFloat(long... index) {
    return (float) doubleAt(flat(index));
  }

  /** One element, truncated toward zero if it is a fraction; see {@link #getDouble}. */
  public long getLong(long... index) {
    return longAt(flat(index));
  }

  /**
   * Changes one element.
   *
   * @param value the value; rounded to a floating-point element type
   * @param index one per dimension
   * @throws IllegalArgumentException if an integer element type cannot hold the value
   * @throws IndexOutOfBoundsException if an index is missing or out of range
   */
  public void set(double value, long... index) {
    setAt(flat(index), value);
  }

  /** Changes one element to an integer; see {@link #set(double, long...)}. */
  public void set(long value, long... index) {
    setAt(flat(index), value);
  }

  /** Element number {@code i} in row-major order. */
  public double doubleAt(long i) {
    Objects.checkIndex(i, size);
    return switch (kind) {
      case FP32 -> segment.getAtIndex(FLOAT, i);
      case FP16 -> Numbers.fp16ToFloat(segment.getAtIndex(SHORT, i));
      case BF16 -> Numbers.bf16ToFloat(segment.getAtIndex(SHORT, i));
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL -> integer(i);
    };
  }

  /** Element number {@code i} in row-major order, truncated toward zero if it is a fraction. */
  public long longAt(long i) {
    Objects.checkIndex(i, size);
    return kind.isFloat() ? (long) doubleAt(i) : integer(i);
  }

  private long integer(long i) {
    return switch (kind) {
      case INT8, UINT8, BOOL -> Numbers.wrap(segment.get(BYTE, i), kind);
      case INT16, UINT16 -> Numbers.wrap(segment.getAtIndex(SHORT, i), kind);
      case INT32, UINT32 -> Numbers.wrap(segment.getAtIndex(INT, i), kind);
      case INT64 -> segment.getAtIndex(LONG, i);
      case FP32, FP16, BF16 -> throw new IllegalStateException(kind + " is not an integer type");
    };
  }

  /** Changes element number {@code i} in row-major order; see {@link #set(double, long...)}. */
  public void setAt(long i, double value) {
    Objects.checkIndex(i, size);
    switch (kind) {
      case FP32 -> segment.setAtIndex(FLOAT, i, (float) value);
      case FP16 -> segment.setAtIndex(SHORT, i, Numbers.toFp16(value));
      case BF16 -> segment.setAtIndex(SHORT, i, Numbers.toBf16(value));
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL ->
          setInteger(i, exactLong(value));
    }
  }

  /** Changes element number {@code i} in row-major order; see {@link #set(double, long...)}. */
  public void setAt(long i, long value) {
    Objects.checkIndex(i, size);
    switch (kind) {
      case FP32 -> segment.setAtIndex(FLOAT, i, (float) value);
      case FP16, BF16 -> setAt(i, Numbers.toOddDouble(value));
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL -> setInteger(i, value);
    }
  }

  private void setInteger(long i, long value) {
    Numbers.checkedInteger(value, kind);
    switch (kind) {
      case INT8, UINT8, BOOL -> segment.set(BYTE, i, (byte) value);
      case INT16, UINT16 -> segment.setAtIndex(SHORT, i, (short) value);
      case INT32, UINT32 -> segment.setAtIndex(INT, i, (int) value);
      case INT64 -> segment.setAtIndex(LONG, i, value);
      case FP32, FP16, BF16 -> throw new IllegalStateException(kind + " is not an integer type");
    }
  }

  private long exactLong(double value) {
    // 0x1p63 is the first double past the longs; (long) would clamp it.
    if (value != Math.rint(value) || Math.abs(value) > 0x1p63 || value == 0x1p63) {
      throw new IllegalArgumentException(value + " does not fit in " + kind);
    }
    return (long) value;
  }

  private long flat(long[] index) {
    if (index.length != shape.length) {
      throw new IndexOutOfBoundsException(
          index.length + " indices for a tensor of rank " + shape.length);
    }
    long flat = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      if (index[axis] < 0 || index[axis] >= shape[axis]) {
        throw new IndexOutOfBoundsException(
            "index " + Arrays.toString(index) + " is outside of " + describe(dtype, shape));
      }
      flat = flat * shape[axis] + index[axis];
    }
    return flat;
  }

  /**
   * Sets every element.
   *
   * @return this tensor
   * @throws IllegalArgumentException if an integer element type cannot hold the value
   */
  public HostTensor<T> fill(double value) {
    for (long i = 0; i < size; i++) {
      setAt(i, value);
    }
    return this;
  }

  /**
   * Copies all elements of another tensor.
   *
   * @return this tensor
   * @throws IllegalArgumentException if the shapes differ
   */
  public HostTensor<T> copyFrom(HostTensor<T> source) {
    if (!Arrays.equals(shape, source.shape)) {
      throw new IllegalArgumentException(
          "cannot copy " + source + " to " + this + ": the shapes differ");
    }
    segment.copyFrom(source.segment);
    return this;
  }

  /** A copy in memory of its own. */
  public HostTensor<T> copy() {
    return allocate(dtype, shape).copyFrom(this);
  }

  /** All elements in row-major order. */
  public float[] toFloatArray() {
    float[] values = new float[Math.toIntExact(size)];
    if (kind == DType.Kind.FP32) {
      MemorySegment.copy(segment, FLOAT, 0, values, 0, values.length);
      return values;
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) doubleAt(i);
    }
    return values;
  }

  /** All elements in row-major order. */
  public double[] toDoubleArray() {
    double[] values = new double[Math.toIntExact(size)];
    Arrays.setAll(values, this::doubleAt);
    return values;
  }

  /** All elements in row-major order, truncated toward zero if they are fractions. */
  public long[] toLongArray() {
    long[] values = new long[Math.toIntExact(size)];
    Arrays.setAll(values, this::longAt);
    return values;
  }

  /**
   * Writes a {@code .npy} file that NumPy reads. BF16, which NumPy does not know, is written as its
   * bit patterns, {@code uint16}.
   *
   * @throws IOException if the file cannot be written
   */
  public void save(Path file) throws IOException {
    Npy.save(file, this);
  }

  /**
   * Reads a {@code .npy} file; {@code uint16} becomes UINT16.
   *
   * @throws NpyFormatException if it is malformed or has an element type or order without
   *     counterpart
   * @throws IOException if the file cannot be read
   */
  public static HostTensor<?> load(Path file) throws IOException {
    return Npy.load(file);
  }

  /**
   * Reads a {@code .npy} file of a known element type; for BF16 the file holds bit patterns, {@code
   * uint16}.
   *
   * @throws NpyFormatException if it is malformed or has another element type
   * @throws IOException if the file cannot be read
   */
  public static <T extends DType<?>> HostTensor<T> load(T dtype, Path file) throws IOException {
    return Npy.load(dtype, file);
  }

  static String describe(DType<?> dtype, long[] shape) {
    return dtype + Arrays.toString(shape);
  }

  /** Element type and shape. */
  @Override
  public String toString() {
    return describe(dtype, shape);
  }
}
