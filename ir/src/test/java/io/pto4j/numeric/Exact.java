package io.pto4j.numeric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/** Formats and functions by exact arithmetic, written from their definitions. */
final class Exact {
  private static final MathContext DIGITS = new MathContext(80);
  private static final BigDecimal TWO = BigDecimal.TWO;

  private Exact() {}

  /** The finite values of a 16-bit format that are not negative, ascending. */
  static BigDecimal[] values(int exponentBits, int fractionBits) {
    int bias = (1 << (exponentBits - 1)) - 1;
    int finite = ((1 << exponentBits) - 1) << fractionBits;
    BigDecimal[] values = new BigDecimal[finite];
    for (int bits = 0; bits < finite; bits++) {
      int exponent = bits >> fractionBits;
      int fraction = bits & ((1 << fractionBits) - 1);
      int significand = exponent == 0 ? fraction : fraction | (1 << fractionBits);
      int scale = Math.max(exponent, 1) - bias - fractionBits;
      values[bits] = BigDecimal.valueOf(significand).multiply(powerOfTwo(scale));
    }
    return values;
  }

  static BigDecimal powerOfTwo(int exponent) {
    return exponent >= 0
        ? new BigDecimal(BigInteger.TWO.pow(exponent))
        : BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(-exponent)));
  }

  /**
   * The bits that a value rounds to in a format given by its values; {@code values.length} are the
   * bits of infinity.
   */
  static int round(BigDecimal[] values, BigDecimal x, RoundMode mode) {
    boolean negative = x.signum() < 0;
    BigDecimal size = x.abs();
    int found = Arrays.binarySearch(values, size);
    int bits = found >= 0 ? found : between(values, size, -found - 2, mode, negative);
    return negative ? bits | 0x8000 : bits;
  }

  private static int between(
      BigDecimal[] values, BigDecimal size, int below, RoundMode mode, boolean negative) {
    boolean last = below == values.length - 1;
    // Beyond the largest value, the next step of its size is where infinity would lie.
    BigDecimal above =
        last ? TWO.multiply(values[below]).subtract(values[below - 1]) : values[below + 1];
    if (size.compareTo(above) >= 0) {
      return mode == RoundMode.TRUNC
              || mode == RoundMode.ODD
              || mode == (negative ? RoundMode.CEIL : RoundMode.FLOOR)
          ? below
          : below + 1;
    }
    int side = size.subtract(values[below]).compareTo(above.subtract(size));
    boolean up =
        switch (mode) {
          case NONE, RINT -> side > 0 || (side == 0 && below % 2 == 1);
          case ROUND -> side >= 0;
          case FLOOR -> negative;
          case CEIL -> !negative;
          case TRUNC -> false;
          case ODD -> below % 2 == 0 && !last;
        };
    return up ? below + 1 : below;
  }

  /** The integer that a value rounds to. */
  static BigInteger integral(BigDecimal x, RoundMode mode) {
    BigInteger below = x.setScale(0, RoundingMode.FLOOR).toBigInteger();
    return switch (mode) {
      case NONE, TRUNC -> x.toBigInteger();
      case RINT -> x.setScale(0, RoundingMode.HALF_EVEN).toBigInteger();
      case ROUND -> x.setScale(0, RoundingMode.HALF_UP).toBigInteger();
      case FLOOR -> below;
      case CEIL -> x.setScale(0, RoundingMode.CEILING).toBigInteger();
      case ODD -> {
        boolean tie = x.subtract(new BigDecimal(below)).compareTo(new BigDecimal("0.5")) == 0;
        yield tie
            ? below.testBit(0) ? below : below.add(BigInteger.ONE)
            : x.setScale(0, RoundingMode.HALF_EVEN).toBigInteger();
      }
    };
  }

  /** e to the power of a value, to 60 digits or more. */
  static BigDecimal exp(double value) {
    int halvings = 16;
    BigDecimal x = new BigDecimal(value).divide(powerOfTwo(halvings), DIGITS);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; i < 40; i++) {
      term = term.multiply(x, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  /** The natural logarithm of a positive value, by Newton's iteration on {@link #exp}. */
  static BigDecimal log(float value) {
    double guess = StrictMath.log(value);
    // ln v = g + ln(v / e^g), and the last logarithm is of a number within 2^-50 of 1.
    BigDecimal near = new BigDecimal(value).divide(exp(guess), DIGITS).subtract(BigDecimal.ONE);
    BigDecimal square = near.multiply(near, DIGITS);
    return new BigDecimal(guess).add(near).subtract(square.divide(TWO, DIGITS), DIGITS);
  }

  /** How far a float is from a value, in units of the float's last place. */
  static double ulps(float actual, BigDecimal expected) {
    return new BigDecimal(actual)
        .subtract(expected)
        .abs()
        .divide(new BigDecimal(Math.ulp(actual)), DIGITS)
        .doubleValue();
  }
}
