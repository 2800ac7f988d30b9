package io.pto4j.ir;

/** Whether a loop must become a hardware loop. Source: PyPTO IR types, HardwareLoopPolicy. */
public enum HardwareLoopPolicy implements WireEnum {
  AUTO(0, "Auto"),
  REQUIRE(1, "Require");

  private final int code;
  private final String text;

  HardwareLoopPolicy(int code, String text) {
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
