package io.pto4j.text;

/**
 * What kind of mistake a text contains. Source: PyPTO language reference, errors: classes and
 * codes.
 */
public enum ErrorClass {
  /** Anything else: the parent of all classes. */
  BASE("ParserError", ""),
  SYNTAX("ParserSyntaxError", "E001"),
  TYPE("ParserTypeError", "E101"),
  UNDEFINED("UndefinedVariableError", "E200"),
  SSA("SSAViolationError", "E201"),
  OPERATION("InvalidOperationError", "E300"),
  UNSUPPORTED("UnsupportedFeatureError", "E301");

  private final String text;
  private final String code;

  ErrorClass(String text, String code) {
    this.text = text;
    this.code = code;
  }

  /** The name that the ecosystem has for it. */
  public String text() {
    return text;
  }

  /** The code, such as {@code E101}; empty if the class has none. */
  public String code() {
    return code;
  }

  /** Code and name, as messages show them. */
  @Override
  public String toString() {
    return code.isEmpty() ? text : code + " " + text;
  }
}
