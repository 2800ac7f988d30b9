package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import io.pto4j.ir.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Splits a text into tokens, with indentation as tokens and comments set aside. Behind a mistake it
 * goes on as if that were put right.
 */
final class Lexer {
  /** A comment without its sign. */
  record Comment(int line, int column, String text) {}

  private static final ImmutableList<String> OPERATORS =
      ImmutableList.of(
          "...", "**=", "//=", "<<=", ">>=", "@=", "**", "//", "<<", ">>", "<=", ">=", "==", "!=",
          "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=");

  /** The operators of one character, by their code. */
  private static final ImmutableList<String> SIGNS =
      IntStream.range(0, 128).mapToObj(Character::toString).collect(toImmutableList());

  /** The second characters of the operators that have more than one. */
  private static final String SECOND = ".*/<>=";

  private static final int TAB = 8;

  /** Words that begin a statement and cannot stand in brackets. */
  private static final ImmutableSet<String> BEGINNINGS =
      ImmutableSet.of("def", "class", "with", "while", "return", "import", "pass", "elif", "@pl");

  private final SourceText source;
  private final String text;
  private final Interner<String> words = Interners.newStrongInterner();
  private final List<Token> tokens = new ArrayList<>();
  private final List<Comment> comments = new ArrayList<>();
  private final List<Integer> indents = new ArrayList<>(List.of(0));
  private final List<ParseException> failures = new ArrayList<>();

  /** The brackets that are open; within them line ends mean nothing. */
  private final Deque<Bracket> brackets = new ArrayDeque<>();

  /** Where a statement may begin within the brackets that are open, if one of them never ends. */
  private Optional<Resume> resume = Optional.empty();

  private int resumed;
  private final int end;
  private int at;
  private int line;
  private int lineStart;

  private Lexer(SourceText source, int from, int to, int line, int lineStart) {
    this.source = source;
    this.text = source.content();
    this.at = from;
    this.end = to;
    this.line = line;
    this.lineStart = lineStart;
  }

  /** A state of the lexer at the beginning of a line. */
  private record Resume(int at, int line, int tokens, int comments, int failures) {}

  /** An open bracket and where it is. */
  private record Bracket(char sign, Span place) {}

  /** The tokens and comments of a text, and the mistakes in it. */
  record Result(
      ImmutableList<Token> tokens,
      ImmutableList<Comment> comments,
      ImmutableList<ParseException> failures) {}

  static Result tokenize(SourceText source) {
    Lexer lexer = new Lexer(source, 0, source.content().length(), 1, 0);
    do {
      lexer.run();
    } while (lexer.closeAll());
    lexer.finish();
    return lexer.result();
  }

  /**
   * The tokens of an expression inside a string.
   *
   * @param from where the expression begins in the text
   * @param to where it ends
   */
  static Result expression(SourceText source, int from, int to, int line, int lineStart) {
    Lexer lexer = new Lexer(source, from, to, line, lineStart);
    lexer.brackets.push(new Bracket('{', lexer.here(from)));
    lexer.run();
    lexer.finish();
    Result result = lexer.result();
    if (!result.failures.isEmpty()) {
      throw result.failures.getFirst();
    }
    return result;
  }

  private Result result() {
    return new Result(
        ImmutableList.copyOf(tokens),
        ImmutableList.copyOf(comments),
        ImmutableList.copyOf(failures));
  }

  private void run() {
    boolean lineBegins = true;
    while (at < end) {
      if (lineBegins && brackets.isEmpty()) {
        lineBegins = false;
        if (!indentation()) {
          lineBegins = true;
          continue;
        }
      }
      char c = text.charAt(at);
      if (c == '\n') {
        lineBegins = newline();
      } else if (c == ' ' || c == '\t' || c == '\f') {
        at++;
      } else if (c == '#') {
        comment();
      } else if (c == '\\' && at + 1 < end && text.charAt(at + 1) == '\n') {
        at++;
        nextLine();
      } else {
        token(c);
      }
    }
  }

  /** Ends the last line and all blocks. */
  private void finish() {
    if (!tokens.isEmpty() && tokens.getLast().kind() != Token.Kind.NEWLINE) {
      add(Token.Kind.NEWLINE, "", at);
    }
    for (int i = indents.size() - 1; i > 0; i--) {
      add(Token.Kind.DEDENT, "", at);
    }
    add(Token.Kind.END, "", at);
  }

