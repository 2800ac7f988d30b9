package io.pto4j.text;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Recognises the ordinary Python beside programs: helper functions and classes, blocks such as the
 * one below {@code if __name__ == "__main__":}, and lines that programs have no use for. It is not
 * read, and only what it may give a name to is kept. Source: PyPTO language reference, source unit:
 * a text is a module of Python.
 */
final class OrdinaryPython {
  static final ImmutableSet<String> DECORATORS = ImmutableSet.of("function", "program", "inline");

  /** How statements with blocks begin, other than functions and classes. */
  private static final ImmutableSet<String> BLOCKS =
      ImmutableSet.of("if", "for", "while", "with", "try", "async");

  private static final ImmutableSet<String> CONTINUATIONS =
      ImmutableSet.of("elif", "else", "except", "finally");

  private static final ImmutableSet<String> OPENING = ImmutableSet.of("(", "[", "{");
  private static final ImmutableSet<String> CLOSING = ImmutableSet.of(")", "]", "}");

  private final TokenStream tokens;

  /** The names of the language's modules. */
  private final Set<String> modules = new HashSet<>(Set.of("pl", "pld", "ir", "pypto"));

  private boolean isDecorated;
  private Optional<Token> inFunction = Optional.empty();
  private Optional<Token> inBlock = Optional.empty();

  OrdinaryPython(TokenStream tokens) {
    this.tokens = tokens;
    int depth = 0;
    int outermost = 0;
    for (int i = 0; tokens.peek(i).kind() != Token.Kind.END; i++) {
      Token token = tokens.peek(i);
      switch (token.kind()) {
        case INDENT -> depth++;
        case DEDENT -> depth--;
        default -> {}
      }
      if (token.is("language") && tokens.peek(i + 1).is("as")) {
        modules.add(tokens.peek(i + 2).text());
      }
      if (!beginsLine(i)) {
        continue;
      }
      if (depth == 0 && !CONTINUATIONS.contains(token.text())) {
        outermost = i;
      }
      if (isOfLanguage(i)) {
        decorated(token, depth == 0 ? "" : tokens.peek(outermost).text(), outermost);
      }
    }
  }

  /**
   * Notes a decorator of the language.
   *
   * @param within the word that the statement around it begins with, if it is in one
   */
  private void decorated(Token token, String within, int outermost) {
    switch (within) {
      case "", "class" -> isDecorated = true;
      case "def", "async" -> inFunction = inFunction.or(() -> Optional.of(token));
      default -> {
        if (!isMainGuard(outermost)) {
          inBlock = inBlock.or(() -> Optional.of(token));
        }
      }
    }
  }

  private boolean beginsLine(int at) {
    return at == 0
        || switch (tokens.peek(at - 1).kind()) {
          case NEWLINE, INDENT, DEDENT -> true;
          default -> false;
        };
  }

  /** Whether a decorator that begins {@code ahead} tokens later looks like one of the language. */
  private boolean isOfLanguage(int ahead) {
    if (!tokens.peek(ahead).is("@")) {
      return false;
    }
    String first = tokens.peek(ahead + 1).text();
    int last = ahead + 1;
    while (tokens.peek(last + 1).is(".")) {
      last += 2;
    }
    return DECORATORS.contains(tokens.peek(last).text())
        || (last > ahead + 1 && modules.contains(first));
  }

  /** A block that runs where the text is a program of its own only. */
  private boolean isMainGuard(int ahead) {
    Token left = tokens.peek(ahead + 1);
    Token right = tokens.peek(ahead + 3);
    return tokens.peek(ahead).is("if")
        && tokens.peek(ahead + 2).is("==")
        && (left.is("__name__") || right.is("__name__"))
        && tokens.peek(ahead + 4).is(":");
  }

  /**
   * A program or function of the language within other code, which is not read; empty if the text
   * has one at the left margin, and others may be made when a function is called.
   */
  Optional<Token> hidden() {
    return inBlock.isPresent() || isDecorated ? inBlock : inFunction;
  }

  /**
   * Whether the statement that comes next is ordinary Python.
   *
   * @param inClass whether it is a member of a class
   */
  boolean begins(boolean inClass) {
    Token first = tokens.peek();
    if (first.is("@")) {
      return beginsBelowOtherDecorators();
    }
    boolean named = isDecorated || inFunction.isPresent();
    return first.kind() == Token.Kind.NAME
        && switch (first.text()) {
          case "def" -> inClass || named;
          case "class" -> inClass || (named && !holdsFunctions(0));
          default -> BLOCKS.contains(first.text());
        };
  }

  private boolean beginsBelowOtherDecorators() {
    int ahead = 0;
    while (tokens.peek(ahead).is("@")) {
      if (isOfLanguage(ahead)) {
        return false;
      }
      while (!endsLine(tokens.peek(ahead))) {
        ahead++;
      }
      ahead++;
    }
    return switch (word(tokens.peek(ahead))) {
      case "def", "async" -> true;
      case "class" -> !holdsFunctions(ahead);
      default -> false;
    };
  }

