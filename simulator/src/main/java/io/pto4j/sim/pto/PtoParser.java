package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.pto.PtoOp.Block;
import io.pto4j.sim.pto.PtoOp.Definition;
import io.pto4j.sim.pto.PtoOp.Use;
import io.pto4j.sim.pto.Token.Kind;
import java.util.Optional;

/**
 * Parser of {@code .pto} text: modules, functions, structured control flow and any operation
 * written in the dialect's syntactic forms. Any text either parses or gives a {@link
 * PtoSyntaxException}, in time linear in its length.
 *
 * <p>Source: PTO dialect, structural grammar and control flow.
 */
public final class PtoParser {
  private static final int MAX_REGION_DEPTH = 100;
  private static final int MAX_RESULTS = 64;

  private final TokenStream in;
  private final TypeReader types;
  private final AttributeReader attributes;
  private final OperationReader operations;
  private final String source;
  private int depth;

  private PtoParser(String source, String text) {
    this.source = source;
    this.in = new TokenStream(new SourceText(source, text));
    this.types = new TypeReader(in);
    this.attributes = new AttributeReader(in, types);
    this.operations = new OperationReader(in, types, attributes);
  }

  /**
   * Parses a whole file.
   *
   * @param source name used in messages
   * @throws PtoSyntaxException when the text is malformed
   */
  public static PtoModule parse(String source, String text) {
    return new PtoParser(source, text).module();
  }

  private PtoModule module() {
    ImmutableMap<String, PtoAttr> moduleAttributes = ImmutableMap.of();
    ImmutableList.Builder<PtoFunction> functions = ImmutableList.builder();
    boolean wrapped = in.acceptWord("module");
    if (wrapped) {
      if (in.peek().kind() == Kind.SYMBOL) {
        in.take();
      }
      moduleAttributes = in.acceptWord("attributes") ? attributes.dictionary() : ImmutableMap.of();
      in.expect("{");
    }
    while (in.peek().isWord("func.func")) {
      functions.add(function());
      skipLocation();
    }
    if (wrapped) {
      in.expect("}");
      skipLocation();
    }
    if (in.peek().kind() != Kind.END) {
      throw in.unexpected(wrapped ? "end of text" : "'module' or 'func.func'");
    }
    return new PtoModule(source, moduleAttributes, functions.build());
  }

  private PtoFunction function() {
    Position position = in.position();
    in.expectWord("func.func");
    boolean isPrivate = in.acceptWord("private");
    if (!isPrivate) {
      in.acceptWord("public");
    }
    String name = in.expect(Kind.SYMBOL).text();
    ImmutableList<Definition> arguments = arguments();
    if (in.accept("->")) {
      types.typeList();
    }
    ImmutableMap<String, PtoAttr> functionAttributes =
        in.acceptWord("attributes") ? attributes.dictionary() : ImmutableMap.of();
    Optional<Block> body =
        in.peek().is("{") ? Optional.of(region(ImmutableList.of())) : Optional.empty();
    return new PtoFunction(name, arguments, functionAttributes, body, position);
  }

  private ImmutableList<Definition> arguments() {
    in.expect("(");
    ImmutableList.Builder<Definition> out = ImmutableList.builder();
    boolean first = true;
    while (!in.accept(")")) {
      if (!first) {
        in.expect(",");
      }
      first = false;
      Position position = in.position();
      String name = "";
      if (in.peek().kind() == Kind.VALUE) {
        name = in.take().text();
        in.expect(":");
      }
      out.add(new Definition(name, types.type(), position));
      if (in.peek().is("{")) {
        attributes.dictionary();
      }
    }
    return out.build();
  }

  private Block region(ImmutableList<Definition> arguments) {
    if (++depth > MAX_REGION_DEPTH) {
      throw in.unexpected("regions that nest less deeply");
    }
    in.expect("{");
    ImmutableList<Definition> blockArguments = arguments;
    if (in.peek().kind() == Kind.LABEL) {
      in.take();
      blockArguments = in.peek().is("(") ? arguments() : ImmutableList.of();
      in.expect(":");
    }
    ImmutableList.Builder<PtoOp> body = ImmutableList.builder();
    while (!in.accept("}")) {
      if (in.peek().kind() == Kind.LABEL) {
        throw in.unexpected("structured control flow (a region has one block)");
      }
      body.add(operation());
      skipLocation();
    }
    depth--;
    return new Block(blockArguments, body.build());
  }

