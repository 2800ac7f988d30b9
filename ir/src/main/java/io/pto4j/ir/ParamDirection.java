package io.pto4j.ir;

/** The declared direction of a parameter. Source: PyPTO IR hierarchy, ParamDirection. */
public enum ParamDirection implements WireEnum {
  IN(0, "In"),
  OUT(1, "Out"),
  INOUT(2, "InOut");

  private final int code;
  private final String text;

  ParamDirection(int code, String text) {
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
