package io.pto4j.numeric;

import io.pto4j.ir.DataType;

/**
 * Conversion of elements between types.
 *
 * <ul>
 *   <li>Floating point to floating point: rounds by the mode, {@link RoundMode#NONE} to nearest
 *       even; what exceeds the destination becomes infinite unless the mode rounds toward zero; NaN
 *       stays. FP8E4M3FN, which has no infinities, saturates. FP32 to FP32 rounds to an integral
 *       value.
 *   <li>Floating point to integer: rounds by the mode, where NONE truncates, except from BF16,
 *       where it is to nearest even. Then saturates, NaN giving 0; or, for a pair that wraps,
 *       saturates to 32 bits and keeps the low bits.
 *   <li>Integer to floating point: to nearest even.
 *   <li>Integer to integer: saturates, or keeps the low bits for a pair that wraps.
 * </ul>
 *
 * <p>The pairs that wrap are FP16 to INT8, UINT8 and INT16, FP32 to INT16, INT64 to INT32, and
 * INT32 to INT16.
 *
 * <p>Source: PTO ISA, TCVT, rounding and saturation as on Ascend 910B.
 */
public record Cast(DataType from, DataType to, RoundMode mode, boolean saturate) {
  private static final long EXACT_IN_BINARY32 = 1L << 24;

  /** The conversion with the saturation that the pair has by default. */
  public static Cast of(DataType from, DataType to, RoundMode mode) {
    return new Cast(from, to, mode, !wraps(from, to));
  }

  private static boolean wraps(DataType from, DataType to) {
    return switch (from) {
      case FP16 -> to == DataType.INT8 || to == DataType.UINT8 || to == DataType.INT16;
      case FP32, INT32 -> to == DataType.INT16;
      case INT64 -> to == DataType.INT32;
      default -> false;
    };
  }

  /** Converts {@code n} elements between floating-point types. */
  public void apply(float[] a, int at, float[] d, int dAt, int n) {
    if (from == DataType.FP32 && to == DataType.FP32) {
      RoundMode integral = mode == RoundMode.NONE ? RoundMode.RINT : mode;
      for (int i = 0; i < n; i++) {
        d[dAt + i] = (float) integral.integral(a[at + i]);
      }
      return;
    }
    FloatFormat format = FloatFormat.of(to);
    if (format == FloatFormat.FP32) {
      System.arraycopy(a, at, d, dAt, n);
      return;
    }
    switch (mode) {
      case NONE, RINT -> {
        System.arraycopy(a, at, d, dAt, n);
        format.round(d, dAt, n);
      }
      case ROUND -> {
        for (int i = 0; i < n; i++) {
          d[dAt + i] = beyondTies(a[at + i]);
        }
        format.round(d, dAt, n);
      }
      case FLOOR, CEIL, TRUNC, ODD -> {
        for (int i = 0; i < n; i++) {
          d[dAt + i] = format.round(a[at + i], mode);
        }
      }
    }
  }

  /**
   * The value with its last bit set, which for a format of fewer bits moves a tie away from zero
   * and nothing else across a tie.
   */
  private static float beyondTies(float value) {
    return Float.isInfinite(value)
        ? value
        : Float.intBitsToFloat(Float.floatToRawIntBits(value) | 1);
  }

  /** Converts {@code n} elements from a floating-point type to an integer type. */
  public void apply(float[] a, int at, long[] d, int dAt, int n) {
    IntFormat format = IntFormat.of(to);
    RoundMode integral = mode == RoundMode.NONE && from == DataType.BF16 ? RoundMode.RINT : mode;
    for (int i = 0; i < n; i++) {
      double value = integral.integral(a[at + i]);
      d[dAt + i] = saturate ? format.clamp(value) : format.wrap(IntFormat.INT32.clamp(value));
    }
  }

  /** Converts {@code n} elements from an integer type to a floating-point type. */
  public void apply(long[] a, int at, float[] d, int dAt, int n) {
    FloatFormat format = FloatFormat.of(to);
    boolean unsigned = from == DataType.UINT64;
    if (format == FloatFormat.FP32 && !unsigned) {
      for (int i = 0; i < n; i++) {
        d[dAt + i] = (float) a[at + i];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      long value = a[at + i];
      d[dAt + i] =
          value <= EXACT_IN_BINARY32 && value >= (unsigned ? 0 : -EXACT_IN_BINARY32)
              ? format.round((float) value)
              : format.round(toOddDouble(value, unsigned && value < 0), RoundMode.RINT);
    }
  }

  /**
   * The double nearest to the value, with an odd last bit unless exact, so that rounding it to any
   * narrower format gives what rounding the value itself gives.
   */
  private static double toOddDouble(long value, boolean unsigned) {
    if (unsigned) {
      return 2 * toOddDouble((value >>> 1) | (value & 1), false);
    }
    double nearest = (double) value;
    if (((long) nearest == value && nearest != 0x1p63)
        || (Double.doubleToRawLongBits(nearest) & 1) == 1) {
      return nearest;
    }
    boolean below = nearest != 0x1p63 && (long) nearest < value;
    return below ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }

  /** Converts {@code n} elements between integer types. */
  public void apply(long[] a, int at, long[] d, int dAt, int n) {
    IntFormat source = IntFormat.of(from);
    IntFormat format = IntFormat.of(to);
    for (int i = 0; i < n; i++) {
      d[dAt + i] = saturate ? format.clamp(a[at + i], source) : format.wrap(a[at + i]);
    }
  }
}
