package io.pto4j.dsl;

/**
 * How the two vector cores of a core group share the work of a scope.
 *
 * <p>Source of the rule: PyPTO language, SplitMode.
 */
public enum SplitMode implements AttributeCode {
  /** Not split. */
  NONE(0),
  /** Along the first axis. */
  UP_DOWN(1),
  /** Along the second axis. */
  LEFT_RIGHT(2);

  private final int code;

  SplitMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
