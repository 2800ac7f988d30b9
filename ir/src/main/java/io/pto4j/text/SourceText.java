package io.pto4j.text;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Span;
import java.util.ArrayList;
import java.util.List;

/** A text under analysis and the errors in it. */
final class SourceText {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final String filename;
  private final String content;
  private final List<String> lines;
  private final List<Integer> starts;

  SourceText(String filename, String content) {
    this.filename = filename;
    String unmarked = content.startsWith(BYTE_ORDER_MARK) ? content.substring(1) : content;
    this.content = unmarked.replace("\r\n", "\n");
    this.lines = ImmutableList.copyOf(Splitter.on('\n').split(this.content));
    List<Integer> begins = new ArrayList<>();
    int begin = 0;
    for (String line : lines) {
      begins.add(begin);
      begin += line.length() + 1;
    }
    this.starts = ImmutableList.copyOf(begins);
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

  Span at(int line, int column) {
    return Span.at(filename, line, column);
  }

  /** Where a line, counted from 1, begins in the content. */
  int lineStart(int line) {
    return starts.get(line - 1);
  }

  /** The mistake with its place and class, the line it is in, and a caret below the column. */
  ParseException rendered(ParseException e) {
    Span span = e.span();
    String head = "%s [%s]".formatted(e.getMessage(), e.errorClass());
    StringBuilder text = new StringBuilder();
    if (span.isKnown() && span.beginLine() <= lines.size()) {
      String line = lines.get(span.beginLine() - 1);
      int column = Math.clamp(span.beginColumn(), 1, line.length() + 1);
      text.append("%s: %s%n  %s%n  %s^".formatted(span, head, line, " ".repeat(column - 1)));
    } else {
      text.append("%s: %s".formatted(filename, head));
    }
    if (!e.hint().isEmpty()) {
      text.append("%n  hint: %s".formatted(e.hint()));
    }
    if (!e.note().isEmpty()) {
      text.append("%n  note: %s".formatted(e.note()));
    }
    ParseException shown =
        new ParseException(e.mistake(), text.toString(), e.hint(), e.note(), span);
    shown.initCause(e);
    return shown;
  }
}
