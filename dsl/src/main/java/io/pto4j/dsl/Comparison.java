package io.pto4j.dsl;

/**
 * Comparison of two elements.
 *
 * <p>Source of the rule: PyPTO operators, tile.cmp.
 */
public enum Comparison implements AttributeCode {
  /** Equal. */
  EQ(0),
  /** Not equal. */
  NE(1),
  /** Less. */
  LT(2),
  /** Less or equal. */
  LE(3),
  /** Greater. */
  GT(4),
  /** Greater or equal. */
  GE(5);

  private final int code;

  Comparison(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
