package io.pto4j.text;

/**
 * A token.
 *
 * @param text the characters of a name, number or operator; the value of a string, and what is
 *     written between the quotes of a template
 */
record Token(Kind kind, String text, int line, int column, int endLine, int endColumn) {
  enum Kind {
    NAME,
    NUMBER,
    STRING,
    TEMPLATE,
    OPERATOR,
    NEWLINE,
    INDENT,
    DEDENT,
    END
  }

  boolean is(String operatorOrKeyword) {
    return (kind == Kind.OPERATOR || kind == Kind.NAME) && text.equals(operatorOrKeyword);
  }

  /** The token as it is called in messages. */
  String shown() {
    return switch (kind) {
      case NAME, NUMBER, OPERATOR ->
          text.chars().anyMatch(c -> Character.isISOControl(c) || Character.isSpaceChar(c))
              ? "the character U+%04X".formatted(text.codePointAt(0))
              : "'" + text + "'";
      case STRING, TEMPLATE -> "a string";
      case NEWLINE -> "the end of the line";
      case INDENT -> "an indentation";
      case DEDENT -> "the end of the block";
      case END -> "the end of the text";
    };
  }
}
