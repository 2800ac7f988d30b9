package io.pto4j.text;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import java.util.List;

/** A text under analysis and the errors in it. */
final class SourceText {
  private final String filename;
  private final String content;
  private final List<String> lines;

  SourceText(String filename, String content) {
    this.filename = filename;
    this.content = content.replace("\r\n", "\n");
    this.lines = ImmutableList.copyOf(Splitter.on('\n').split(this.content));
  }

  String content() {
    return content;
  }

  List<String> lines() {
    return lines;
  }

  Span span(Token first, Token last) {
    return new Span(filename, first.line(), first.column(), last.endLine(), last.endColumn());
  }

  IrException error(int line, int column, String message, String hint) {
    return new IrException(message, hint, Span.at(filename, line, column));
  }

  /** The error with its place, the line it is in and a caret below the column. */
  IrException rendered(IrException e) {
    Span span = e.span();
    if (!span.isKnown() || !span.filename().equals(filename) || span.beginLine() > lines.size()) {
      return e;
    }
    String line = lines.get(span.beginLine() - 1);
    int column = Math.clamp(span.beginColumn(), 1, line.length() + 1);
    String text =
        "%s: %s%n  %s%n  %s^".formatted(span, e.getMessage(), line, " ".repeat(column - 1));
    String hint = e.hint().isEmpty() ? "" : "%n  hint: %s".formatted(e.hint());
    IrException shown = new IrException(text + hint, e.hint(), span);
    shown.initCause(e);
    return shown;
  }
}
