package io.pto4j.ir;

/** How a mixed kernel divides work between vector lanes. Source: PyPTO IR hierarchy, SplitMode. */
public enum SplitMode implements WireEnum {
  NONE(0, "None"),
  UP_DOWN(1, "UpDown"),
  LEFT_RIGHT(2, "LeftRight");

  private final int code;
  private final String text;

  SplitMode(int code, String text) {
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
