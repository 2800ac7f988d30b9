package io.pto4j.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating-point numbers with 17 significant digits, enough to read every double back exactly. */
final class FloatText {
  private static final int DIGITS = 17;
  private static final int LEAST_FIXED_EXPONENT = -4;

  private FloatText() {}

  static String of(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value > 0 ? "0.0" : "-0.0";
    }
    BigDecimal rounded =
        new BigDecimal(value)
            .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
            .stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent < LEAST_FIXED_EXPONENT || exponent >= DIGITS) {
      return scientific(rounded, exponent);
    }
    String plain = rounded.toPlainString();
    return plain.contains(".") ? plain : plain + ".0";
  }

  private static String scientific(BigDecimal value, int exponent) {
    String digits = value.unscaledValue().abs().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return "%s%s%se%s%02d"
        .formatted(
            value.signum() < 0 ? "-" : "",
            digits.charAt(0),
            fraction,
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }
}