  private PtoOp operation() {
    ImmutableList<String> results = results();
    Token name = in.peek();
    if (name.kind() == Kind.STRING && in.peek(1).is("(")) {
      return operations.read(results, in.take(), ImmutableList.of());
    }
    if (name.kind() != Kind.WORD) {
      throw in.unexpected("an operation");
    }
    in.take();
    return switch (name.text()) {
      case "scf.for" -> forOp(results, in.position(name));
      case "scf.if" -> ifOp(results, in.position(name));
      case "scf.while" -> whileOp(results, in.position(name));
      case "pto.section.cube", "pto.section.vector" ->
          operations.read(results, name, ImmutableList.of(region(ImmutableList.of())));
      default -> {
        if (name.text().indexOf('.') < 0 && !name.text().equals("return")) {
          throw in.error(
              name, "expected an operation such as 'pto.tadd', found '" + name.text() + "'");
        }
        yield operations.read(results, name, ImmutableList.of());
      }
    };
  }

  private ImmutableList<String> results() {
    if (in.peek().kind() != Kind.VALUE) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<String> out = ImmutableList.builder();
    do {
      String name = in.expect(Kind.VALUE).text();
      out.add(name);
      if (in.accept(":")) {
        Token count = in.expect(Kind.INTEGER);
        int total = TypeReader.number(in, count, count.text());
        if (total > MAX_RESULTS) {
          throw in.error(count, "an operation has at most " + MAX_RESULTS + " results");
        }
        for (int i = 1; i < total; i++) {
          out.add(name + "#" + i);
        }
      }
    } while (in.accept(","));
    in.expect("=");
    return out.build();
  }

  private PtoOp forOp(ImmutableList<String> results, Position position) {
    Token variable = in.expect(Kind.VALUE);
    in.expect("=");
    Use lower = operations.use();
    in.expectWord("to");
    Use upper = operations.use();
    in.expectWord("step");
    Use step = operations.use();
    ImmutableList.Builder<String> names = ImmutableList.builder();
    ImmutableList.Builder<Use> inits = ImmutableList.builder();
    ImmutableList<PtoType> resultTypes = ImmutableList.of();
    if (in.acceptWord("iter_args")) {
      carried(names, inits);
      in.expect("->");
      resultTypes = types.typeList();
    }
    PtoType induction = in.accept(":") ? types.type() : new PtoType.Scalar(ElementType.INDEX);
    ImmutableList<Use> initUses = inits.build();
    checkCount(position, "carried values", initUses.size(), resultTypes.size());
    ImmutableList<Definition> arguments =
        ImmutableList.<Definition>builder()
            .add(new Definition(variable.text(), induction, in.position(variable)))
            .addAll(definitions(names.build(), resultTypes, position))
            .build();
    return new PtoOp.For(
        results, lower, upper, step, initUses, resultTypes, region(arguments), position);
  }

  private PtoOp ifOp(ImmutableList<String> results, Position position) {
    Use condition = operations.use();
    ImmutableList<PtoType> resultTypes = in.accept("->") ? types.typeList() : ImmutableList.of();
    Block thenBlock = region(ImmutableList.of());
    Optional<Block> elseBlock =
        in.acceptWord("else") ? Optional.of(region(ImmutableList.of())) : Optional.empty();
    if (!resultTypes.isEmpty() && elseBlock.isEmpty()) {
      throw in.source().error(position, "scf.if with results needs an else");
    }
    return new PtoOp.If(results, condition, resultTypes, thenBlock, elseBlock, position);
  }

  private PtoOp whileOp(ImmutableList<String> results, Position position) {
    ImmutableList.Builder<String> names = ImmutableList.builder();
    ImmutableList.Builder<Use> inits = ImmutableList.builder();
    if (in.peek().is("(")) {
      carried(names, inits);
    }
    in.expect(":");
    ImmutableList<PtoType> argumentTypes = types.typeList();
    in.expect("->");
    ImmutableList<PtoType> resultTypes = types.typeList();
    ImmutableList<Use> initUses = inits.build();
    checkCount(position, "carried values", initUses.size(), argumentTypes.size());
    Block before = region(definitions(names.build(), argumentTypes, position));
    in.expectWord("do");
    Block after = region(ImmutableList.of());
    return new PtoOp.While(results, initUses, resultTypes, before, after, position);
  }

  private void carried(ImmutableList.Builder<String> names, ImmutableList.Builder<Use> inits) {
    in.expect("(");
    boolean first = true;
    while (!in.accept(")")) {
      if (!first) {
        in.expect(",");
      }
      first = false;
      names.add(in.expect(Kind.VALUE).text());
      in.expect("=");
      inits.add(operations.use());
    }
  }

  private static ImmutableList<Definition> definitions(
      ImmutableList<String> names, ImmutableList<PtoType> types, Position position) {
    ImmutableList.Builder<Definition> out = ImmutableList.builder();
    for (int i = 0; i < names.size(); i++) {
      out.add(new Definition(names.get(i), types.get(i), position));
    }
    return out.build();
  }

  private void checkCount(Position position, String what, int values, int typeCount) {
    if (values != typeCount) {
      throw in.source().error(position, values + " " + what + " but " + typeCount + " types");
    }
  }

  private void skipLocation() {
    if (in.peek().isWord("loc") && in.peek(1).is("(")) {
      in.take();
      operations.skipLocation();
    }
  }
}
