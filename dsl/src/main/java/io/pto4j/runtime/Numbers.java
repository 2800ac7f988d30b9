package io.pto4j.runtime;

import io.pto4j.dsl.DType;

/**
 * Conversions between Java numbers and elements in host memory.
 *
 * <p>Source of the rule: IEEE 754 (binary16, round to nearest with ties to even); bfloat16 is the
 * upper half of a binary32.
 */
public final class Numbers {

  private static final int BF16_SHIFT = 16;
  private static final int BF16_QUIET_BIT = 0x40;
  private static final int BF16_HALF = 0x7fff;

  private Numbers() {}

  /** The value of a binary16 bit pattern. */
  public static float fp16ToFloat(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** The binary16 nearest to a value, ties to even. */
  public static short toFp16(double value) {
    return Float.floatToFloat16(toOdd(value));
  }

  /** The value of a bfloat16 bit pattern. */
  public static float bf16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << BF16_SHIFT);
  }

  /** The bfloat16 nearest to a value, ties to even. */
  public static short toBf16(double value) {
    float narrowed = toOdd(value);
    int bits = Float.floatToRawIntBits(narrowed);
    if (Float.isNaN(narrowed)) {
      return (short) ((bits >>> BF16_SHIFT) | BF16_QUIET_BIT);
    }
    int tie = (bits >>> BF16_SHIFT) & 1;
    return (short) ((bits + BF16_HALF + tie) >>> BF16_SHIFT);
  }

  /**
   * The float next to a value with an odd last bit unless the value is a float, so that rounding it
   * once more to a narrower type gives the same as rounding the value itself.
   */
  private static float toOdd(double value) {
    float nearest = (float) value;
    if (nearest == value || Double.isNaN(value) || (Float.floatToRawIntBits(nearest) & 1) == 1) {
      return nearest;
    }
    return nearest < value ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }

  /** As {@link #toOdd}, for a {@code long} that may not be a {@code double}. */
  static double toOddDouble(long value) {
    double nearest = (double) value;
    if ((long) nearest == value || (Double.doubleToRawLongBits(nearest) & 1) == 1) {
      return nearest;
    }
    return (long) nearest < value ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }

  /**
   * A value rounded to a floating-point type, to nearest with ties to even.
   *
   * @throws IllegalArgumentException if the type is no floating-point type
   */
  public static float round(double value, DType.Kind kind) {
    return switch (kind) {
      case FP32 -> (float) value;
      case FP16 -> fp16ToFloat(toFp16(value));
      case BF16 -> bf16ToFloat(toBf16(value));
      case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, BOOL ->
          throw new IllegalArgumentException(kind + " is not a floating-point type");
    };
  }

  /** The low bits of a value, read as the integer type; for BOOL whether the value is not 0. */
  public static long wrap(long value, DType.Kind kind) {
    return switch (kind) {
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> (int) value;
      case INT64 -> value;
      case UINT8 -> value & 0xffL;
      case UINT16 -> value & 0xffffL;
      case UINT32 -> value & 0xffff_ffffL;
      case BOOL -> value == 0 ? 0 : 1;
      case FP32, FP16, BF16 -> throw new IllegalArgumentException(kind + " is not an integer type");
    };
  }

  /**
   * The value, which the type can hold.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static long checkedInteger(long value, DType.Kind kind) {
    if (wrap(value, kind) != value) {
      throw new IllegalArgumentException(value + " does not fit in " + kind);
    }
    return value;
  }
}
