package io.pto4j.ir;

/** What the elements outside the valid region read as. Source: PyPTO IR types, PadValue. */
public enum PadValue implements WireEnum {
  NULL(0, "null"),
  ZERO(1, "zero"),
  MAX(2, "max"),
  MIN(3, "min");

  private final int code;
  private final String text;

  PadValue(int code, String text) {
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
