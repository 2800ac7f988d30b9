package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.pto.Token.Kind;

/** A cursor over tokens with the usual expectations. */
final class TokenStream {
  private final SourceText source;
  private final ImmutableList<Token> tokens;
  private int at;

  TokenStream(SourceText source) {
    this.source = source;
    this.tokens = new Lexer(source).tokens();
  }

  SourceText source() {
    return source;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Token take() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  boolean accept(String punctuation) {
    if (peek().is(punctuation)) {
      take();
      return true;
    }
    return false;
  }

  boolean acceptWord(String word) {
    if (peek().isWord(word)) {
      take();
      return true;
    }
    return false;
  }

  Token expect(Kind kind) {
    if (peek().kind() != kind) {
      throw unexpected(kind.description());
    }
    return take();
  }

  void expect(String punctuation) {
    if (!accept(punctuation)) {
      throw unexpected("'" + punctuation + "'");
    }
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw unexpected("'" + word + "'");
    }
  }

  Position position() {
    return source.position(peek().offset());
  }

  Position position(Token token) {
    return source.position(token.offset());
  }

  PtoSyntaxException unexpected(String expected) {
    return source.error(peek().offset(), "expected " + expected + ", found " + peek().describe());
  }

  PtoSyntaxException error(Token token, String message) {
    return source.error(token.offset(), message);
  }
}
