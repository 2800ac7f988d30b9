package io.pto4j.text;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableSet;

/** What may be a name in Python text. */
final class PythonNames {
  private static final ImmutableSet<String> KEYWORDS =
      ImmutableSet.of(
          "False",
          "None",
          "True",
          "and",
          "as",
          "assert",
          "async",
          "await",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "except",
          "finally",
          "for",
          "from",
          "global",
          "if",
          "import",
          "in",
          "is",
          "lambda",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with",
          "yield");

  private static final CharMatcher NAME_PART =
      CharMatcher.inRange('a', 'z')
          .or(CharMatcher.inRange('A', 'Z'))
          .or(CharMatcher.inRange('0', '9'))
          .or(CharMatcher.is('_'));

  private PythonNames() {}

  static boolean isKeyword(String name) {
    return KEYWORDS.contains(name);
  }

  static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && NAME_PART.matchesAllOf(name)
        && !Character.isDigit(name.charAt(0))
        && !isKeyword(name);
  }

  /** The name itself, or a similar one where it cannot stand in the text. */
  static String identifier(String hint, String prefix) {
    String name = NAME_PART.negate().replaceFrom(hint, '_');
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      name = "_" + name;
    }
    boolean taken =
        isKeyword(name) || name.equals(prefix) || name.equals("pld") || name.equals("self");
    return taken ? name + "_" : name;
  }

  /** The last part of an operator's name; a keyword gets an underscore. */
  static String attribute(String name) {
    return isKeyword(name) ? name + "_" : name;
  }
}
