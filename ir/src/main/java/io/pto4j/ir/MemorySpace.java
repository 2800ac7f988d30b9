package io.pto4j.ir;

/** Where a tile or tensor lives. Source: PyPTO IR types, MemorySpace. */
public enum MemorySpace implements WireEnum {
  DDR(0, "DDR"),
  VEC(1, "Vec"),
  MAT(2, "Mat"),
  LEFT(3, "Left"),
  RIGHT(4, "Right"),
  ACC(5, "Acc"),
  BIAS(6, "Bias"),
  SCALAR_LOCAL(7, "ScalarLocal"),
  LEFT_SCALE(8, "LeftScale"),
  RIGHT_SCALE(9, "RightScale");

  private final int code;
  private final String text;

  MemorySpace(int code, String text) {
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
