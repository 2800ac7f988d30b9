package io.pto4j.numeric;

import java.util.Arrays;

/**
 * Exponential and logarithm of a binary32 value: evaluated in binary64 with a relative error below
 * 2<sup>-48</sup> and rounded once, so that the result is the correctly rounded one except in about
 * one of a million cases. Only IEEE 754 operations are used, so the bits are the same on every
 * machine. The loops are apart where C2 vectorises one and not the other.
 *
 * <p>Source of the method: W. Cody and W. Waite, Software Manual for the Elementary Functions.
 */
final class Transcendental {
  private static final double LOG2_E = 1 / 0.6931471805599453;

  /** The first 32 bits of ln 2; a product with an exponent is exact. */
  private static final double LN2_HEAD = 0x1.62e42feep-1;

  private static final double LN2_TAIL = 1.9082149292705877e-10;

  /** Adding it to a small integral value leaves that value in the low bits. */
  private static final double INTEGER_BITS = 0x1.8p52;

  /** Beyond these the exponential is infinite or zero. */
  private static final double LARGEST = 90;

  private static final double SMALLEST = -110;
  private static final int FRACTION_BITS = 52;
  private static final long HALF_ROOT_BITS = Double.doubleToRawLongBits(0.7071067811865476);
  private static final int CHUNK = 256;

  private Transcendental() {}

  /** {@code d[i] = exp(a[i])}. */
  static void exp(float[] a, float[] d, int from, int to) {
    int size = Math.min(CHUNK, to - from);
    double[] shifted = new double[size];
    double[] rest = new double[size];
    double[] series = new double[size];
    float[] x = new float[size];
    for (int at = from; at < to; at += CHUNK) {
      int n = Math.min(CHUNK, to - at);
      System.arraycopy(a, at, x, 0, n);
      reduce(x, shifted, rest, n);
      Arrays.fill(series, 1 / 479001600.0);
      horner(series, rest, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0, n);
      horner(series, rest, 1 / 40320.0, 1 / 5040.0, 1 / 720.0, n);
      horner(series, rest, 1 / 120.0, 1 / 24.0, 1 / 6.0, n);
      horner(series, rest, 1 / 2.0, 1, 1, n);
      scale(series, shifted, x, n);
      System.arraycopy(x, 0, d, at, n);
    }
  }

  /** The exponent of two in the low bits of {@code shifted}, and the rest of the argument. */
  private static void reduce(float[] x, double[] shifted, double[] rest, int n) {
    for (int i = 0; i < n; i++) {
      double bounded = Math.min(Math.max(x[i], SMALLEST), LARGEST);
      double bits = bounded * LOG2_E + INTEGER_BITS;
      double k = bits - INTEGER_BITS;
      shifted[i] = bits;
      rest[i] = (bounded - k * LN2_HEAD) - k * LN2_TAIL;
    }
  }

  /** Three steps of evaluating a polynomial; more in one loop would not be vectorised. */
  private static void horner(double[] f, double[] x, double c1, double c2, double c3, int n) {
    for (int i = 0; i < n; i++) {
      f[i] = ((f[i] * x[i] + c1) * x[i] + c2) * x[i] + c3;
    }
  }

  /** NaN has no bits where the exponent is taken from, and so stays NaN. */
  private static void scale(double[] series, double[] shifted, float[] d, int n) {
    for (int i = 0; i < n; i++) {
      long exponent = Double.doubleToRawLongBits(shifted[i]) << FRACTION_BITS;
      d[i] = (float) Double.longBitsToDouble(Double.doubleToRawLongBits(series[i]) + exponent);
    }
  }

  /** {@code d[i] = ln(a[i])}. */
  static void log(float[] a, float[] d, int from, int to) {
    int size = Math.min(CHUNK, to - from);
    double[] exponent = new double[size];
    double[] s = new double[size];
    double[] z = new double[size];
    double[] series = new double[size];
    float[] x = new float[size];
    float[] result = new float[size];
    for (int at = from; at < to; at += CHUNK) {
      int n = Math.min(CHUNK, to - at);
      System.arraycopy(a, at, x, 0, n);
      split(x, exponent, s, n);
      ratio(s, z, n);
      Arrays.fill(series, 1 / 21.0);
      horner(series, z, 1 / 19.0, 1 / 17.0, 1 / 15.0, n);
      horner(series, z, 1 / 13.0, 1 / 11.0, 1 / 9.0, n);
      horner(series, z, 1 / 7.0, 1 / 5.0, 1 / 3.0, n);
      join(exponent, s, z, series, result, n);
      for (int i = 0; i < n; i++) {
        d[at + i] = x[i] > 0 && x[i] < Float.POSITIVE_INFINITY ? result[i] : logOfOther(x[i]);
      }
    }
  }

  private static float logOfOther(float x) {
    return x == 0 ? Float.NEGATIVE_INFINITY : x > 0 ? x : Float.NaN;
  }

  /** A value as a fraction from half the root of 2 to the root, times a power of two. */
  private static void split(float[] x, double[] exponent, double[] fraction, int n) {
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToRawLongBits(x[i]);
      long offset = (bits - HALF_ROOT_BITS) >> FRACTION_BITS;
      exponent[i] = offset;
      fraction[i] = Double.longBitsToDouble(bits - (offset << FRACTION_BITS));
    }
  }

  /** The logarithm of a fraction is 2 artanh s for this s, a series of its odd powers. */
  private static void ratio(double[] fractionThenS, double[] z, int n) {
    for (int i = 0; i < n; i++) {
      double s = (fractionThenS[i] - 1) / (fractionThenS[i] + 1);
      fractionThenS[i] = s;
      z[i] = s * s;
    }
  }

  private static void join(
      double[] exponent, double[] s, double[] z, double[] series, float[] d, int n) {
    for (int i = 0; i < n; i++) {
      double ofFraction = 2 * (s[i] + s[i] * z[i] * series[i]);
      d[i] = (float) (exponent[i] * LN2_HEAD + (exponent[i] * LN2_TAIL + ofFraction));
    }
  }
}
