package io.pto4j.numeric;

/**
 * How a conversion chooses between two neighbouring representable values; the codes are those of
 * operator attributes.
 *
 * <p>Source: PTO ISA, TCVT.
 */
public enum RoundMode {
  /** The default of the pair of types; see {@link Cast}. */
  NONE(0),
  /** To nearest, ties to even. */
  RINT(1),
  /** To nearest, ties away from zero. */
  ROUND(2),
  /** Toward minus infinity. */
  FLOOR(3),
  /** Toward plus infinity. */
  CEIL(4),
  /** Toward zero. */
  TRUNC(5),
  /**
   * To a floating-point type: toward zero, and an inexact result gets an odd last bit. To an
   * integer: to nearest, ties to odd.
   */
  ODD(6);

  private final int code;

  RoundMode(int code) {
    this.code = code;
  }

  /** The number that stands for this mode in an operator attribute. */
  public int code() {
    return code;
  }

  /**
   * The mode of a code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RoundMode ofCode(int code) {
    for (RoundMode mode : values()) {
      if (mode.code == code) {
        return mode;
      }
    }
    throw new IllegalArgumentException("no rounding mode has code " + code + ", they are 0 to 6");
  }

  /** The integral value that a value rounds to; NaN and infinities stay. */
  double integral(double x) {
    return switch (this) {
      case NONE, TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
      case RINT -> Math.rint(x);
      case ROUND -> Math.copySign(halfUp(Math.abs(x)), x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case ODD -> tiesToOdd(x);
    };
  }

  /** Nearest of a value that is not negative, ties up. */
  private static double halfUp(double x) {
    double below = Math.floor(x);
    return x - below >= 0.5 ? below + 1 : below;
  }

  private static double tiesToOdd(double x) {
    double below = Math.floor(x);
    if (x - below != 0.5) {
      return Math.rint(x);
    }
    return below % 2 == 0 ? below + 1 : below;
  }
}
