package io.pto4j.text;

import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Recursion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Parses expressions by recursive descent, one method per level of precedence. */
final class ExprSyntax {
  private static final int MAX_DEPTH = 20_000;

  private static final ImmutableSet<String> COMPARISONS =
      ImmutableSet.of("==", "!=", "<", "<=", ">", ">=");

  /** Left-associative operators from loose to tight. */
  private static final ImmutableList<ImmutableSet<String>> LEVELS =
      ImmutableList.of(
          ImmutableSet.of("|"),
          ImmutableSet.of("^"),
          ImmutableSet.of("&"),
          ImmutableSet.of("<<", ">>"),
          ImmutableSet.of("+", "-"),
          ImmutableSet.of("*", "/", "//", "%"));

  /** Numbers as Python has them; one in decimals does not begin with zeros. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "0[xX](_?[0-9a-fA-F])+|0[oO](_?[0-7])+|0[bB](_?[01])+"
              + "|(0(_?0)*|[1-9](_?[0-9])*)"
              + "|([0-9](_?[0-9])*)?\\.[0-9](_?[0-9])*([eE][+-]?[0-9](_?[0-9])*)?"
              + "|[0-9](_?[0-9])*(\\.([eE][+-]?[0-9](_?[0-9])*)?|[eE][+-]?[0-9](_?[0-9])*)");

  private static final CharMatcher DIGIT = CharMatcher.inRange('0', '9');

  private static final ImmutableMap<String, Integer> RADIX =
      ImmutableMap.of("0x", 16, "0o", 8, "0b", 2);

  private final TokenStream tokens;
  private final Recursion recursion = new Recursion(MAX_DEPTH);
  private final Supplier<Py.Expr> disjunction = this::or;
  private final Supplier<Py.Expr> negation = this::not;
  private final Supplier<Py.Expr> signed = this::sign;

  ExprSyntax(TokenStream tokens) {
    this.tokens = tokens;
  }

  private Py.Expr deeper(Supplier<Py.Expr> parse) {
    try {
      return recursion.descend(parse);
    } catch (ParseException e) {
      throw e;
    } catch (IrException e) {
      throw ValueMistake.REFUSED.at(tokens.spanOf(tokens.peek()), e.getMessage(), Mistake.hint(e));
    }
  }

  /** An expression, or several separated by commas. */
  Py.Expr tupleOrExpr() {
    Token first = tokens.peek();
    Py.Expr value = expr();
    if (!tokens.peek().is(",")) {
      return value;
    }
    List<Py.Expr> elements = new ArrayList<>(List.of(value));
    while (tokens.accept(",")) {
      if (endsTuple()) {
        break;
      }
      elements.add(expr());
    }
    return new Py.TupleLit(tokens.spanFrom(first), ImmutableList.copyOf(elements));
  }

  private boolean endsTuple() {
    Token token = tokens.peek();
    return token.kind() == Token.Kind.NEWLINE || token.is("=") || token.is(")") || token.is("]");
  }

  /** The targets of a loop: names and tuples of names, up to {@code in}. */
  Py.Expr targets() {
    Token first = tokens.peek();
    Py.Expr target = primary();
    if (!tokens.peek().is(",")) {
      return target;
    }
    List<Py.Expr> elements = new ArrayList<>(List.of(target));
    while (tokens.accept(",")) {
      if (tokens.peek().is("in")) {
        break;
      }
      elements.add(primary());
    }
    return new Py.TupleLit(tokens.spanFrom(first), ImmutableList.copyOf(elements));
  }

