package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.pto.PtoAttr.BoolAttr;
import io.pto4j.sim.pto.PtoAttr.DenseAttr;
import io.pto4j.sim.pto.PtoAttr.FloatAttr;
import io.pto4j.sim.pto.PtoAttr.IntAttr;
import io.pto4j.sim.pto.PtoAttr.KeywordAttr;
import io.pto4j.sim.pto.PtoAttr.ListAttr;
import io.pto4j.sim.pto.PtoAttr.StringAttr;
import io.pto4j.sim.pto.PtoAttr.SymbolAttr;
import io.pto4j.sim.pto.PtoAttr.UnitAttr;
import io.pto4j.sim.pto.Token.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads attribute values and dictionaries. Source: PTO dialect, section on attributes. */
final class AttributeReader {
  private static final int MAX_DEPTH = 16;

  private final TokenStream in;
  private final TypeReader types;

  AttributeReader(TokenStream in, TypeReader types) {
    this.in = in;
    this.types = types;
  }

  /** A dictionary in braces; the opening brace is next. */
  ImmutableMap<String, PtoAttr> dictionary() {
    in.expect("{");
    Map<String, PtoAttr> out = new LinkedHashMap<>();
    while (!in.accept("}")) {
      if (!out.isEmpty()) {
        in.expect(",");
      }
      Token key = in.peek().kind() == Kind.STRING ? in.take() : in.expect(Kind.WORD);
      PtoAttr value = in.accept("=") ? valueWithType() : new UnitAttr();
      if (out.put(key.text(), value) != null) {
        throw in.error(key, "attribute '" + key.text() + "' is given twice");
      }
    }
    return ImmutableMap.copyOf(out);
  }

  private PtoAttr valueWithType() {
    PtoAttr value = value(0);
    if (in.accept(":")) {
      types.type();
    }
    return value;
  }

  /** One value. */
  PtoAttr value() {
    return value(0);
  }

  private PtoAttr value(int depth) {
    if (depth > MAX_DEPTH) {
      throw in.unexpected("a value that nests less deeply");
    }
    Token token = in.peek();
    return switch (token.kind()) {
      case INTEGER -> integer(in.take());
      case FLOAT -> floating(in.take());
      case STRING -> new StringAttr(in.take().text());
      case SYMBOL -> new SymbolAttr(in.take().text());
      case ATTRIBUTE -> keyword(in.take());
      case ANGLE -> new KeywordAttr("", in.take().body().strip());
      case WORD -> word(in.take());
      case TYPE -> new KeywordAttr("type", types.type().toString());
      case PUNCTUATION -> list(depth);
      case VALUE, LABEL, END -> throw in.unexpected("an attribute value");
    };
  }

  private PtoAttr list(int depth) {
    if (!in.peek().is("[")) {
      throw in.unexpected("an attribute value");
    }
    in.take();
    ImmutableList.Builder<PtoAttr> out = ImmutableList.builder();
    boolean first = true;
    while (!in.accept("]")) {
      if (!first) {
        in.expect(",");
      }
      first = false;
      out.add(value(depth + 1));
    }
    return new ListAttr(out.build());
  }

  private static PtoAttr word(Token token) {
    return switch (token.text()) {
      case "true" -> new BoolAttr(true);
      case "false" -> new BoolAttr(false);
      case "dense" -> new DenseAttr(token.body());
      default -> new KeywordAttr("", token.text());
    };
  }

  private PtoAttr keyword(Token token) {
    if (!token.hasBody()) {
      throw in.error(token, "expected '#" + token.text() + "<...>'");
    }
    String body = token.body().strip();
    if (!token.text().equals("pto")) {
      return new KeywordAttr(
          token.text().startsWith("pto.") ? token.text().substring(4) : token.text(), body);
    }
    int space = body.indexOf(' ');
    if (space < 0) {
      throw in.error(token, "expected '#pto<name keyword>', found '#pto<" + body + ">'");
    }
    return new KeywordAttr(body.substring(0, space), body.substring(space + 1).strip());
  }

  private PtoAttr integer(Token token) {
    String text = token.text();
    try {
      boolean negative = text.startsWith("-");
      String digits = negative ? text.substring(1) : text;
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        long value = Long.parseUnsignedLong(digits.substring(2), 16);
        return new IntAttr(negative ? -value : value, true);
      }
      // an unsigned 64-bit value is written with all its digits and keeps its bits
      return new IntAttr(negative ? Long.parseLong(text) : Long.parseUnsignedLong(digits), false);
    } catch (NumberFormatException e) {
      throw in.error(token, "integer does not fit 64 bits: " + token.describe());
    }
  }

  private PtoAttr floating(Token token) {
    try {
      return new FloatAttr(Double.parseDouble(token.text()));
    } catch (NumberFormatException e) {
      throw in.error(token, "malformed number " + token.describe());
    }
  }
}
