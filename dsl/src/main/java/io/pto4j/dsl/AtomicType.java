package io.pto4j.dsl;

/**
 * What a store does with the value in memory.
 *
 * <p>Source of the rule: PyPTO operators, tile.store.
 */
public enum AtomicType implements AttributeCode {
  /** Replaces it. */
  NONE(0),
  /** Adds to it atomically; FP32, BF16, FP16, INT32, INT16 and INT8 only. */
  ADD(1);

  private final int code;

  AtomicType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
