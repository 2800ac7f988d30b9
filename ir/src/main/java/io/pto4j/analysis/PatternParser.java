package io.pto4j.analysis;

import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.UnaryOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;

/** Reads the notation of {@link Pattern}s: operators with the precedence of Python. */
final class PatternParser {
  private static final java.util.regex.Pattern TOKEN =
      java.util.regex.Pattern.compile("//|<=|==|!=|&&|\\|\\||[-+*%<>!(),]|[a-z]+[0-9]?|[0-9]+");

  /** Binary operators, the loosest first. */
  private static final BinaryOp[][] LEVELS = {
    {BinaryOp.OR},
    {BinaryOp.AND},
    {BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE},
    {BinaryOp.ADD, BinaryOp.SUB},
    {BinaryOp.MUL, BinaryOp.FLOOR_DIV, BinaryOp.FLOOR_MOD}
  };

  private final List<String> tokens;
  private int next;

  private PatternParser(String text) {
    this.tokens = new ArrayList<>(TOKEN.matcher(text).results().map(MatchResult::group).toList());
  }

  static Pattern parse(String text) {
    PatternParser parser = new PatternParser(text);
    Pattern pattern = parser.binary(0);
    if (parser.next != parser.tokens.size()) {
      throw new IllegalArgumentException("unread text in pattern: " + text);
    }
    return pattern;
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : "";
  }

  private void expect(String token) {
    if (!peek().equals(token)) {
      throw new IllegalArgumentException("expected " + token + ", found " + peek());
    }
    next++;
  }

  private Pattern binary(int level) {
    if (level == LEVELS.length) {
      return unary();
    }
    Pattern left = binary(level + 1);
    while (true) {
      String token = peek();
      BinaryOp op =
          Arrays.stream(LEVELS[level]).filter(o -> text(o).equals(token)).findFirst().orElse(null);
      if (op == null) {
        return left;
      }
      next++;
      left = new Pattern.Binary(op, left, binary(level + 1));
    }
  }

  private static String text(BinaryOp op) {
    return switch (op) {
      case AND -> "&&";
      case OR -> "||";
      default -> op.symbol();
    };
  }

  private Pattern unary() {
    String token = peek();
    if (token.equals("-") || token.equals("!")) {
      next++;
      return new Pattern.Unary(token.equals("-") ? UnaryOp.NEG : UnaryOp.NOT, unary());
    }
    next++;
    return switch (token) {
      case "(" -> {
        Pattern inner = binary(0);
        expect(")");
        yield inner;
      }
      case "min", "max" -> {
        expect("(");
        Pattern left = binary(0);
        expect(",");
        Pattern right = binary(0);
        expect(")");
        yield new Pattern.Binary(token.equals("min") ? BinaryOp.MIN : BinaryOp.MAX, left, right);
      }
      case "true", "false" -> new Pattern.Truth(token.equals("true"));
      default ->
          Character.isDigit(token.charAt(0))
              ? new Pattern.Literal(Long.parseLong(token))
              : new Pattern.Slot(slot(token));
    };
  }

  private static int slot(String name) {
    int index = Pattern.NAMES.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("unknown name in pattern: " + name);
    }
    return index;
  }
}
