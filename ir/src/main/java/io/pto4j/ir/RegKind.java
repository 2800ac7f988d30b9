package io.pto4j.ir;

/** The two kinds of vector register. Source: PyPTO IR types, RegType. */
public enum RegKind implements WireEnum {
  VEC_REG(0, "VecReg"),
  MASK_REG(1, "MaskReg");

  private final int code;
  private final String text;

  RegKind(int code, String text) {
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
