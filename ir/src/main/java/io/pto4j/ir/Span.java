package io.pto4j.ir;

import com.google.errorprone.annotations.Immutable;

/**
 * A region of source text. Lines and columns start at 1; {@code -1} means not known.
 *
 * <p>Source: PyPTO IR hierarchy, Span.
 */
@Immutable
public record Span(String filename, int beginLine, int beginColumn, int endLine, int endColumn) {
  private static final Span UNKNOWN = new Span("", -1, -1, -1, -1);

  public static Span unknown() {
    return UNKNOWN;
  }

  public static Span at(String filename, int line, int column) {
    return new Span(filename, line, column, -1, -1);
  }

  public boolean isKnown() {
    return beginLine > 0;
  }

  @Override
  public String toString() {
    return filename + ":" + beginLine + ":" + beginColumn;
  }
}
