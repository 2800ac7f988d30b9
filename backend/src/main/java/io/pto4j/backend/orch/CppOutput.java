package io.pto4j.backend.orch;

import com.google.errorprone.annotations.FormatMethod;

/** Lines of C++ at a nesting depth. */
final class CppOutput {
  private static final String UNIT = "    ";

  private final StringBuilder text = new StringBuilder();
  private int depth = 1;

  void line(String line) {
    text.append(UNIT.repeat(depth)).append(line).append('\n');
  }

  @FormatMethod
  void line(String format, Object... arguments) {
    line(format.formatted(arguments));
  }

  void blank() {
    text.append('\n');
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
