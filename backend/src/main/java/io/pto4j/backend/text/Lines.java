package io.pto4j.backend.text;

import com.google.errorprone.annotations.FormatMethod;

/** Lines of a function's body at a nesting depth. */
public final class Lines {
  private final String unit;
  private final StringBuilder text = new StringBuilder();
  private int depth = 1;

  /**
   * @param unit the white space before a line, for each level
   */
  public Lines(String unit) {
    this.unit = unit;
  }

  public void line(String line) {
    text.append(unit.repeat(depth)).append(line).append('\n');
  }

  @FormatMethod
  public void line(String format, Object... arguments) {
    line(format.formatted(arguments));
  }

  public void blank() {
    text.append('\n');
  }

  /** A line after which the lines stand one level deeper. */
  public void open(String line) {
    line(line);
    depth++;
  }

  /** A line that ends one block and opens another. */
  public void reopen(String line) {
    depth--;
    open(line);
  }

  /** The closing brace of a block. */
  public void close() {
    depth--;
    line("}");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