  Py.Expr expr() {
    Py.Expr e = deeper(disjunction);
    Token next = tokens.peek();
    if (next.is("if")) {
      throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(next), "IfExp");
    }
    if (next.is(":=")) {
      throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(next), "NamedExpr");
    }
    return e;
  }

  private Py.Expr or() {
    Token first = tokens.peek();
    Py.Expr left = xor();
    while (tokens.accept("or")) {
      left = binary(first, "or", left, xor());
    }
    return left;
  }

  private Py.Expr xor() {
    Token first = tokens.peek();
    Py.Expr left = and();
    while (tokens.accept("xor")) {
      left = binary(first, "xor", left, and());
    }
    return left;
  }

  private Py.Expr and() {
    Token first = tokens.peek();
    Py.Expr left = not();
    while (tokens.accept("and")) {
      left = binary(first, "and", left, not());
    }
    return left;
  }

  private Py.Expr not() {
    Token first = tokens.peek();
    if (tokens.accept("not")) {
      Py.Expr operand = deeper(negation);
      return new Py.Unary(tokens.spanFrom(first), "not", operand);
    }
    return comparison();
  }

  private Py.Expr comparison() {
    Token first = tokens.peek();
    Py.Expr left = level(0);
    refuseMembership();
    if (!isComparison(tokens.peek())) {
      return left;
    }
    String op = tokens.next().text();
    Py.Expr whole = binary(first, op, left, level(0));
    if (isComparison(tokens.peek())) {
      throw SyntaxMistake.CHAINED_COMPARISON.at(tokens.spanOf(tokens.peek()));
    }
    return whole;
  }

  private void refuseMembership() {
    Token next = tokens.peek();
    boolean not = next.is("not") && tokens.peek(1).is("in");
    if (next.is("in") || next.is("is") || not) {
      throw SyntaxMistake.COMPARISON.at(tokens.spanOf(next), not ? "not in" : next.text());
    }
  }

  private static boolean isComparison(Token token) {
    return token.kind() == Token.Kind.OPERATOR && COMPARISONS.contains(token.text());
  }

  private Py.Expr level(int level) {
    if (level == LEVELS.size()) {
      return sign();
    }
    Token first = tokens.peek();
    Py.Expr left = level(level + 1);
    while (tokens.peek().kind() == Token.Kind.OPERATOR
        && LEVELS.get(level).contains(tokens.peek().text())) {
      String op = tokens.next().text();
      left = binary(first, op, left, level(level + 1));
    }
    if (tokens.peek().is("@")) {
      throw SyntaxMistake.BINARY_OPERATOR.at(tokens.spanOf(tokens.peek()), "@");
    }
    return left;
  }

  private Py.Expr binary(Token first, String op, Py.Expr left, Py.Expr right) {
    return new Py.Binary(tokens.spanFrom(first), op, left, right);
  }

  private Py.Expr sign() {
    Token first = tokens.peek();
    if (first.is("-") || first.is("~") || first.is("+")) {
      tokens.next();
      Py.Expr operand = deeper(signed);
      return new Py.Unary(tokens.spanFrom(first), first.text(), operand);
    }
    return power();
  }

  private Py.Expr power() {
    Token first = tokens.peek();
    Py.Expr base = primary();
    return tokens.accept("**") ? binary(first, "**", base, deeper(signed)) : base;
  }

  private Py.Expr primary() {
    Token first = tokens.peek();
    Py.Expr value = atom();
    for (int links = 0; true; links++) {
      if (links == MAX_DEPTH) {
        throw ValueMistake.REFUSED.at(
            tokens.spanOf(tokens.peek()),
            "more than " + MAX_DEPTH + " parts in a row of dots, indices and calls",
            "give a part of it a name first");
      }
      if (tokens.accept(".")) {
        value = new Py.Attr(tokens.spanFrom(first), value, attribute());
      } else if (tokens.accept("(")) {
        value = call(first, value);
      } else if (tokens.accept("[")) {
        value = index(first, value);
      } else {
        return value;
      }
    }
  }

  private String attribute() {
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.NAME) {
      throw SyntaxMistake.EXPECTED_ATTRIBUTE.at(tokens.spanOf(token), token.shown());
    }
    return tokens.next().text();
  }

  private Py.Expr call(Token first, Py.Expr function) {
    ImmutableList.Builder<Py.Expr> args = ImmutableList.builder();
    ImmutableList.Builder<Py.Keyword> keywords = ImmutableList.builder();
    Set<String> names = new HashSet<>();
    while (!tokens.peek().is(")")) {
      Token token = tokens.peek();
      if (token.kind() == Token.Kind.NAME && tokens.peek(1).is("=")) {
        String name = tokens.next().text();
        tokens.next();
        if (!names.add(name)) {
          throw SyntaxMistake.KEYWORD_TWICE.at(tokens.spanOf(token), name);
        }
        keywords.add(new Py.Keyword(tokens.spanOf(token), name, expr()));
      } else if (!names.isEmpty()) {
        throw SyntaxMistake.POSITIONAL_BEHIND_KEYWORD.at(tokens.spanOf(token));
      } else {
        args.add(expr());
      }
      refuseGenerator();
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect(")");
    return new Py.Call(tokens.spanFrom(first), function, args.build(), keywords.build());
  }

  private void refuseGenerator() {
    if (tokens.peek().is("for")) {
      throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(tokens.peek()), "GeneratorExp");
    }
  }

  private Py.Expr index(Token first, Py.Expr value) {
    ImmutableList.Builder<Py.Expr> indices = ImmutableList.builder();
    while (!tokens.peek().is("]")) {
      indices.add(sliceOrExpr());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect("]");
    return new Py.Index(tokens.spanFrom(first), value, indices.build());
  }

  private Py.Expr sliceOrExpr() {
    Token first = tokens.peek();
    Optional<Py.Expr> lower = first.is(":") ? Optional.empty() : Optional.of(expr());
    if (!tokens.accept(":")) {
      return lower.orElseThrow();
    }
    boolean open = tokens.peek().is("]") || tokens.peek().is(",");
    open |= tokens.peek().is(":");
    Optional<Py.Expr> upper = open ? Optional.empty() : Optional.of(expr());
    if (tokens.peek().is(":")) {
      throw SyntaxMistake.SLICE_STEP.at(tokens.spanOf(tokens.peek()));
    }
    return new Py.Slice(tokens.spanFrom(first), lower, upper);
  }

  private Py.Expr atom() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER -> number(tokens.next());
      case STRING, TEMPLATE -> string();
      case NAME -> named(token);
      case OPERATOR ->
          switch (token.text()) {
            case "(" -> parenthesised();
            case "[" -> list();
            case "{" -> dict();
            case "..." -> {
              tokens.next();
              yield new Py.EllipsisLit(tokens.spanOf(token));
            }
            case "*", "**" -> throw SyntaxMistake.STARRED.at(tokens.spanOf(token));
            default -> throw unexpected(token);
          };
      case NEWLINE, INDENT, DEDENT, END -> throw unexpected(token);
    };
  }

  private RuntimeException unexpected(Token token) {
    return SyntaxMistake.EXPECTED_EXPRESSION.at(tokens.spanOf(token), token.shown());
  }

  private Py.Expr named(Token token) {
    Py.Expr literal =
        switch (token.text()) {
          case "True" -> new Py.BoolLit(tokens.spanOf(token), true);
          case "False" -> new Py.BoolLit(tokens.spanOf(token), false);
          case "None" -> new Py.NoneLit(tokens.spanOf(token));
          default -> new Py.Name(tokens.spanOf(token), token.text());
        };
    if (literal instanceof Py.Name(_, String id) && PythonNames.isKeyword(id)) {
      throw switch (id) {
        case "lambda" -> SyntaxMistake.EXPRESSION.at(tokens.spanOf(token), "Lambda");
        case "await" -> SyntaxMistake.EXPRESSION.at(tokens.spanOf(token), "Await");
        case "yield" -> SyntaxMistake.EXPRESSION.at(tokens.spanOf(token), "Yield");
        default -> SyntaxMistake.KEYWORD.at(tokens.spanOf(token), id);
      };
    }
    tokens.next();
    return literal;
  }

  /** Strings one after the other are one string. */
  private Py.Expr string() {
    Token first = tokens.peek();
    ImmutableList.Builder<Py.Expr> parts = ImmutableList.builder();
    StringBuilder text = new StringBuilder();
    boolean template = false;
    while (tokens.peek().kind() == Token.Kind.STRING
        || tokens.peek().kind() == Token.Kind.TEMPLATE) {
      Token token = tokens.next();
      if (token.kind() == Token.Kind.TEMPLATE) {
        template = true;
        parts.addAll(new TemplateSyntax(tokens.source(), token).parts());
      } else {
        text.append(token.text());
        parts.add(new Py.StrLit(tokens.spanOf(token), token.text()));
      }
    }
    return template
        ? new Py.Template(tokens.spanFrom(first), parts.build())
        : new Py.StrLit(tokens.spanFrom(first), text.toString());
  }

  private Py.Expr number(Token token) {
    String text = token.text();
    try {
      if (isPlain(text)) {
        return new Py.IntLit(tokens.spanOf(token), magnitude(text));
      }
      if (!NUMBER.matcher(text).matches()) {
        throw new NumberFormatException(text);
      }
      String digits = Ascii.toLowerCase(text.replace("_", ""));
      String prefix = digits.substring(0, Math.min(2, digits.length()));
      Integer radix = RADIX.get(prefix);
      if (radix != null) {
        return new Py.IntLit(tokens.spanOf(token), Long.parseLong(digits.substring(2), radix));
      }
      boolean isFloat = digits.contains(".") || digits.contains("e");
      return isFloat
          ? new Py.FloatLit(tokens.spanOf(token), Double.parseDouble(digits))
          : new Py.IntLit(tokens.spanOf(token), magnitude(digits));
    } catch (NumberFormatException _) {
      throw SyntaxMistake.NUMBER.at(tokens.spanOf(token), text);
    }
  }

  /** Whether {@code text} is written like most numbers: decimals, and no zero ahead. */
  private static boolean isPlain(String text) {
    return DIGIT.matchesAllOf(text) && (text.length() == 1 || text.charAt(0) != '0');
  }

  /** A number of up to 63 bits, or 2^63 as the smallest number, which only a minus may precede. */
  private static long magnitude(String text) {
    long value = Long.parseUnsignedLong(text);
    if (value < 0 && value != Long.MIN_VALUE) {
      throw new NumberFormatException(text);
    }
    return value;
  }

  private Py.Expr parenthesised() {
    Token first = tokens.next();
    if (tokens.accept(")")) {
      return new Py.TupleLit(tokens.spanFrom(first), ImmutableList.of());
    }
    Py.Expr value = tupleOrExpr();
    refuseGenerator();
    tokens.expect(")");
    return value;
  }

  private Py.Expr list() {
    Token first = tokens.next();
    ImmutableList.Builder<Py.Expr> elements = ImmutableList.builder();
    while (!tokens.peek().is("]")) {
      Py.Expr element = expr();
      if (tokens.peek().is("for")) {
        return comprehension(first, element);
      }
      elements.add(element);
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect("]");
    return new Py.ListLit(tokens.spanFrom(first), elements.build());
  }

  private Py.Expr comprehension(Token first, Py.Expr element) {
    tokens.expect("for");
    String name = tokens.name();
    tokens.expect("in");
    Py.Expr iterable = deeper(disjunction);
    ImmutableList.Builder<Py.Expr> conditions = ImmutableList.builder();
    while (tokens.accept("if")) {
      conditions.add(deeper(disjunction));
    }
    if (tokens.peek().is("for")) {
      throw SyntaxMistake.COMPREHENSION.at(tokens.spanOf(tokens.peek()));
    }
    tokens.expect("]");
    return new Py.Comprehension(
        tokens.spanFrom(first), element, name, iterable, conditions.build());
  }

  private void refuseSet(Token first) {
    Token next = tokens.peek();
    if (next.is(",") || next.is("}")) {
      throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(first), "Set");
    }
    if (next.is("for")) {
      throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(first), "SetComp");
    }
  }

  private Py.Expr dict() {
    Token first = tokens.next();
    ImmutableList.Builder<Py.Entry> entries = ImmutableList.builder();
    while (!tokens.peek().is("}")) {
      if (tokens.peek().is("**")) {
        throw CallMistake.ATTRIBUTE_KEY.at(tokens.spanOf(tokens.peek()));
      }
      Py.Expr key = expr();
      refuseSet(first);
      tokens.expect(":");
      entries.add(new Py.Entry(key, expr()));
      if (tokens.peek().is("for")) {
        throw SyntaxMistake.EXPRESSION.at(tokens.spanOf(first), "DictComp");
      }
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expect("}");
    return new Py.DictLit(tokens.spanFrom(first), entries.build());
  }
}
