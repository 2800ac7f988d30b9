package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import io.pto4j.sim.pto.PtoType.InnerLayout;
import io.pto4j.sim.pto.PtoType.Location;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads types. A type's body is a piece of text inside angle brackets; equal bodies give the same
 * object, because the text of a kernel repeats each tile type many times.
 *
 * <p>Source: PTO dialect, section on types.
 */
final class TypeReader {
  private static final int MAX_RANK = 8;

  private final TokenStream in;
  private final Map<String, PtoType> seen = new HashMap<>();

  TypeReader(TokenStream in) {
    this.in = in;
  }

  /** One type. */
  PtoType type() {
    Token token = in.peek();
    return switch (token.kind()) {
      case WORD -> builtin(in.take());
      case TYPE -> dialect(in.take());
      // the assembler may print a type of fixed kind without its prefix: "<f32>" is a pointer
      case ANGLE -> dialectBody(in.take(), "pto.ptr");
      case VALUE, SYMBOL, LABEL, ATTRIBUTE, INTEGER, FLOAT, STRING, PUNCTUATION, END ->
          throw in.unexpected("a type");
    };
  }

  /** Types separated by commas. */
  ImmutableList<PtoType> types() {
    ImmutableList.Builder<PtoType> out = ImmutableList.builder();
    out.add(type());
    while (in.peek().is(",") && startsType(in.peek(1))) {
      in.take();
      out.add(type());
    }
    return out.build();
  }

  /** One type, or a parenthesised list of types. */
  ImmutableList<PtoType> typeList() {
    if (!in.accept("(")) {
      return ImmutableList.of(type());
    }
    if (in.accept(")")) {
      return ImmutableList.of();
    }
    ImmutableList<PtoType> out = types();
    in.expect(")");
    return out;
  }

  static boolean startsType(Token token) {
    return switch (token.kind()) {
      case TYPE, ANGLE -> true;
      case WORD -> ElementType.byText(token.text()).isPresent() || isBuiltinWithBody(token);
      case VALUE, SYMBOL, LABEL, ATTRIBUTE, INTEGER, FLOAT, STRING, PUNCTUATION, END -> false;
    };
  }

  private static boolean isBuiltinWithBody(Token token) {
    return token.hasBody() && (token.text().equals("vector") || token.text().equals("memref"));
  }

  private PtoType builtin(Token token) {
    if (!token.hasBody()) {
      return new PtoType.Scalar(element(token, token.text()));
    }
    return switch (token.text()) {
      case "vector" -> {
        Shape shape = shape(token, token.body());
        yield new PtoType.VectorType(shape.dims, shape.element);
      }
      case "memref" -> new PtoType.Handle("memref", token.body());
      default -> throw in.error(token, "unknown type '" + token.text() + "<...>'");
    };
  }

  private PtoType dialect(Token token) {
    return token.hasBody() ? dialectBody(token, token.text()) : bare(token);
  }

  private PtoType bare(Token token) {
    return ElementType.byText("!" + token.text())
        .<PtoType>map(PtoType.Scalar::new)
        .orElseGet(() -> new PtoType.Handle(token.text(), ""));
  }

  private PtoType dialectBody(Token token, String name) {
    String key = name + "<" + token.body();
    PtoType known = seen.get(key);
    if (known == null) {
      known = read(token, name, token.body());
      seen.put(key, known);
    }
    return known;
  }

  private PtoType read(Token token, String name, String body) {
    return switch (name) {
      case "pto.ptr" -> new PtoType.Pointer(pointee(token, body));
      case "pto.tensor_view" -> {
        Shape shape = shape(token, body);
        yield new PtoType.TensorView(shape.dims, shape.element);
      }
      case "pto.partition_tensor_view" -> {
        Shape shape = shape(token, body);
        yield new PtoType.PartitionView(shape.dims, shape.element);
      }
      case "pto.tile_buf" -> new TileTypeReader(in, token).read(body);
      case "pto.multi_tile_buf" -> multiTile(token, body);
      case "pto.local_array" -> {
        Shape shape = shape(token, body);
        if (shape.dims.size() != 1) {
          throw in.error(token, "a local array has one length");
        }
        yield new PtoType.LocalArray(shape.dims.get(0), shape.element);
      }
      default -> new PtoType.Handle(name, body);
    };
  }

  private ElementType pointee(Token token, String body) {
    int comma = body.indexOf(',');
    if (comma < 0) {
      return element(token, body.strip());
    }
    String space = body.substring(comma + 1).strip();
    if (!space.equals("gm") && !space.equals("ub")) {
      throw in.error(token, "a pointer takes an element type only, found '" + space + "'");
    }
    return element(token, body.substring(0, comma).strip());
  }

  private PtoType multiTile(Token token, String body) {
    int comma = body.lastIndexOf(',');
    int open = body.indexOf('<');
    if (comma < 0
        || open < 0
        || !body.startsWith("!pto.tile_buf<")
        || body.lastIndexOf('>') < open) {
      throw in.error(token, "expected !pto.multi_tile_buf<!pto.tile_buf<...>, count=N>");
    }
    String count = body.substring(comma + 1).strip();
    if (!count.startsWith("count=")) {
      throw in.error(token, "expected 'count=N' as last field of a multi_tile_buf");
    }
    String tile = body.substring(open + 1, body.lastIndexOf('>'));
    return new PtoType.MultiTile(
        new TileTypeReader(in, token).read(tile),
        number(in, token, count.substring("count=".length())));
  }

  private record Shape(ImmutableList<Integer> dims, ElementType element) {}

  private Shape shape(Token token, String body) {
    ImmutableList.Builder<Integer> dims = ImmutableList.builder();
    int at = 0;
    int rank = 0;
    while (at < body.length()
        && (body.charAt(at) == '?' || Character.digit(body.charAt(at), 10) >= 0)) {
      int cross = body.indexOf('x', at);
      if (cross < 0 || ++rank > MAX_RANK) {
        throw in.error(token, "expected a shape such as 16x64xf32, found '" + body + "'");
      }
      String dim = body.substring(at, cross);
      dims.add(dim.equals("?") ? PtoType.DYNAMIC : number(in, token, dim));
      at = cross + 1;
    }
    if (rank == 0) {
      throw in.error(token, "expected a shape such as 16x64xf32, found '" + body + "'");
    }
    return new Shape(dims.build(), element(token, body.substring(at).strip()));
  }

  private ElementType element(Token token, String text) {
    return element(in, token, text);
  }

  static ElementType element(TokenStream in, Token token, String text) {
    return ElementType.byText(text)
        .orElseThrow(() -> in.error(token, "unknown element type '" + text + "'"));
  }

  static int number(TokenStream in, Token token, String text) {
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw in.error(token, "expected a size below 1000000000, found '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  /** Keyword of a memory. */
  static Location location(TokenStream in, Token token, String text) {
    for (Location l : Location.values()) {
      if (l.text().equals(text)) {
        return l;
      }
    }
    throw in.error(token, "unknown loc '" + text + "'");
  }

  /** Keyword of an inner layout. */
  static InnerLayout inner(TokenStream in, Token token, String text) {
    for (InnerLayout l : InnerLayout.values()) {
      if (l.text().equals(text)) {
        return l;
      }
    }
    throw in.error(token, "unknown slayout '" + text + "'");
  }
}
