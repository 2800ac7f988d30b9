package io.pto4j.dsl;

/**
 * Memory of the device in which a tile lives.
 *
 * <p>Source of the rule: PyPTO IR types, MemorySpace.
 */
public enum MemorySpace {
  /** Global memory. */
  DDR,
  /** Unified buffer of a vector core. */
  Vec,
  /** L1 buffer of a cube core. */
  Mat,
  /** L0A buffer: left operand of a matrix product. */
  Left,
  /** L0B buffer: right operand of a matrix product. */
  Right,
  /** L0C buffer: accumulator of a matrix product. */
  Acc,
  /** Bias table of the cube core. */
  Bias,
  /** Local memory of the scalar unit. */
  ScalarLocal,
  /** Scales of a left microscaling operand. */
  LeftScale,
  /** Scales of a right microscaling operand. */
  RightScale;

  /** Name in the IR text. */
  public String irName() {
    return name();
  }
}
