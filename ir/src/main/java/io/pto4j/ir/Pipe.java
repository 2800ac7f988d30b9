package io.pto4j.ir;

/** The hardware pipes of a core. Source: PyPTO IR types, PipeType. */
public enum Pipe implements WireEnum {
  MTE1(0, "MTE1"),
  MTE2(1, "MTE2"),
  MTE3(2, "MTE3"),
  M(3, "M"),
  V(4, "V"),
  S(5, "S"),
  FIX(6, "FIX"),
  ALL(7, "ALL");

  private final int code;
  private final String text;

  Pipe(int code, String text) {
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
