package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Span;

/** Parses strings with values in them, such as {@code f"input: {x}"}. */
final class TemplateSyntax {
  private final SourceText source;
  private final Token token;
  private final String text;
  private final int end;
  private final ImmutableList.Builder<Py.Expr> parts = ImmutableList.builder();
  private final StringBuilder plain = new StringBuilder();
  private int at;
  private int line;

  TemplateSyntax(SourceText source, Token token) {
    this.source = source;
    this.token = token;
    this.text = source.content();
    this.line = token.line();
    int quote = source.lineStart(token.line()) + source.index(token) + 1;
    int quotes = text.startsWith(text.substring(quote, quote + 1).repeat(3), quote) ? 3 : 1;
    this.at = quote + quotes;
    this.end = at + token.text().length();
  }

  /** The strings and the values in turn. */
  ImmutableList<Py.Expr> parts() {
    while (at < end) {
      char c = text.charAt(at);
      boolean doubled = at + 1 < end && text.charAt(at + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        plain.append(c);
        at += 2;
      } else if (c == '{') {
        flush();
        value();
      } else if (c == '}') {
        throw SyntaxMistake.FSTRING_BRACE.at(here());
      } else {
        line += c == '\n' ? 1 : 0;
        plain.append(c);
        at++;
      }
    }
    flush();
    return parts.build();
  }

  private void flush() {
    if (!plain.isEmpty()) {
      parts.add(new Py.StrLit(source.span(token, token), plain.toString()));
      plain.setLength(0);
    }
  }

  private Span here() {
    return source.at(line, source.column(source.lineStart(line), at));
  }

  private void value() {
    Span open = here();
    at++;
    int begin = at;
    int close = close(open);
    TokenStream tokens =
        new TokenStream(
            source, Lexer.expression(source, begin, close, line, source.lineStart(line)));
    if (tokens.peek().kind() == Token.Kind.END) {
      throw SyntaxMistake.FSTRING_BRACE.at(open);
    }
    parts.add(new ExprSyntax(tokens).expr());
    if (tokens.peek().kind() != Token.Kind.NEWLINE) {
      throw SyntaxMistake.FSTRING_FORMAT.at(tokens.spanOf(tokens.peek()));
    }
    line += (int) text.substring(begin, close).chars().filter(c -> c == '\n').count();
    at = close + 1;
  }

  /** Where the value ends that begins at {@link #at}. */
  private int close(Span open) {
    int depth = 0;
    for (int i = at; i < end; i++) {
      char c = text.charAt(i);
      if (c == '}' && depth == 0) {
        return i;
      }
      if (depth == 0 && (c == ':' || (c == '!' && text.charAt(i + 1) != '='))) {
        throw SyntaxMistake.FSTRING_FORMAT.at(open);
      }
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
    }
    throw SyntaxMistake.FSTRING_BRACE.at(open);
  }
}
