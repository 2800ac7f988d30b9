package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.pto.PtoOp.Block;
import io.pto4j.sim.pto.PtoOp.Generic;
import io.pto4j.sim.pto.PtoOp.Group;
import io.pto4j.sim.pto.PtoOp.Item;
import io.pto4j.sim.pto.PtoOp.LiteralItem;
import io.pto4j.sim.pto.PtoOp.Use;
import io.pto4j.sim.pto.PtoOp.ValueItem;
import io.pto4j.sim.pto.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one operation without special control flow syntax. All operations of the dialect are built
 * from the same few clauses, so one reader serves them all; which clauses an operation must have is
 * checked when it is decoded.
 *
 * <p>Source: PTO dialect, instruction templates.
 */
final class OperationReader {
  private static final int MAX_DEPTH = 8;

  private final TokenStream in;
  private final TypeReader types;
  private final AttributeReader attributes;

  OperationReader(TokenStream in, TypeReader types, AttributeReader attributes) {
    this.in = in;
    this.types = types;
    this.attributes = attributes;
  }

  /** The clauses of an operation whose name was just read. */
  Generic read(ImmutableList<String> results, Token name, ImmutableList<Block> regions) {
    Clauses clauses = new Clauses();
    if (name.hasBody()) {
      clauses.plain.add(new LiteralItem(new PtoAttr.KeywordAttr("", name.body().strip())));
    }
    String paren = name.text().equals("scf.condition") ? "condition" : "";
    while (clause(clauses, paren)) {
      // each call consumed one clause
    }
    return new Generic(
        results,
        name.text(),
        clauses.groups(),
        ImmutableMap.copyOf(clauses.attributes),
        clauses.types,
        clauses.resultTypes,
        regions,
        in.position(name));
  }

  private static final class Clauses {
    final List<Item> plain = new ArrayList<>();
    final List<Group> named = new ArrayList<>();
    final Map<String, PtoAttr> attributes = new LinkedHashMap<>();
    ImmutableList<PtoType> types = ImmutableList.of();
    ImmutableList<PtoType> resultTypes = ImmutableList.of();
    boolean afterComma;

    ImmutableList<Group> groups() {
      ImmutableList.Builder<Group> out = ImmutableList.builder();
      if (!plain.isEmpty()) {
        out.add(new Group("", ImmutableList.copyOf(plain), ImmutableMap.of(), types));
      }
      return out.addAll(named).build();
    }
  }

  private boolean clause(Clauses out, String paren) {
    Token token = in.peek();
    boolean afterComma = out.afterComma;
    out.afterComma = false;
    return switch (token.kind()) {
      case VALUE -> {
        if (!afterComma && startsDefinition()) {
          yield false;
        }
        out.plain.add(new ValueItem(use()));
        yield true;
      }
      case WORD -> !endsOperation(token) && word(out);
      case STRING -> {
        if (in.peek(1).is("(") && !afterComma) {
          yield false;
        }
        out.plain.add(new LiteralItem(attributes.value()));
        yield true;
      }
      case INTEGER, FLOAT, SYMBOL, ATTRIBUTE, ANGLE -> {
        out.plain.add(new LiteralItem(attributes.value()));
        yield true;
      }
      case PUNCTUATION -> punctuation(out, paren);
      case LABEL, END -> false;
      case TYPE -> throw in.unexpected("an operand or the next operation");
    };
  }

  private boolean punctuation(Clauses out, String paren) {
    Token token = in.peek();
    switch (token.text()) {
      case "," -> {
        in.take();
        out.afterComma = true;
      }
      case "[" -> out.named.add(bracket("index"));
      case "(" -> parenthesis(out, paren);
      case "{" -> putAll(out, token, attributes.dictionary());
      case ":" -> {
        in.take();
        out.types = in.peek().is("(") ? types.typeList() : types.types();
        resultTypes(out);
      }
      case "->" -> resultTypes(out);
      case "}" -> {
        return false;
      }
      default -> throw in.unexpected("a clause of the operation");
    }
    return true;
  }

  private void resultTypes(Clauses out) {
    // casts say "to" where other operations have an arrow
    if (in.accept("->") || in.acceptWord("to")) {
      out.resultTypes = types.typeList();
    }
  }

  private void putAll(Clauses out, Token at, ImmutableMap<String, PtoAttr> entries) {
    entries.forEach((key, value) -> put(out, at, key, value));
  }

  private void put(Clauses out, Token at, String key, PtoAttr value) {
    if (out.attributes.put(key, value) != null) {
      throw in.error(at, "attribute '" + key + "' is given twice");
    }
  }

  private static boolean endsOperation(Token token) {
    return token.text().indexOf('.') >= 0 || token.text().equals("return");
  }

  private boolean word(Clauses out) {
    Token word = in.take();
    Token next = in.peek();
    switch (word.text()) {
      case "loc" -> {
        if (next.is("(")) {
          skipLocation();
          return false;
        }
      }
      case "ins", "outs" -> {
        if (next.is("(")) {
          out.named.addAll(group(word.text(), 0));
          return true;
        }
        in.expect(":");
        out.named.add(new Group(word.text(), ImmutableList.of(), ImmutableMap.of(), types.types()));
        return true;
      }
      default -> {
        // a key, a bracketed list or a keyword, told apart by what follows
      }
    }
    if (next.is("=")) {
      in.take();
      keyed(out, word);
    } else if (next.is("[")) {
      out.named.add(bracket(word.text()));
    } else {
      out.plain.add(new LiteralItem(keyword(word)));
    }
    return true;
  }

