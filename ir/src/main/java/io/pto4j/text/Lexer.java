package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IrException;
import java.util.ArrayList;
import java.util.List;

/** Splits a text into tokens, with indentation as tokens and comments set aside. */
final class Lexer {
  /** A comment without its sign. */
  record Comment(int line, int column, String text) {}

  private static final ImmutableList<String> OPERATORS =
      ImmutableList.of(
          "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=",
          "%=", "&=", "|=", "^=");

  private static final int TAB = 8;

  private final SourceText source;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private final List<Comment> comments = new ArrayList<>();
  private final List<Integer> indents = new ArrayList<>(List.of(0));
  private int at;
  private int line = 1;
  private int lineStart;
  private int brackets;

  private Lexer(SourceText source) {
    this.source = source;
    this.text = source.content();
  }

  /** The tokens and comments of a text. */
  record Result(ImmutableList<Token> tokens, ImmutableList<Comment> comments) {}

  static Result tokenize(SourceText source) {
    Lexer lexer = new Lexer(source);
    lexer.run();
    return new Result(ImmutableList.copyOf(lexer.tokens), ImmutableList.copyOf(lexer.comments));
  }

  private void run() {
    boolean lineBegins = true;
    while (at < text.length()) {
      if (lineBegins && brackets == 0) {
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
      } else if (c == '\\' && at + 1 < text.length() && text.charAt(at + 1) == '\n') {
        at++;
        nextLine();
      } else {
        token(c);
      }
    }
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
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ') {
        width++;
      } else if (c == '\t') {
        width = (width / TAB + 1) * TAB;
      } else {
        break;
      }
    }
    at = i;
    if (at == text.length()) {
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
    while (width < indents.getLast()) {
      indents.removeLast();
      add(Token.Kind.DEDENT, "", at);
    }
    if (width != indents.getLast()) {
      throw error(at, "the indentation fits no enclosing block", "indent like the lines above");
    }
    return true;
  }

  /** Ends a line; true when a new statement may begin. */
  private boolean newline() {
    if (brackets > 0) {
      nextLine();
      return false;
    }
    add(Token.Kind.NEWLINE, "", at);
    nextLine();
    return true;
  }

  private void nextLine() {
    at++;
    line++;
    lineStart = at;
  }

  private void comment() {
    int end = text.indexOf('\n', at);
    end = end < 0 ? text.length() : end;
    String content = text.substring(at + 1, end);
    comments.add(
        new Comment(line, column(at), content.startsWith(" ") ? content.substring(1) : content));
    at = end;
  }

  private void token(char c) {
    if (Character.isLetter(c) || c == '_') {
      name();
    } else if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      number();
    } else if (c == '"' || c == '\'') {
      string(c);
    } else {
      operator();
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void name() {
    int end = at;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    add(Token.Kind.NAME, text.substring(at, end), end);
  }

  private void number() {
    int end = at;
    boolean hex = text.startsWith("0x", at) || text.startsWith("0X", at);
    if (hex) {
      end += 2;
    }
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && !hex && "eE".indexOf(text.charAt(end - 1)) >= 0;
      if (!sign && !Character.isLetterOrDigit(c) && c != '.' && c != '_') {
        break;
      }
      end++;
    }
    add(Token.Kind.NUMBER, text.substring(at, end).replace("_", ""), end);
  }

  private void operator() {
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, at)) {
        add(Token.Kind.OPERATOR, operator, at + operator.length());
        return;
      }
    }
    char c = text.charAt(at);
    if ("([{".indexOf(c) >= 0) {
      brackets++;
    } else if (")]}".indexOf(c) >= 0) {
      brackets = Math.max(0, brackets - 1);
    }
    add(Token.Kind.OPERATOR, String.valueOf(c), at + 1);
  }

  private void string(char quote) {
    int begin = at;
    int beginLine = line;
    int beginColumn = column(at);
    String triple = String.valueOf(quote).repeat(3);
    boolean isTriple = text.startsWith(triple, at);
    String close = isTriple ? triple : String.valueOf(quote);
    StringBuilder value = new StringBuilder();
    at += close.length();
    while (!text.startsWith(close, at)) {
      if (at >= text.length() || (!isTriple && text.charAt(at) == '\n')) {
        throw error(begin, beginLine, beginColumn);
      }
      if (text.charAt(at) == '\\') {
        escape(value);
      } else {
        value.append(text.charAt(at));
        if (text.charAt(at) == '\n') {
          nextLine();
        } else {
          at++;
        }
      }
    }
    at += close.length();
    tokens.add(
        new Token(Token.Kind.STRING, value.toString(), beginLine, beginColumn, line, column(at)));
  }

  private IrException error(int begin, int beginLine, int beginColumn) {
    return source.error(
        beginLine,
        beginColumn,
        "the string that begins here does not end",
        "close it with " + text.charAt(begin));
  }

  private void escape(StringBuilder value) {
    char c = at + 1 < text.length() ? text.charAt(at + 1) : '\n';
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
    int end = Math.min(at + 2, text.length());
    try {
      char c = (char) Integer.parseInt(text.substring(at, end), 16);
      at = end;
      return c;
    } catch (NumberFormatException _) {
      throw error(at, "an escape \\x needs two hexadecimal digits", "");
    }
  }

  private void add(Token.Kind kind, String content, int end) {
    tokens.add(new Token(kind, content, line, column(at), line, column(end)));
    at = end;
  }

  private int column(int position) {
    return position - lineStart + 1;
  }

  private IrException error(int position, String message, String hint) {
    return source.error(line, column(position), message, hint);
  }
}
