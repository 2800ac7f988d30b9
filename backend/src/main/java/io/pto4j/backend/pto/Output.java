package io.pto4j.backend.pto;

import com.google.errorprone.annotations.FormatMethod;

/**
 * Lines of text at a nesting depth; the body of a function stands as deep as the function itself.
 */
final class Output {
  private static final String UNIT = "  ";

  private final StringBuilder text = new StringBuilder();
  private int depth = 1;

  void line(String line) {
    text.append(UNIT.repeat(depth)).append(line).append('\n');
  }

  @FormatMethod
  void line(String format, Object... arguments) {
    line(format.formatted(arguments));
  }

  void open(String line) {
    line(line);
    depth++;
  }

  void reopen(String line) {
    depth--;
    open(line);
  }

  void close() {
    depth--;
    line("}");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
