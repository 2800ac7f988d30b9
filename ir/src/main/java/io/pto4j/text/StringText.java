package io.pto4j.text;

/** String literals. */
final class StringText {
  private StringText() {}

  static String doubleQuoted(String value) {
    return quoted(value, '"');
  }

  static String singleQuoted(String value) {
    return quoted(value, '\'');
  }

  private static String quoted(String value, char quote) {
    StringBuilder text = new StringBuilder().append(quote);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\\' -> text.append("\\\\");
        default -> {
          if (c == quote) {
            text.append('\\').append(c);
          } else if (c < ' ') {
            text.append("\\x%02x".formatted((int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    return text.append(quote).toString();
  }
}
