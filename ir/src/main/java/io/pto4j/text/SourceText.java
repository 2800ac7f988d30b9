package io.pto4j.text;

import static java.util.stream.Collectors.joining;

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

  /** How many pairs of surrogates end before each index; empty if there is none in the text. */
  private final int[] pairs;

  SourceText(String filename, String content) {
    this.filename = filename;
    String unmarked = content.startsWith(BYTE_ORDER_MARK) ? content.substring(1) : content;
    this.content = unmarked.replace("\r\n", "\n").replace('\r', '\n');
    this.pairs = pairs(content);
    this.lines = ImmutableList.copyOf(Splitter.on('\n').split(this.content));
    List<Integer> begins = new ArrayList<>();
    int begin = 0;
    for (String line : lines) {
      begins.add(begin);
      begin += line.length() + 1;
    }
    this.starts = ImmutableList.copyOf(begins);
  }

  private static int[] pairs(String content) {
    if (content.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return new int[0];
    }
    int[] pairs = new int[content.length() + 1];
    for (int i = 0; i < content.length(); i++) {
      boolean ends = i > 0 && Character.isSurrogatePair(content.charAt(i - 1), content.charAt(i));
      pairs[i + 1] = pairs[i] + (ends ? 1 : 0);
    }
    return pairs;
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

  /**
   * The column, counted in characters from 1, of an index in the line that begins at {@code start}.
   */
  int column(int start, int index) {
    int doubled = pairs.length == 0 ? 0 : pairs[index] - pairs[start];
    return index - start - doubled + 1;
  }

  /** The index of {@code token} in its line. */
  int index(Token token) {
    String line = lines.get(token.line() - 1);
    return pairs.length == 0 ? token.column() - 1 : line.offsetByCodePoints(0, token.column() - 1);
  }

  /** Where a line, counted from 1, begins in the content. */
  int lineStart(int line) {
    return starts.get(line - 1);
  }

  /** Blanks up to the column of {@code span}, with the tabs of the line so that the caret fits. */
  private static String ahead(String line, Span span) {
    return line.codePoints()
        .limit(Math.max(span.beginColumn() - 1, 0))
        .mapToObj(c -> c == '\t' ? "\t" : " ")
        .collect(joining());
  }

  /** The mistake with its place and class, the line it is in, and a caret below the column. */
  ParseException rendered(ParseException e) {
    Span span = e.span();
    String head = "%s [%s]".formatted(e.getMessage(), e.errorClass());
    StringBuilder text = new StringBuilder();
    if (span.isKnown() && span.beginLine() <= lines.size()) {
      String line = lines.get(span.beginLine() - 1);
      text.append("%s: %s%n  %s%n  %s^".formatted(span, head, line, ahead(line, span)));
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
