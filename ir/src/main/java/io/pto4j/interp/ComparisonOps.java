package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.IntFormat;
import io.pto4j.op.rule.Promotion;
import java.util.Arrays;

/**
 * Comparisons and selection. A comparison of tiles makes a mask with a bit per element: bit {@code
 * c % 8} of byte {@code c / 8} of the row.
 */
final class ComparisonOps {
  private static final int BITS = 8;
  private static final int MASK_ALIGNMENT = 32;

  private ComparisonOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.cmp", call -> mask(holds(call)));
    table.put("tile.cmps", call -> mask(holds(call)));
    table.put("tensor.cmp", ComparisonOps::numbers);
    table.put("tile.sel", call -> select(call, call.tensor(1), call.tensor(2)));
    table.put("tile.sels", ComparisonOps::selectOrScalar);
  }

  /** Whether the comparison holds, per element of a valid region. */
  private static final class Holds {
    final DataType dtype;
    final int[] shape;
    final int[] valid;
    final boolean[] elements;

    Holds(DataType dtype, int[] shape, int[] valid, boolean[] elements) {
      this.dtype = dtype;
      this.shape = shape;
      this.valid = valid;
      this.elements = elements;
    }
  }

  private static Holds holds(OpCall call) {
    TensorValue x = call.tensor(0);
    int type = call.attributes().getInt("cmp_type", 0);
    if (!call.isTensor(1)) {
      return new Holds(x.dtype(), x.shape(), x.valid(), holdsScalar(call, type));
    }
    TensorValue y = call.tensor(1);
    DataType dtype = Promotion.of(x.dtype(), y.dtype());
    int[] shape = Shapes.broadcast(call.operator(), x.shape(), y.shape());
    int[] valid = ElementwiseOps.commonValid(shape, x, y);
    boolean[] holds = new boolean[Shapes.count(valid)];
    TensorValue a = Numbers.as(call, x, dtype).broadcastTo(shape, valid);
    TensorValue b = Numbers.as(call, y, dtype).broadcastTo(shape, valid);
    compare(call, type, a, b, valid, holds);
    return new Holds(dtype, shape, valid, holds);
  }

  /** Whether each valid element of the first operand compares so with the second, a scalar. */
  static boolean[] holdsScalar(OpCall call, int type) {
    TensorValue x = call.tensor(0);
    int[] valid = x.valid();
    boolean[] holds = new boolean[Shapes.count(valid)];
    compare(call, type, x, scalar(call, x, valid), valid, holds);
    return holds;
  }

  private static TensorValue scalar(OpCall call, TensorValue x, int[] valid) {
    return CreationOps.filled(call, 1, x.dtype(), x.shape(), valid);
  }

  private static void compare(
      OpCall call, int type, TensorValue a, TensorValue b, int[] region, boolean[] holds) {
    if (a.isFloat()) {
      float[] x = a.floats(region, call.operator());
      float[] y = b.floats(region, call.operator());
      for (int i = 0; i < x.length; i++) {
        holds[i] = holds(call, type, x[i] < y[i], x[i] == y[i], x[i] > y[i]);
      }
      return;
    }
    IntFormat format = IntFormat.of(a.dtype());
    long[] x = a.longs(region, call.operator());
    long[] y = b.longs(region, call.operator());
    for (int i = 0; i < x.length; i++) {
      int order = format.compare(x[i], y[i]);
      holds[i] = holds(call, type, order < 0, order == 0, order > 0);
    }
  }

  /** All three are false for NaN, which is unequal to everything. */
  private static boolean holds(
      OpCall call, int type, boolean less, boolean equal, boolean greater) {
    return switch (type) {
      case 0 -> equal;
      case 1 -> !equal;
      case 2 -> less;
      case 3 -> less || equal;
      case 4 -> greater;
      case 5 -> greater || equal;
      default -> throw call.error("no comparison has code " + type + ", they are 0 to 5");
    };
  }

  private static Value mask(Holds holds) {
    int last = holds.shape.length - 1;
    int cols = holds.valid[last];
    int bytes = (cols + BITS - 1) / BITS;
    int rows = cols == 0 ? 0 : holds.elements.length / cols;
    long[] d = new long[rows * bytes];
    for (int i = 0; i < holds.elements.length; i++) {
      if (holds.elements[i]) {
        int c = i % cols;
        d[i / cols * bytes + c / BITS] |= 1L << (c % BITS);
      }
    }
    int whole = (holds.shape[last] + BITS - 1) / BITS;
    int width = (whole + MASK_ALIGNMENT - 1) / MASK_ALIGNMENT * MASK_ALIGNMENT;
    return TensorValue.of(
        DataType.UINT8,
        Shapes.with(holds.shape, last, width),
        Shapes.with(holds.valid, last, bytes),
        d);
  }

  private static Value numbers(OpCall call) {
    Holds holds = holds(call);
    boolean[] elements = holds.elements;
    if (holds.dtype.isFloat()) {
      float[] d = new float[elements.length];
      for (int i = 0; i < d.length; i++) {
        d[i] = elements[i] ? 1 : 0;
      }
      return TensorValue.of(holds.dtype, holds.shape, holds.valid, d);
    }
    long[] d = new long[elements.length];
    for (int i = 0; i < d.length; i++) {
      d[i] = elements[i] ? 1 : 0;
    }
    return TensorValue.of(holds.dtype, holds.shape, holds.valid, d);
  }

  /** Operands: mask, source, optional scratch, scalar. */
  private static Value selectOrScalar(OpCall call) {
    TensorValue x = call.tensor(1);
    int last = call.count() - 1;
    if (x.isFloat() || !(call.operands().get(last) instanceof Value.OfInt(long scalar))) {
      return select(call, x, CreationOps.filled(call, last, x.dtype(), x.shape(), x.valid()));
    }
    // the instruction takes the scalar of unsigned elements as a signed number of the same bits
    long[] d = new long[Shapes.count(x.valid())];
    Arrays.fill(d, IntFormat.of(x.dtype()).wrap(scalar));
    return select(call, x, TensorValue.of(x.dtype(), x.shape(), x.valid(), d));
  }

  private static Value select(OpCall call, TensorValue x, TensorValue y) {
    if (!Arrays.equals(x.shape(), y.shape()) || x.dtype() != y.dtype()) {
      throw call.error("the operands differ in shape or element type");
    }
    int[] valid = ElementwiseOps.commonValid(x.shape(), x, y);
    boolean[] bits = bits(call, valid);
    int n = bits.length;
    if (x.isFloat()) {
      float[] a = x.floats(valid, call.operator());
      float[] b = y.floats(valid, call.operator());
      float[] d = new float[n];
      for (int i = 0; i < n; i++) {
        d[i] = bits[i] ? a[i] : b[i];
      }
      return TensorValue.of(x.dtype(), x.shape(), valid, d);
    }
    long[] a = x.longs(valid, call.operator());
    long[] b = y.longs(valid, call.operator());
    long[] d = new long[n];
    for (int i = 0; i < n; i++) {
      d[i] = bits[i] ? a[i] : b[i];
    }
    return TensorValue.of(x.dtype(), x.shape(), valid, d);
  }

  private static boolean[] bits(OpCall call, int[] valid) {
    int last = valid.length - 1;
    int cols = valid[last];
    int bytes = (cols + BITS - 1) / BITS;
    long[] mask = call.tensor(0).longs(Shapes.with(valid, last, bytes), call.operator());
    boolean[] bits = new boolean[Shapes.count(valid)];
    for (int i = 0; i < bits.length; i++) {
      int c = i % cols;
      bits[i] = (mask[i / cols * bytes + c / BITS] >> (c % BITS) & 1) == 1;
    }
    return bits;
  }
}
