package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.Cast;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.RoundMode;

/** Conversions of scalars and elements. */
final class Numbers {
  private Numbers() {}

  /** A scalar as an element of a floating-point type. */
  static float toFloat(OpCall call, int i, DataType dtype) {
    FloatFormat format = FloatFormat.of(dtype);
    return switch (call.operands().get(i)) {
      case Value.OfFloat(double value) -> format.round(value, RoundMode.RINT);
      case Value.OfInt(long value) -> {
        float[] element = {0};
        Cast.of(DataType.INT64, dtype, RoundMode.RINT).apply(new long[] {value}, 0, element, 0, 1);
        yield element[0];
      }
      case TensorValue _, Value.OfTuple _ -> throw call.error("operand " + i + " is not a scalar");
    };
  }

  /**
   * A scalar as an element of an integer type.
   *
   * @throws IllegalArgumentException if the type cannot hold it
   */
  static long toLong(OpCall call, int i, DataType dtype) {
    IntFormat format = IntFormat.of(dtype);
    long value =
        switch (call.operands().get(i)) {
          case Value.OfInt(long integer) -> integer;
          case Value.OfFloat(double number) -> {
            if (number != (long) number) {
              throw call.error(number + " is not a value of type " + dtype.text());
            }
            yield (long) number;
          }
          case TensorValue _, Value.OfTuple _ ->
              throw call.error("operand " + i + " is not a scalar");
        };
    if (format.wrap(value) != value) {
      throw call.error(value + " is not a value of type " + dtype.text());
    }
    return value;
  }

  /**
   * A value with its valid elements converted in the steps that the machine takes, each of which
   * rounds; in one step if the machine cannot do it.
   */
  static TensorValue cast(OpCall call, TensorValue x, DataType to, RoundMode mode) {
    ImmutableList<DataType> steps = call.casts().path(x.dtype(), to);
    TensorValue value = x;
    for (DataType step : steps.isEmpty() ? ImmutableList.of(to) : steps) {
      value = castAtOnce(call, value, step, mode);
    }
    return value;
  }

  private static TensorValue castAtOnce(OpCall call, TensorValue x, DataType to, RoundMode mode) {
    Cast cast = Cast.of(x.dtype(), to, mode);
    int[] valid = x.valid();
    int n = Shapes.count(valid);
    if (to.isFloat()) {
      float[] d = new float[n];
      if (x.isFloat()) {
        cast.apply(x.floats(call.operator()), 0, d, 0, n);
      } else {
        cast.apply(x.longs(call.operator()), 0, d, 0, n);
      }
      return TensorValue.of(to, x.shape(), valid, d);
    }
    long[] d = new long[n];
    if (x.isFloat()) {
      cast.apply(x.floats(call.operator()), 0, d, 0, n);
    } else {
      cast.apply(x.longs(call.operator()), 0, d, 0, n);
    }
    return TensorValue.of(to, x.shape(), valid, d);
  }

  /** The value itself if it has the type, else converted to nearest, ties away from zero. */
  static TensorValue as(OpCall call, TensorValue x, DataType to) {
    return x.dtype() == to ? x : cast(call, x, to, RoundMode.ROUND);
  }
}
