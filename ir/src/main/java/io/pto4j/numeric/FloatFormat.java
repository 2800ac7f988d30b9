package io.pto4j.numeric;

import io.pto4j.ir.DataType;

/**
 * A binary floating-point format no wider than binary32, whose values are held in {@code float}s.
 * FP8E4M3FN has no infinities: what exceeds it, infinities too, becomes the largest finite value of
 * that sign. FP8E8M0 holds scales: powers of two and NaN, neither zero nor signs nor infinities;
 * what is too large or too small becomes the nearest power, a negative number NaN. All others have
 * infinities, and all have NaN.
 *
 * <p>Source: IEEE 754 (binary32, binary16); bfloat16 is the upper half of a binary32; OCP 8-bit
 * Floating Point Specification (OFP8); OCP Microscaling Formats (MX), E8M0. Saturation of
 * FP8E4M3FN: PTO ISA, TCVT.
 */
public enum FloatFormat {
  FP32(24, -126, Float.MAX_VALUE),
  FP16(11, -14, 65504f),
  BF16(8, -126, Float.intBitsToFloat(0x7f7f_0000)),
  FP8E4M3FN(4, -6, 448f),
  FP8E5M2(3, -14, 57344f),
  FP8E8M0(1, -127, 0x1p127f);

  private static final int BF16_SHIFT = 16;
  private static final int BF16_QUIET_BIT = 0x40;
  private static final int BF16_HALF = 0x7fff;
  private static final int E8M0_BIAS = 127;
  private static final int E8M0_NAN = 0xff;
  private static final float E8M0_MIN = 0x1p-127f;

  private final int precision;
  private final int minExponent;
  private final float maxFinite;

  FloatFormat(int precision, int minExponent, float maxFinite) {
    this.precision = precision;
    this.minExponent = minExponent;
    this.maxFinite = maxFinite;
  }

  /**
   * The format of an element type.
   *
   * @throws UnsupportedOperationException if it is not one of the formats here
   */
  public static FloatFormat of(DataType type) {
    return switch (type) {
      case FP32 -> FP32;
      case FP16 -> FP16;
      case BF16 -> BF16;
      case FP8E4M3FN -> FP8E4M3FN;
      case FP8E5M2 -> FP8E5M2;
      case FP8E8M0 -> FP8E8M0;
      default ->
          throw new UnsupportedOperationException(
              "arithmetic on elements of type " + type.text() + " is not supported");
    };
  }

  /** The largest finite value. */
  public float maxFinite() {
    return maxFinite;
  }

  /** Bits of the fraction, without the hidden one. */
  int fractionBits() {
    return precision - 1;
  }

  /** Exponent of the smallest normal value. */
  int minExponent() {
    return minExponent;
  }

  /** Magnitude of what exceeds the format. */
  private float overflow() {
    return switch (this) {
      case FP32, FP16, BF16, FP8E5M2 -> Float.POSITIVE_INFINITY;
      case FP8E4M3FN, FP8E8M0 -> maxFinite;
    };
  }

  /** The value of an FP16 bit pattern. */
  public static float fp16ToFloat(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** The FP16 bit pattern nearest to a value, ties to even. */
  public static short floatToFp16(float value) {
    return Float.floatToFloat16(value);
  }

  /** The value of a BF16 bit pattern. */
  public static float bf16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << BF16_SHIFT);
  }

  /** The BF16 bit pattern nearest to a value, ties to even; NaN stays NaN. */
  public static short floatToBf16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int rounded = bits + BF16_HALF + ((bits >>> BF16_SHIFT) & 1);
    int nan = bits | (BF16_QUIET_BIT << BF16_SHIFT);
    return (short) ((Float.isNaN(value) ? nan : rounded) >>> BF16_SHIFT);
  }

  /** The value of an FP8E8M0 bit pattern. */
  static float e8m0ToFloat(byte bits) {
    int code = Byte.toUnsignedInt(bits);
    return code == E8M0_NAN ? Float.NaN : Math.scalb(1f, code - E8M0_BIAS);
  }

  /** The FP8E8M0 bit pattern nearest to a value. */
  static byte floatToE8m0(float value) {
    float power = FP8E8M0.round(value);
    return (byte) (Float.isNaN(power) ? E8M0_NAN : Math.getExponent(power) + E8M0_BIAS);
  }

  /** The value of this format nearest to a value, ties to even. */
  public float round(float value) {
    return switch (this) {
      case FP32 -> value;
      case FP16 -> Float.float16ToFloat(Float.floatToFloat16(value));
      case BF16 -> bf16ToFloat(floatToBf16(value));
      case FP8E4M3FN, FP8E5M2, FP8E8M0 -> round(value, RoundMode.RINT);
    };
  }

  /** Rounds {@code n} values in place to this format, to nearest, ties to even. */
  public void round(float[] a, int at, int n) {
    switch (this) {
      case FP32 -> {}
      case FP16 -> {
        for (int i = at; i < at + n; i++) {
          a[i] = Float.float16ToFloat(Float.floatToFloat16(a[i]));
        }
      }
      case BF16 -> {
        for (int i = at; i < at + n; i++) {
          a[i] = bf16ToFloat(floatToBf16(a[i]));
        }
      }
      case FP8E4M3FN, FP8E5M2, FP8E8M0 -> {
        for (int i = at; i < at + n; i++) {
          a[i] = round(a[i], RoundMode.RINT);
        }
      }
    }
  }

  /**
   * The value of this format that a value rounds to. What exceeds the format becomes infinite, or
   * the largest finite value where the mode rounds toward it or the format has no infinities.
   * {@link RoundMode#NONE} is to nearest even.
   */
  public float round(double value, RoundMode mode) {
    if (this == FP8E8M0 && !(value > E8M0_MIN)) {
      return value >= 0 ? E8M0_MIN : Float.NaN;
    }
    if (value == 0 || Double.isNaN(value)) {
      return (float) value;
    }
    if (Double.isInfinite(value)) {
      return Math.copySign(overflow(), (float) value);
    }
    int exponent = Math.max(Math.getExponent(value), minExponent);
    // Scaling by powers of two is exact: the last digit of the format becomes the unit.
    double units = Math.scalb(value, precision - 1 - exponent);
    double rounded = Math.scalb(roundUnits(units, mode), exponent - (precision - 1));
    if (Math.abs(rounded) <= maxFinite) {
      return (float) Math.copySign(rounded, value);
    }
    boolean towardInfinity =
        switch (mode) {
          case NONE, RINT, ROUND -> true;
          case FLOOR -> value < 0;
          case CEIL -> value > 0;
          case TRUNC, ODD -> false;
        };
    return Math.copySign(towardInfinity ? overflow() : maxFinite, (float) value);
  }

  private static double roundUnits(double units, RoundMode mode) {
    return switch (mode) {
      case NONE -> RoundMode.RINT.integral(units);
      case ODD -> {
        double cut = RoundMode.TRUNC.integral(units);
        yield cut != units && cut % 2 == 0 ? cut + Math.signum(units) : cut;
      }
      case RINT, ROUND, FLOOR, CEIL, TRUNC -> mode.integral(units);
    };
  }
}
