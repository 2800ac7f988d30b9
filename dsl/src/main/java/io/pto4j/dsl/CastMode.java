package io.pto4j.dsl;

/**
 * Rounding of a conversion.
 *
 * <p>Source of the rule: PyPTO operators, tile.cast; PTO ISA, TCVT.
 */
public enum CastMode implements AttributeCode {
  /** Default conversion of the pair of types. */
  NONE(0),
  /** To nearest, ties to even. */
  RINT(1),
  /** To nearest, ties away from zero. The default. */
  ROUND(2),
  /** Toward minus infinity. */
  FLOOR(3),
  /** Toward plus infinity. */
  CEIL(4),
  /** Toward zero. */
  TRUNC(5),
  /** To odd. */
  ODD(6);

  private final int code;

  CastMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