  private static PtoAttr keyword(Token word) {
    return switch (word.text()) {
      case "true" -> new PtoAttr.BoolAttr(true);
      case "false" -> new PtoAttr.BoolAttr(false);
      case "dense" -> new PtoAttr.DenseAttr(word.body());
      default -> new PtoAttr.KeywordAttr("", word.text());
    };
  }

  private void keyed(Clauses out, Token key) {
    Token next = in.peek();
    if (next.kind() == Kind.VALUE) {
      out.named.add(
          new Group(
              key.text(),
              ImmutableList.of(new ValueItem(use())),
              ImmutableMap.of(),
              ImmutableList.of()));
    } else if (next.is("[")) {
      out.named.add(bracket(key.text()));
    } else {
      put(out, key, key.text(), attributes.value());
    }
  }

  private Group bracket(String name) {
    in.expect("[");
    ImmutableList.Builder<Item> items = ImmutableList.builder();
    boolean first = true;
    while (!in.accept("]")) {
      if (!first) {
        in.expect(",");
      }
      first = false;
      items.add(
          in.peek().kind() == Kind.VALUE
              ? new ValueItem(use())
              : new LiteralItem(attributes.value()));
    }
    return new Group(name, items.build(), ImmutableMap.of(), ImmutableList.of());
  }

  private void parenthesis(Clauses out, String name) {
    for (Group group : group(name, 0)) {
      if (group.name().isEmpty()) {
        out.plain.addAll(group.items());
        if (!group.types().isEmpty()) {
          out.types = group.types();
        }
      } else {
        out.named.add(group);
      }
    }
  }

  /**
   * A parenthesised clause: operands, their types, attributes, nested groups and keyed operands.
   */
  private List<Group> group(String name, int depth) {
    if (depth > MAX_DEPTH) {
      throw in.unexpected("parentheses that nest less deeply");
    }
    in.expect("(");
    List<Group> nested = new ArrayList<>();
    ImmutableList.Builder<Item> items = ImmutableList.builder();
    ImmutableList.Builder<PtoType> written = ImmutableList.builder();
    ImmutableMap<String, PtoAttr> dictionary = ImmutableMap.of();
    while (!in.accept(")")) {
      Token token = in.peek();
      if (token.is(",")) {
        in.take();
      } else if (token.is(":")) {
        in.take();
        written.addAll(types.types());
      } else if (token.is("{")) {
        dictionary = attributes.dictionary();
      } else if (token.kind() == Kind.VALUE) {
        items.add(new ValueItem(use()));
      } else if (token.kind() == Kind.WORD && in.peek(1).is("(")) {
        nested.addAll(group(in.take().text(), depth + 1));
      } else if (token.kind() == Kind.WORD && in.peek(1).is("=")) {
        nested.add(keyedOperand());
      } else {
        items.add(new LiteralItem(attributes.value()));
      }
    }
    nested.add(0, new Group(name, items.build(), dictionary, written.build()));
    return nested;
  }

  private Group keyedOperand() {
    String key = in.take().text();
    in.expect("=");
    Item item =
        in.peek().kind() == Kind.VALUE ? new ValueItem(use()) : new LiteralItem(attributes.value());
    ImmutableList<PtoType> type =
        in.accept(":") ? ImmutableList.of(types.type()) : ImmutableList.of();
    return new Group(key, ImmutableList.of(item), ImmutableMap.of(), type);
  }

  /** Skips {@code (...)} after {@code loc}. */
  void skipLocation() {
    in.expect("(");
    int depth = 1;
    while (depth > 0) {
      Token token = in.take();
      if (token.kind() == Kind.END) {
        throw in.unexpected("')' of a location");
      }
      if (token.is("(")) {
        depth++;
      } else if (token.is(")")) {
        depth--;
      }
    }
  }

  /** The use of a value that is next. */
  Use use() {
    Token token = in.expect(Kind.VALUE);
    String name =
        token.text().endsWith("#0")
            ? token.text().substring(0, token.text().length() - 2)
            : token.text();
    return new Use(name, in.position(token));
  }

  /** Whether the value that is next is being defined, so that a new operation starts here. */
  boolean startsDefinition() {
    int ahead = 0;
    while (in.peek(ahead).kind() == Kind.VALUE) {
      Token next = in.peek(ahead + 1);
      if (next.is("=") || isResultCount(ahead + 1)) {
        return true;
      }
      if (!next.is(",")) {
        return false;
      }
      ahead += 2;
    }
    return false;
  }

  /** Whether {@code :n =} stands there, as in {@code %r:2 = op}. */
  private boolean isResultCount(int ahead) {
    return in.peek(ahead).is(":")
        && in.peek(ahead + 1).kind() == Kind.INTEGER
        && in.peek(ahead + 2).is("=");
  }
}
