package io.pto4j.ir;

/**
 * What a call does with an argument, as seen by the task runtime. Source: PyPTO IR hierarchy,
 * ArgDirection.
 */
public enum ArgDirection implements WireEnum {
  INPUT(0, "Input"),
  OUTPUT(1, "Output"),
  INOUT(2, "InOut"),
  OUTPUT_EXISTING(3, "OutputExisting"),
  NO_DEP(4, "NoDep"),
  SCALAR(5, "Scalar");

  private final int code;
  private final String text;

  ArgDirection(int code, String text) {
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
