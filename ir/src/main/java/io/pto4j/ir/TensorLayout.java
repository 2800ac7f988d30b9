package io.pto4j.ir;

/** Order of a tensor's elements in global memory. Source: PyPTO IR types, TensorLayout. */
public enum TensorLayout implements WireEnum {
  ND(0, "ND"),
  DN(1, "DN"),
  NZ(2, "NZ"),
  MX_A_ZZ(3, "MX_A_ZZ"),
  MX_B_NN(4, "MX_B_NN");

  private final int code;
  private final String text;

  TensorLayout(int code, String text) {
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
