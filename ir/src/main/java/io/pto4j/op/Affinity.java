package io.pto4j.op;

/** Which core executes a statement. */
public enum Affinity {
  CUBE,
  VECTOR,
  /** Either core; copied to both when a mixed kernel is split. */
  SHARED,
  MIXED;

  /** The affinity of two statements together. */
  public Affinity and(Affinity other) {
    if (this == other || other == SHARED) {
      return this;
    }
    return this == SHARED ? other : MIXED;
  }
}
