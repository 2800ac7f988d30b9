package io.pto4j.ir;

/** Whether a tile's rows are packed to its valid shape. Source: PyPTO IR types, CompactMode. */
public enum CompactMode implements WireEnum {
  NULL(0, "null"),
  NORMAL(1, "normal");

  private final int code;
  private final String text;

  CompactMode(int code, String text) {
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