  /** The keyword or name that a token is; strings are none. */
  private static String word(Token token) {
    return token.kind() == Token.Kind.NAME ? token.text() : "";
  }

  private static boolean endsLine(Token token) {
    return token.kind() == Token.Kind.NEWLINE || token.kind() == Token.Kind.END;
  }

  /** Whether the class that begins {@code ahead} tokens later has functions of the language. */
  private boolean holdsFunctions(int ahead) {
    int depth = 0;
    for (int i = ahead; ; i++) {
      switch (tokens.peek(i).kind()) {
        case INDENT -> depth++;
        case DEDENT -> {
          depth--;
          if (depth == 0) {
            return false;
          }
        }
        case END -> {
          return false;
        }
        default -> {
          if (beginsLine(i) && isOfLanguage(i)) {
            return true;
          }
        }
      }
    }
  }

  /**
   * Takes the statement that comes next.
   *
   * @throws ParseException when it has no form of a statement
   */
  Py.Unread take() {
    Token first = tokens.peek();
    boolean runs = !isMainGuard(0);
    while (tokens.peek().is("@")) {
      line();
    }
    String begin = word(tokens.peek());
    boolean definition = begin.equals("def") || begin.equals("class");
    List<List<Token>> lines = new ArrayList<>();
    do {
      statement(lines, definition || BLOCKS.contains(begin));
    } while (CONTINUATIONS.contains(word(tokens.peek())));
    Set<String> names = new LinkedHashSet<>();
    // what a function assigns is its own
    List<List<Token>> naming = definition || begin.equals("async") ? lines.subList(0, 1) : lines;
    if (runs) {
      naming.forEach(line -> assigned(line, names));
    }
    Token last = lines.getLast().getLast();
    return new Py.Unread(
        tokens.span(first, last), tokens.commentsUpTo(first, last), ImmutableSet.copyOf(names));
  }

  private void statement(List<List<Token>> lines, boolean hasBlock) {
    List<Token> head = line();
    lines.add(head);
    boolean below = tokens.peek().kind() == Token.Kind.INDENT;
    boolean colon = below ? head.getLast().is(":") : head.stream().anyMatch(t -> t.is(":"));
    if (hasBlock && !colon) {
      Token last = head.getLast();
      throw SyntaxMistake.EXPECTED.at(tokens.spanOf(last), "':' at the end", last.shown());
    }
    if (!below) {
      return;
    }
    int depth = 0;
    do {
      switch (tokens.peek().kind()) {
        case INDENT -> {
          depth++;
          tokens.next();
        }
        case DEDENT -> {
          depth--;
          tokens.next();
        }
        default -> lines.add(line());
      }
    } while (depth > 0);
  }

  /** Takes the tokens of a line. */
  private List<Token> line() {
    List<Token> taken = new ArrayList<>();
    while (!endsLine(tokens.peek())) {
      taken.add(tokens.next());
    }
    tokens.next();
    return taken;
  }

  /** Adds the names that a line may give a value to, and perhaps some that it only reads. */
  private static void assigned(List<Token> line, Set<String> names) {
    Set<Integer> targets = targets(line);
    boolean imports = line.getFirst().is("import") || line.getFirst().is("from");
    boolean importing = line.getFirst().is("import");
    for (int i = 0; i < line.size(); i++) {
      Token token = line.get(i);
      String before = i == 0 ? "" : line.get(i - 1).text();
      boolean bound =
          switch (before) {
            case "." -> false;
            case "as", "def", "class" -> true;
            default -> (imports && importing) || targets.contains(i);
          };
      if (bound && token.kind() == Token.Kind.NAME && !PythonNames.isKeyword(token.text())) {
        names.add(token.text());
      }
      importing |= token.is("import");
    }
  }

  /** Where the tokens are that stand ahead of an assignment or are what a loop runs through. */
  private static Set<Integer> targets(List<Token> line) {
    String begin = word(line.getFirst());
    boolean inHead = BLOCKS.contains(begin) || CONTINUATIONS.contains(begin);
    Set<Integer> targets = new HashSet<>();
    Set<Integer> open = new HashSet<>();
    int brackets = 0;
    for (int i = 0; i < line.size(); i++) {
      Token token = line.get(i);
      boolean assigns = token.is("=") || SyntaxParser.AUGMENTED.contains(token.text());
      boolean runs = inHead && begin.equals("for") && token.is("in");
      brackets += OPENING.contains(token.text()) ? 1 : CLOSING.contains(token.text()) ? -1 : 0;
      if (brackets == 0 && (runs || (assigns && !inHead))) {
        targets.addAll(open);
      }
      if (brackets == 0 && inHead && token.is(":")) {
        inHead = false;
        open.clear();
      }
      open.add(i);
    }
    return targets;
  }
}
