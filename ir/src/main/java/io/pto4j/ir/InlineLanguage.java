package io.pto4j.ir;

/** The language of an inline statement's text. Source: PyPTO IR hierarchy, InlineStmt. */
public enum InlineLanguage implements WireEnum {
  PYTHON(0, "Python");

  private final int code;
  private final String text;

  InlineLanguage(int code, String text) {
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