  /** Reads the indentation of a line; false when the line holds no statement. */
  private boolean indentation() {
    int width = 0;
    int i = at;
    for (; i < end; i++) {
      char c = text.charAt(i);
      if (c == ' ') {
        width++;
      } else if (c == '\t') {
        width = (width / TAB + 1) * TAB;
      } else if (c == '\f') {
        width = 0;
      } else {
        break;
      }
    }
    at = i;
    if (at == end) {
      return false;
    }
    if (text.charAt(at) == '\n') {
      nextLine();
      return false;
    }
    if (text.charAt(at) == '#') {
      comment();
      return false;
    }
    if (width > indents.getLast()) {
      indents.add(width);
      add(Token.Kind.INDENT, "", at);
    }
    boolean fits = indents.contains(width);
    if (!fits) {
      // as if it were indented like the lines above
      failures.add(SyntaxMistake.UNFITTING_INDENTATION.at(here(at)));
    }
    while (fits ? width < indents.getLast() : width < indents.get(indents.size() - 2)) {
      indents.removeLast();
      add(Token.Kind.DEDENT, "", at);
    }
    return true;
  }

  /** Ends a line; true when a new statement may begin. */
  private boolean newline() {
    if (!brackets.isEmpty() && !beginsStatement(at + 1)) {
      nextLine();
      if (resume.isEmpty() && isOutdented()) {
        resume = Optional.of(new Resume(at, line, tokens.size(), comments.size(), failures.size()));
      }
      return false;
    }
    if (closeAll()) {
      return true;
    }
    add(Token.Kind.NEWLINE, "", at);
    nextLine();
    return true;
  }

  /** Whether the line within brackets begins like one that comes after the statement. */
  private boolean isOutdented() {
    int first = at;
    while (first < end && text.charAt(first) == ' ') {
      first++;
    }
    return first - at <= indents.getLast()
        && first < end
        && (Character.isLetter(text.charAt(first)) || text.charAt(first) == '_');
  }

  /**
   * Goes on as if all brackets were closed; those that are not are a mistake. What looked like the
   * next statement is read again as such.
   *
   * @return whether the lexer is at the beginning of that statement
   */
  private boolean closeAll() {
    if (brackets.isEmpty()) {
      return false;
    }
    Bracket open = brackets.getLast();
    brackets.clear();
    Optional<Resume> next = resume.filter(_ -> resumed++ < Failures.MOST);
    resume = Optional.empty();
    if (next.isEmpty()) {
      failures.add(SyntaxMistake.UNCLOSED_BRACKET.at(open.place, open.sign));
      return false;
    }
    Resume begin = next.get();
    truncate(tokens, begin.tokens);
    truncate(comments, begin.comments);
    truncate(failures, begin.failures);
    failures.add(SyntaxMistake.UNCLOSED_BRACKET.at(open.place, open.sign));
    Token last = tokens.getLast();
    tokens.add(
        new Token(
            Token.Kind.NEWLINE,
            "",
            last.endLine(),
            last.endColumn(),
            last.endLine(),
            last.endColumn()));
    at = begin.at;
    line = begin.line;
    lineStart = begin.at;
    return true;
  }

  private static void truncate(List<?> list, int size) {
    list.subList(size, list.size()).clear();
  }

  /** Whether the line that begins at {@code start} can only be the beginning of a statement. */
  private boolean beginsStatement(int start) {
    int first = start;
    while (first < end && text.charAt(first) == ' ') {
      first++;
    }
    int last = first;
    while (last < end && (isNamePart(text.charAt(last)) || text.charAt(last) == '@')) {
      last++;
    }
    return BEGINNINGS.contains(text.substring(first, last));
  }

  private void nextLine() {
    at++;
    line++;
    lineStart = at;
  }

  private void comment() {
    int newline = text.indexOf('\n', at);
    int last = newline < 0 ? end : Math.min(newline, end);
    String content = text.substring(at + 1, last);
    comments.add(
        new Comment(line, column(at), content.startsWith(" ") ? content.substring(1) : content));
    at = last;
  }

