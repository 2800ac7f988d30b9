package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.pto4j.ir.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Tokens one after the other, and the comments between them. */
final class TokenStream {
  private final SourceText source;
  private final ImmutableList<Token> tokens;
  private final Deque<Lexer.Comment> comments;
  private int at;

  TokenStream(SourceText source, Lexer.Result lexed) {
    this.source = source;
    this.tokens = lexed.tokens();
    this.comments = new ArrayDeque<>(lexed.comments());
  }

  Token peek() {
    return tokens.get(at);
  }

  /** How many tokens have been taken. */
  int position() {
    return at;
  }

  /**
   * Goes to the beginning of the next line of a text in which something is wrong.
   *
   * @param from where the statement with the mistake begins
   */
  void skipLine(int from) {
    if (at > from && tokens.get(at - 1).kind() == Token.Kind.NEWLINE) {
      return;
    }
    while (peek().kind() != Token.Kind.NEWLINE && peek().kind() != Token.Kind.END) {
      next();
    }
    next();
  }

  /** Goes behind the block that comes next, whatever is in it. */
  void skipBlock() {
    int depth = 0;
    do {
      switch (next().kind()) {
        case INDENT -> depth++;
        case DEDENT -> depth--;
        default -> {}
      }
    } while (depth > 0);
  }

  /** Takes so many tokens. */
  void skip(int count) {
    at = Math.min(at + count, tokens.size() - 1);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  @CanIgnoreReturnValue
  Token next() {
    Token token = tokens.get(at);
    if (at < tokens.size() - 1) {
      at++;
    }
    return token;
  }

  /** Takes the operator or keyword if it comes next. */
  @CanIgnoreReturnValue
  boolean accept(String text) {
    if (!peek().is(text)) {
      return false;
    }
    next();
    return true;
  }

  @CanIgnoreReturnValue
  Token expect(String text) {
    if (!peek().is(text)) {
      throw SyntaxMistake.EXPECTED.at(spanOf(peek()), "'" + text + "'", peek().shown());
    }
    return next();
  }

  @CanIgnoreReturnValue
  Token expect(Token.Kind kind) {
    if (peek().kind() != kind) {
      String wanted =
          switch (kind) {
            case NEWLINE -> "the end of the line";
            case INDENT -> "an indented block";
            default -> "a " + kind;
          };
      throw SyntaxMistake.EXPECTED.at(spanOf(peek()), wanted, peek().shown());
    }
    return next();
  }

  /** The next token, which must be a name. */
  String name() {
    Token token = peek();
    if (token.kind() != Token.Kind.NAME || PythonNames.isKeyword(token.text())) {
      throw SyntaxMistake.EXPECTED.at(spanOf(token), "a name", token.shown());
    }
    return next().text();
  }

  Span spanOf(Token token) {
    return source.span(token, token);
  }

  Span span(Token first, Token last) {
    return source.span(first, last);
  }

  /** Goes back to where {@code position} tokens had been taken. */
  void back(int position) {
    at = position;
  }

  /** From {@code first} to the last token taken. */
  Span spanFrom(Token first) {
    return source.span(first, tokens.get(Math.max(0, at - 1)));
  }

  /** Takes the comments on the lines before {@code token}. */
  ImmutableList<String> commentsBefore(Token token) {
    return take(token.line() - 1);
  }

  /** Takes the comments beside a statement from {@code first} to {@code last}. */
  ImmutableList<String> commentsUpTo(Token first, Token last) {
    return take(Math.max(first.line(), last.line()));
  }

  private ImmutableList<String> take(int lastLine) {
    ImmutableList.Builder<String> taken = ImmutableList.builder();
    while (!comments.isEmpty() && comments.getFirst().line() <= lastLine) {
      taken.add(comments.removeFirst().text());
    }
    return taken.build();
  }

  /** Takes the comments at the end of a block that is indented to {@code column}. */
  ImmutableList<Lexer.Comment> endComments(int column) {
    Token next = peek();
    ImmutableList.Builder<Lexer.Comment> taken = ImmutableList.builder();
    List<Lexer.Comment> kept = new ArrayList<>();
    while (!comments.isEmpty() && comments.getFirst().line() < next.line()) {
      Lexer.Comment comment = comments.removeFirst();
      if (comment.column() >= column) {
        taken.add(comment);
      } else {
        kept.add(comment);
      }
    }
    kept.reversed().forEach(comments::addFirst);
    return taken.build();
  }

  SourceText source() {
    return source;
  }

  /** Takes the rest of a line as text. */
  String rawLine() {
    Token first = peek();
    while (next().kind() != Token.Kind.NEWLINE) {}
    return source.lines().get(first.line() - 1).substring(source.index(first)).strip();
  }

  /**
   * Takes what is left of a block as text, without its indentation.
   *
   * @param empty whether it says only that there is nothing
   */
  String rawBlock(boolean empty) {
    Token begin = peek();
    int depth = 1;
    int last = begin.kind() == Token.Kind.DEDENT ? begin.line() - 1 : begin.line();
    while (depth > 0) {
      Token token = next();
      switch (token.kind()) {
        case INDENT -> depth++;
        case DEDENT -> depth--;
        default -> last = token.endLine();
      }
    }
    take(last);
    if (empty || begin.kind() == Token.Kind.DEDENT) {
      return empty ? "..." : "pass";
    }
    return String.join(
        "\n",
        source.lines().subList(begin.line() - 1, last).stream()
            .map(line -> dedent(line, begin.column() - 1))
            .toList());
  }

  private static String dedent(String line, int columns) {
    return line.length() >= columns ? line.substring(columns) : line.strip();
  }
}
