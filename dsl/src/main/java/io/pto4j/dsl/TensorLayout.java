package io.pto4j.dsl;

/**
 * Layout of a tensor in global memory.
 *
 * <p>Source of the rule: PyPTO IR types, TensorLayout.
 */
public enum TensorLayout {
  /** Row-major. */
  ND,
  /** Column-major in the last two dimensions. */
  DN,
  /** Blocked: fractals column by column, rows inside a fractal. */
  NZ,
  /** Scales of a left microscaling operand. */
  MX_A_ZZ,
  /** Scales of a right microscaling operand. */
  MX_B_NN;

  /** Name in the IR text. */
  public String irName() {
    return name();
  }
}
