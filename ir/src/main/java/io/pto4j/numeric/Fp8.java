package io.pto4j.numeric;

import java.util.EnumMap;
import java.util.Map;

/**
 * The bit patterns of an 8-bit floating-point format: a sign, then exponent and fraction.
 *
 * <p>Source: OCP 8-bit Floating Point Specification (OFP8), E4M3 and E5M2.
 */
public final class Fp8 {
  private static final int CODES = 256;
  private static final int SIGN = 0x80;
  private static final int SIGN_SHIFT = 24;
  private static final int MAGNITUDE = 0x7f;
  private static final Map<FloatFormat, Fp8> FORMATS = formats();

  private final FloatFormat format;
  private final int infinity;
  private final int nan;
  private final float[] values = new float[CODES];

  /**
   * @param infinity its bits, from which on all are NaN; {@code nan} if the format has none
   * @param nan the bits that a NaN gets
   */
  private Fp8(FloatFormat format, int infinity, int nan) {
    this.format = format;
    this.infinity = infinity;
    this.nan = nan;
    for (int bits = 0; bits < CODES; bits++) {
      int magnitude = Float.floatToRawIntBits(magnitude(bits & MAGNITUDE));
      values[bits] = Float.intBitsToFloat(magnitude | (bits & SIGN) << SIGN_SHIFT);
    }
  }

  private static Map<FloatFormat, Fp8> formats() {
    Map<FloatFormat, Fp8> formats = new EnumMap<>(FloatFormat.class);
    formats.put(FloatFormat.FP8E4M3FN, new Fp8(FloatFormat.FP8E4M3FN, 0x7f, 0x7f));
    formats.put(FloatFormat.FP8E5M2, new Fp8(FloatFormat.FP8E5M2, 0x7c, 0x7e));
    return formats;
  }

  /**
   * The bit patterns of a format.
   *
   * @throws IllegalArgumentException if it is not one of 8 bits
   */
  public static Fp8 of(FloatFormat format) {
    Fp8 found = FORMATS.get(format);
    if (found == null) {
      throw new IllegalArgumentException(format + " is not a format of 8 bits");
    }
    return found;
  }

  private float magnitude(int bits) {
    if (bits >= infinity) {
      return bits == infinity && infinity != nan ? Float.POSITIVE_INFINITY : Float.NaN;
    }
    int fractionBits = format.fractionBits();
    int hidden = 1 << fractionBits;
    int exponent = bits >> fractionBits;
    int significand = exponent == 0 ? bits : (bits & (hidden - 1)) | hidden;
    return Math.scalb(
        (float) significand, format.minExponent() + Math.max(exponent - 1, 0) - fractionBits);
  }

  /** The value of a bit pattern. */
  public float toFloat(byte bits) {
    return values[Byte.toUnsignedInt(bits)];
  }

  /**
   * The bit pattern of the value of the format nearest to a value, ties to even; see {@link
   * FloatFormat#round(float)}. NaN keeps its sign only.
   */
  public byte toBits(float value) {
    return exactBits(format.round(value));
  }

  /** The bit pattern that a value rounds to; see {@link FloatFormat#round(double, RoundMode)}. */
  public byte toBits(double value, RoundMode mode) {
    return exactBits(format.round(value, mode));
  }

  private byte exactBits(float value) {
    int sign = Float.floatToRawIntBits(value) < 0 ? SIGN : 0;
    if (Float.isNaN(value)) {
      return (byte) (sign | nan);
    }
    if (Float.isInfinite(value)) {
      return (byte) (sign | infinity);
    }
    int exponent = Math.max(Math.getExponent(value), format.minExponent());
    int significand = (int) Math.scalb(Math.abs(value), format.fractionBits() - exponent);
    // The hidden bit of a normal value carries into the exponent.
    int biased = exponent - format.minExponent();
    return (byte) (sign | ((biased << format.fractionBits()) + significand));
  }
}
