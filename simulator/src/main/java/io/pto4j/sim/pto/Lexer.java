package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.pto.Token.Kind;

/**
 * Cuts {@code .pto} text into tokens. Angle brackets never mean comparison in this language, so a
 * bracketed body is kept as one piece and read by whoever knows its grammar.
 *
 * <p>Source: PTO dialect, lexical grammar.
 */
final class Lexer {
  private static final int MAX_ANGLE_DEPTH = 16;

  private final SourceText source;
  private final String text;
  private int at;

  Lexer(SourceText source) {
    this.source = source;
    this.text = source.text();
  }

  ImmutableList<Token> tokens() {
    ImmutableList.Builder<Token> out = ImmutableList.builder();
    Token token;
    do {
      token = next();
      out.add(token);
    } while (token.kind() != Kind.END);
    return out.build();
  }

  private Token next() {
    skipSpace();
    if (at >= text.length()) {
      return new Token(Kind.END, "", text.length());
    }
    int start = at;
    char c = text.charAt(at);
    return switch (c) {
      case '%' -> named(Kind.VALUE, start, true);
      case '@' -> symbol(start);
      case '^' -> named(Kind.LABEL, start, false);
      case '!' -> withBody(named(Kind.TYPE, start, false));
      case '#' -> withBody(attribute(start));
      case '"' -> string(start);
      case '<' -> withBody(new Token(Kind.ANGLE, "", start));
      case '-' -> minus(start);
      case '(', ')', '[', ']', '{', '}', ',', '=', ':', '?' -> {
        at++;
        yield new Token(Kind.PUNCTUATION, String.valueOf(c), start);
      }
      default -> wordOrNumber(c, start);
    };
  }

  private Token wordOrNumber(char c, int start) {
    if (isDigit(c)) {
      return number(start);
    }
    if (isWordStart(c)) {
      while (at < text.length() && isWordPart(text.charAt(at))) {
        at++;
      }
      return withBody(new Token(Kind.WORD, text.substring(start, at), start));
    }
    throw error(start, "unexpected character '" + printable(c) + "'");
  }

  private Token minus(int start) {
    at++;
    if (at < text.length() && text.charAt(at) == '>') {
      at++;
      return new Token(Kind.PUNCTUATION, "->", start);
    }
    if (at < text.length() && isDigit(text.charAt(at))) {
      return number(start);
    }
    throw error(start, "expected '->' or a negative number");
  }

  private Token named(Kind kind, int start, boolean index) {
    at++;
    while (at < text.length()
        && (isWordPart(text.charAt(at)) || (text.charAt(at) == '-' && !arrowAt(at)))) {
      at++;
    }
    if (at == start + 1) {
      throw error(start, "expected a name after '" + text.charAt(start) + "'");
    }
    String name = text.substring(start + 1, at);
    if (index && at + 1 < text.length() && text.charAt(at) == '#' && isDigit(text.charAt(at + 1))) {
      int hash = at++;
      while (at < text.length() && isDigit(text.charAt(at))) {
        at++;
      }
      name += text.substring(hash, at);
    }
    return new Token(kind, name, start);
  }

  private Token attribute(int start) {
    at++;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    return new Token(Kind.ATTRIBUTE, text.substring(start + 1, at), start);
  }

  private Token symbol(int start) {
    if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
      at++;
      return new Token(Kind.SYMBOL, string(start).text(), start);
    }
    return named(Kind.SYMBOL, start, false);
  }

  private Token number(int start) {
    if (text.charAt(at) == '-') {
      at++;
    }
    if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
      at += 2;
      while (at < text.length() && Character.digit(text.charAt(at), 16) >= 0) {
        at++;
      }
      return new Token(Kind.INTEGER, text.substring(start, at), start);
    }
    digits();
    boolean floating = false;
    if (at < text.length() && text.charAt(at) == '.') {
      floating = true;
      at++;
      digits();
    }
    if (floating && at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      digits();
    }
    return new Token(floating ? Kind.FLOAT : Kind.INTEGER, text.substring(start, at), start);
  }

  private void digits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private Token string(int start) {
    at++;
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\n') {
        throw error(start, "string is not closed on its line");
      }
      if (c == '\\') {
        escape(start, out);
      } else {
        out.append(c);
      }
    }
    if (at >= text.length()) {
      throw error(start, "string is not closed");
    }
    at++;
    return new Token(Kind.STRING, out.toString(), start);
  }

  private void escape(int start, StringBuilder out) {
    char c = at < text.length() ? text.charAt(at++) : '\n';
    switch (c) {
      case '\\', '"' -> out.append(c);
      case 'n' -> out.append('\n');
      case 't' -> out.append('\t');
      default -> {
        int high = Character.digit(c, 16);
        int low = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        if (high < 0 || low < 0) {
          throw error(start, "unknown escape in string");
        }
        at++;
        out.append((char) (high * 16 + low));
      }
    }
  }

  private Token withBody(Token token) {
    if (at >= text.length() || text.charAt(at) != '<') {
      return token;
    }
    int open = at++;
    int depth = 1;
    while (at < text.length() && depth > 0) {
      char c = text.charAt(at++);
      if (c == '<') {
        depth++;
      } else if (c == '>' && text.charAt(at - 2) != '-') {
        depth--;
      }
      if (depth > MAX_ANGLE_DEPTH) {
        throw error(open, "angle brackets nest too deeply");
      }
    }
    if (depth > 0) {
      throw error(open, "'<' is not closed");
    }
    return new Token(
        token.kind(),
        token.text(),
        text.substring(open + 1, at - 1),
        true,
        token.offset(),
        open + 1);
  }

  private void skipSpace() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '/' && at + 1 < text.length() && text.charAt(at + 1) == '/') {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        at++;
      } else {
        return;
      }
    }
  }

  private boolean arrowAt(int index) {
    return index + 1 < text.length() && text.charAt(index + 1) == '>';
  }

  private PtoSyntaxException error(int offset, String message) {
    return source.error(offset, message);
  }

  private static String printable(char c) {
    return c > ' ' && c < 127 ? String.valueOf(c) : "\\u%04x".formatted((int) c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '.';
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || isDigit(c);
  }
}