  private void token(char c) {
    if (Character.isLetter(c) || c == '_') {
      name();
    } else if (isDigit(c) || (c == '.' && at + 1 < end && isDigit(text.charAt(at + 1)))) {
      number();
    } else if (c == '"' || c == '\'') {
      string(Token.Kind.STRING, 0);
    } else {
      operator();
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private void name() {
    int last = at;
    while (last < end && isNamePart(text.charAt(last))) {
      last++;
    }
    boolean prefix = last == at + 1 && last < end && "'\"".indexOf(text.charAt(last)) >= 0;
    switch (prefix ? Ascii.toLowerCase(text.charAt(at)) : ' ') {
      case 'f' -> string(Token.Kind.TEMPLATE, 1);
      case 'r' -> string(Token.Kind.STRING, 1);
      case 'u' -> string(Token.Kind.STRING, 1);
      default -> add(Token.Kind.NAME, words.intern(text.substring(at, last)), last);
    }
  }

  private void number() {
    int last = at;
    boolean hex = text.startsWith("0x", at) || text.startsWith("0X", at);
    if (hex) {
      last += 2;
    }
    while (last < end) {
      char c = text.charAt(last);
      boolean sign = (c == '+' || c == '-') && !hex && "eE".indexOf(text.charAt(last - 1)) >= 0;
      if (!sign && !Character.isLetterOrDigit(c) && c != '.' && c != '_') {
        break;
      }
      last++;
    }
    add(Token.Kind.NUMBER, text.substring(at, last), last);
  }

  private void operator() {
    boolean longer = at + 1 < end && SECOND.indexOf(text.charAt(at + 1)) >= 0;
    for (String operator : longer ? OPERATORS : ImmutableList.<String>of()) {
      if (text.startsWith(operator, at)) {
        add(Token.Kind.OPERATOR, operator, at + operator.length());
        return;
      }
    }
    char c = text.charAt(at);
    if ("([{".indexOf(c) >= 0) {
      brackets.push(new Bracket(c, here(at)));
    } else if (")]}".indexOf(c) >= 0) {
      brackets.pollFirst();
      resume = brackets.isEmpty() ? Optional.empty() : resume;
    }
    add(Token.Kind.OPERATOR, c < SIGNS.size() ? SIGNS.get(c) : String.valueOf(c), at + 1);
  }

  /** Reads a string behind {@code prefix} letters; that of a template stays as it is written. */
  private void string(Token.Kind kind, int prefix) {
    int beginLine = line;
    int beginColumn = column(at);
    boolean raw = kind == Token.Kind.TEMPLATE || (prefix > 0 && isRaw(text.charAt(at)));
    at += prefix;
    String quote = text.substring(at, at + 1);
    String close = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    StringBuilder value = new StringBuilder();
    at += close.length();
    while (!text.startsWith(close, at)) {
      if (at >= end || (close.length() == 1 && text.charAt(at) == '\n')) {
        failures.add(SyntaxMistake.UNCLOSED_STRING.at(source.at(beginLine, beginColumn), close));
        // what closes them may be in the string
        brackets.clear();
        resume = Optional.empty();
        tokens.add(new Token(kind, value.toString(), beginLine, beginColumn, line, column(at)));
        return;
      }
      if (text.charAt(at) == '\\' && !raw) {
        escape(value);
        continue;
      }
      value.append(text.charAt(at));
      if (text.charAt(at) == '\n') {
        nextLine();
      } else if (text.charAt(at) == '\\' && at + 1 < end && text.charAt(at + 1) != '\n') {
        value.append(text.charAt(at + 1));
        at += 2;
      } else {
        at++;
      }
    }
    at += close.length();
    tokens.add(new Token(kind, value.toString(), beginLine, beginColumn, line, column(at)));
  }

  private static boolean isRaw(char prefix) {
    return prefix == 'r' || prefix == 'R';
  }

  private void escape(StringBuilder value) {
    char c = at + 1 < end ? text.charAt(at + 1) : '\n';
    at += 2;
    switch (c) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case '0' -> value.append('\0');
      case '\\', '\'', '"' -> value.append(c);
      case 'x' -> value.append(hex());
      case '\n' -> {
        line++;
        lineStart = at;
      }
      default -> value.append('\\').append(c);
    }
  }

  private char hex() {
    int last = Math.min(at + 2, end);
    try {
      char c = (char) Integer.parseInt(text.substring(at, last), 16);
      at = last;
      return c;
    } catch (NumberFormatException _) {
      failures.add(SyntaxMistake.HEX_ESCAPE.at(here(at)));
      return ' ';
    }
  }

  private void add(Token.Kind kind, String content, int last) {
    tokens.add(new Token(kind, content, line, column(at), line, column(last)));
    at = last;
  }

  private int column(int position) {
    return source.column(lineStart, position);
  }

  private Span here(int position) {
    return source.at(line, column(position));
  }
}
