package io.pto4j.sim.runtime;

import io.pto4j.ir.DataType;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.SimulationException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A strided view of an allocation, as the orchestration holds it.
 *
 * <p>Source: task runtime, ChipTensor.
 */
final class DeviceTensor {
  private final Allocation allocation;
  private final DataType dtype;
  private final long start;
  private final long[] shape;
  private final long[] strides;

  DeviceTensor(Allocation allocation, DataType dtype, long start, long[] shape, long[] strides) {
    this.allocation = allocation;
    this.dtype = dtype;
    this.start = start;
    this.shape = shape;
    this.strides = strides;
  }

  /** A whole allocation in row-major order. */
  static DeviceTensor whole(Allocation allocation, DataType dtype, long[] shape) {
    return new DeviceTensor(allocation, dtype, 0, shape, packed(shape));
  }

  static long[] packed(long[] shape) {
    long[] strides = new long[shape.length];
    long stride = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= shape[i];
    }
    return strides;
  }

  Allocation allocation() {
    return allocation;
  }

  DataType dtype() {
    return dtype;
  }

  /** Whether it is a view of an allocation. */
  boolean isOf(Allocation other) {
    return allocation.equals(other);
  }

  /** Whether it is a view of this very memory. */
  @SuppressWarnings("ReferenceEquality")
  boolean isIn(GmBuffer buffer) {
    return allocation.buffer() == buffer;
  }

  /** Element offset of the first element. */
  long start() {
    return start;
  }

  int rank() {
    return shape.length;
  }

  long extent(int axis) {
    return shape[axis];
  }

  long stride(int axis) {
    return strides[axis];
  }

  long[] shape() {
    return shape.clone();
  }

  /** Elements from the first to the end of the last; 0 when empty. */
  long span() {
    long last = 0;
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] == 0) {
        return 0;
      }
      last += (shape[i] - 1) * strides[i];
    }
    return last + 1;
  }

  boolean isContiguous() {
    long[] expected = packed(shape);
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] > 1 && strides[i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /** The window at {@code offsets}; an extent that leaves the tensor is cut. */
  DeviceTensor slice(long[] offsets, long[] extents, List<Integer> dropped) {
    if (offsets.length != rank() || extents.length != rank()) {
      throw new SimulationException(
          "a slice of a tensor of rank " + rank() + " takes as many offsets and extents");
    }
    long at = start;
    long[] cut = new long[rank()];
    boolean empty = false;
    for (int i = 0; i < rank(); i++) {
      if (offsets[i] < 0 || extents[i] < 0) {
        throw new SimulationException(
            "slice at "
                + Arrays.toString(offsets)
                + " of extents "
                + Arrays.toString(extents)
                + " of a tensor of shape "
                + Arrays.toString(shape));
      }
      cut[i] = offsets[i] >= shape[i] ? 0 : Math.min(extents[i], shape[i] - offsets[i]);
      empty |= cut[i] == 0;
      at += offsets[i] * strides[i];
    }
    int kept = rank() - dropped.size();
    long[] newShape = new long[kept];
    long[] newStrides = new long[kept];
    for (int i = 0, k = 0; i < rank(); i++) {
      if (!dropped.contains(i)) {
        newShape[k] = cut[i];
        newStrides[k++] = strides[i];
      }
    }
    return new DeviceTensor(allocation, dtype, empty ? start : at, newShape, newStrides);
  }

  DeviceTensor reshape(long[] newShape) {
    long count = Arrays.stream(newShape).reduce(1, (a, b) -> a * b);
    long old = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    if (count != old || !isContiguous()) {
      throw new SimulationException(
          "a tensor of shape "
              + Arrays.toString(shape)
              + (isContiguous() ? "" : ", which is not contiguous,")
              + " cannot be reshaped to "
              + Arrays.toString(newShape));
    }
    return new DeviceTensor(allocation, dtype, start, newShape, packed(newShape));
  }

  DeviceTensor transpose(int a, int b) {
    long[] newShape = shape.clone();
    long[] newStrides = strides.clone();
    newShape[a] = shape[b];
    newShape[b] = shape[a];
    newStrides[a] = strides[b];
    newStrides[b] = strides[a];
    return new DeviceTensor(allocation, dtype, start, newShape, newStrides);
  }

  /** Byte offset of an element in the allocation. */
  long byteOffset(long[] index) {
    if (index.length != rank()) {
      throw new SimulationException(index.length + " indices for a tensor of rank " + rank());
    }
    long at = start;
    for (int i = 0; i < index.length; i++) {
      if (index[i] < 0 || index[i] >= shape[i]) {
        throw new SimulationException(
            "index "
                + Arrays.toString(index)
                + " is outside a tensor of shape "
                + Arrays.toString(shape));
      }
      at += index[i] * strides[i];
    }
    return at * bytes();
  }

  /** The index of the element that holds a byte of the allocation. */
  long[] index(long byteOffset) {
    long rest = byteOffset / bytes() - start;
    long[] index = new long[rank()];
    for (int axis : byStride()) {
      index[axis] = strides[axis] == 0 ? 0 : rest / strides[axis];
      rest -= index[axis] * strides[axis];
    }
    return index;
  }

  private List<Integer> byStride() {
    return IntStream.range(0, rank())
        .boxed()
        .sorted(Comparator.comparingLong((Integer axis) -> strides[axis]).reversed())
        .toList();
  }

  int bytes() {
    return dtype.bytes();
  }

  @Override
  public String toString() {
    return allocation.buffer().name() + Arrays.toString(shape);
  }
}
