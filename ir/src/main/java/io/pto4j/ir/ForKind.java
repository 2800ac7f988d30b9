package io.pto4j.ir;

/** How the iterations of a loop run. Source: PyPTO IR hierarchy, ForStmt. */
public enum ForKind implements WireEnum {
  SEQUENTIAL(0, "Sequential"),
  PARALLEL(1, "Parallel"),
  UNROLL(2, "Unroll"),
  PIPELINE(3, "Pipeline");

  private final int code;
  private final String text;

  ForKind(int code, String text) {
    this.code = code;
    this.text = text;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String text() {
    return text;
  }
}
