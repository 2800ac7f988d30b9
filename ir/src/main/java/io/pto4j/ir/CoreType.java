package io.pto4j.ir;

/** The two kinds of core. Source: PyPTO IR types, CoreType. */
public enum CoreType implements WireEnum {
  CUBE(0, "CUBE"),
  VECTOR(1, "VECTOR");

  private final int code;
  private final String text;

  CoreType(int code, String text) {
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
