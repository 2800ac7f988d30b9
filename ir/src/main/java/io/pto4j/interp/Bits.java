package io.pto4j.interp;

import io.pto4j.ir.DataType;
import io.pto4j.numeric.Elements;
import java.lang.foreign.MemorySegment;

/** The stored bytes of elements. */
final class Bits {
  private Bits() {}

  /** The elements of the whole shape, packed in row-major order. */
  static MemorySegment of(OpCall call, TensorValue x) {
    int n = Shapes.count(x.shape());
    MemorySegment bytes = MemorySegment.ofArray(new byte[n * x.dtype().bytes()]);
    if (x.isFloat()) {
      Elements.write(x.dtype(), bytes, 0, x.floats(x.shape(), call.operator()), 0, n);
    } else {
      Elements.write(x.dtype(), bytes, 0, x.longs(x.shape(), call.operator()), 0, n);
    }
    return bytes;
  }

  /** The same bytes as elements of another type of equal width. */
  static TensorValue as(OpCall call, TensorValue x, DataType dtype) {
    if (x.dtype() == dtype) {
      return x;
    }
    int n = Shapes.count(x.shape());
    MemorySegment bytes = of(call, x);
    if (dtype.isFloat()) {
      float[] d = new float[n];
      Elements.read(dtype, bytes, 0, d, 0, n);
      return TensorValue.of(dtype, x.shape(), x.shape(), d);
    }
    long[] d = new long[n];
    Elements.read(dtype, bytes, 0, d, 0, n);
    return TensorValue.of(dtype, x.shape(), x.shape(), d);
  }
}
