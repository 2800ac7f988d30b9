package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.PadValue;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;
import java.util.Arrays;

/** Operators that make values out of none, and those that fill. */
final class CreationOps {
  private CreationOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.create", call -> TensorValue.undefined(call.dtype("dtype"), call.extents(0)));
    table.put(
        "tensor.create_l1", call -> TensorValue.undefined(call.dtype("dtype"), call.extents(0)));
    table.put("tensor.create", CreationOps::createTensor);
    table.put("tile.tri", CreationOps::triangle);
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(
          level + "full",
          call -> filled(call, 1, call.dtype("dtype"), call.extents(0), call.extents(0)));
      table.put(level + "ci", CreationOps::sequence);
      table.put(level + "fillpad", call -> padded(call, call.tensor(0).shape()));
      table.put(level + "fillpad_expand", call -> padded(call, call.extents(1)));
    }
    table.put("tile.fillpad_inplace", call -> padded(call, call.tensor(0).shape()));
  }

  static TensorValue zeros(DataType dtype, int[] shape) {
    int n = Shapes.count(shape);
    return dtype.isFloat()
        ? TensorValue.of(dtype, shape, shape, new float[n])
        : TensorValue.of(dtype, shape, shape, new long[n]);
  }

  /** A value all of whose valid elements are scalar operand {@code i}. */
  static TensorValue filled(OpCall call, int i, DataType dtype, int[] shape, int[] valid) {
    int n = Shapes.count(valid);
    if (dtype.isFloat()) {
      float[] d = new float[n];
      Arrays.fill(d, Numbers.toFloat(call, i, dtype));
      return TensorValue.of(dtype, shape, valid, d);
    }
    long[] d = new long[n];
    Arrays.fill(d, Numbers.toLong(call, i, dtype));
    return TensorValue.of(dtype, shape, valid, d);
  }

  private static Value createTensor(OpCall call) {
    DataType dtype = call.dtype("dtype");
    int[] shape = call.extents(0);
    if (!(call.attributes().get("init_value").orElse(null)
        instanceof AttrValue.OfDouble(double init))) {
      return TensorValue.undefined(dtype, shape);
    }
    if (dtype.isFloat()) {
      float[] d = new float[Shapes.count(shape)];
      Arrays.fill(d, FloatFormat.of(dtype).round(init, RoundMode.RINT));
      return TensorValue.of(dtype, shape, shape, d);
    }
    if (init != (long) init) {
      throw call.error(init + " is not a value of type " + dtype.text());
    }
    long[] d = new long[Shapes.count(shape)];
    Arrays.fill(d, IntFormat.of(dtype).wrap((long) init));
    return TensorValue.of(dtype, shape, shape, d);
  }

  private static Value sequence(OpCall call) {
    DataType dtype = call.dtype("dtype");
    int[] shape = call.extents(1);
    long step = call.attributes().getBool("descending", false) ? -1 : 1;
    long[] d = new long[Shapes.count(shape)];
    for (int i = 0; i < d.length; i++) {
      d[i] = IntFormat.of(dtype).wrap(call.integer(0) + i * step);
    }
    return TensorValue.of(dtype, shape, shape, d);
  }

  /** 1 in each row up to the diagonal, or from it on, and 0 elsewhere. */
  private static Value triangle(OpCall call) {
    DataType dtype = call.dtype("dtype");
    int[] shape = call.extents(1);
    int[] valid = call.has(2) && call.extents(2).length > 0 ? call.extents(2) : shape;
    if (shape.length != 2) {
      throw call.error("a triangle has two axes, not " + shape.length);
    }
    MovementOps.checkInside(call, Shapes.zeros(2), valid, shape);
    boolean upper = call.attributes().getBool("upper", false);
    long[] d = new long[Shapes.count(valid)];
    for (int i = 0; i < d.length; i++) {
      long beyond = i % valid[1] - (i / valid[1] + call.integer(0));
      d[i] = (upper ? beyond >= 0 : beyond <= 0) ? 1 : 0;
    }
    if (!dtype.isFloat()) {
      return TensorValue.of(dtype, shape, valid, d);
    }
    float[] numbers = new float[d.length];
    for (int i = 0; i < d.length; i++) {
      numbers[i] = d[i];
    }
    return TensorValue.of(dtype, shape, valid, numbers);
  }

  /** A fully valid value with the source's valid elements at the origin and the pad elsewhere. */
  private static Value padded(OpCall call, int[] shape) {
    TensorValue x = call.tensor(0);
    PadValue pad =
        call.attributes().get("pad_value").orElse(null) instanceof AttrValue.OfPadValue(PadValue p)
            ? p
            : PadValue.ZERO;
    int[] origin = Shapes.zeros(shape.length);
    TensorValue result = zeros(x.dtype(), shape);
    if (x.isFloat()) {
      float[] d = new float[Shapes.count(shape)];
      Arrays.fill(d, floatPad(call, pad, x.dtype()));
      result.write(origin, shape, d);
      result.write(origin, x.valid(), x.floats(call.operator()));
    } else {
      long[] d = new long[Shapes.count(shape)];
      Arrays.fill(d, intPad(call, pad, IntFormat.of(x.dtype())));
      result.write(origin, shape, d);
      result.write(origin, x.valid(), x.longs(call.operator()));
    }
    return result;
  }

  /**
   * Floating-point formats of 8 bits, and integers of 64, are padded with zero only. Source: PTO
   * ISA, pad values.
   */
  private static float floatPad(OpCall call, PadValue pad, DataType dtype) {
    float limit = dtype.bytes() == 1 ? 0 : Float.POSITIVE_INFINITY;
    return switch (pad) {
      case ZERO -> 0;
      case MAX -> limit;
      case MIN -> 0 - limit;
      case NULL -> throw call.error("the pad value is null");
    };
  }

  private static long intPad(OpCall call, PadValue pad, IntFormat format) {
    boolean limited = format.bits() < Long.SIZE;
    return switch (pad) {
      case ZERO -> 0;
      case MAX -> limited ? format.max() : 0;
      case MIN -> limited ? format.min() : 0;
      case NULL -> throw call.error("the pad value is null");
    };
  }
}
