package io.pto4j.sim.pto;

/**
 * A token of {@code .pto} text.
 *
 * @param text the text without its sigil; strings are unescaped
 * @param body the text between the angle brackets that directly follow, or empty
 * @param hasBody whether angle brackets follow
 * @param offset character offset of the token
 * @param bodyOffset character offset of the body
 */
record Token(Kind kind, String text, String body, boolean hasBody, int offset, int bodyOffset) {
  enum Kind {
    VALUE("a value"),
    SYMBOL("a symbol"),
    LABEL("a block label"),
    TYPE("a dialect type"),
    ATTRIBUTE("a dialect attribute"),
    WORD("a name"),
    INTEGER("an integer"),
    FLOAT("a number"),
    STRING("a string"),
    ANGLE("angle brackets"),
    PUNCTUATION("punctuation"),
    END("end of text");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    String description() {
      return description;
    }
  }

  Token(Kind kind, String text, int offset) {
    this(kind, text, "", false, offset, offset);
  }

  boolean is(String punctuation) {
    return kind == Kind.PUNCTUATION && text.equals(punctuation);
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equals(word);
  }

  String describe() {
    return switch (kind) {
      case END -> "end of text";
      case VALUE -> "'%" + text + "'";
      case SYMBOL -> "'@" + text + "'";
      case TYPE -> "'!" + text + "'";
      case ATTRIBUTE -> "'#" + text + "'";
      case STRING -> "string \"" + abbreviate(text) + "\"";
      case ANGLE -> "'<" + abbreviate(body) + ">'";
      case LABEL -> "'^" + text + "'";
      case WORD, INTEGER, FLOAT, PUNCTUATION -> "'" + abbreviate(text) + "'";
    };
  }

  private static String abbreviate(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
