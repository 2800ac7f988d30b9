package io.pto4j.op;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.rule.Literals;
import io.pto4j.op.rule.Texts;
import java.util.stream.Stream;

/**
 * What follows of a call from the operator's definition alone, before its type rule runs: literals
 * get their type, and arity, kinds, element types and keyword arguments are checked.
 */
final class CallCheck {
  private CallCheck() {}

  static void check(OpDef op, ImmutableList<Expr> args, Attrs kwargs) {
    checkArity(op, args.size());
    for (int i = 0; i < args.size(); i++) {
      checkKind(op, op.operand(i), args.get(i));
      checkDtype(op, op.operand(i), args.get(i).type());
    }
    kwargs.entries().forEach((key, value) -> checkAttribute(op, key, value));
    for (AttrDef attr : op.attributes()) {
      if (attr.required() && !kwargs.has(attr.name())) {
        throw new IrException(
            op.name() + " needs the keyword argument '" + attr.name() + "'", attr.doc());
      }
    }
  }

  /**
   * The operands with every literal in an element position in the element type: that of the first
   * tensor or tile, or else what the keyword argument {@code dtype} says.
   */
  static ImmutableList<Expr> withTypedLiterals(OpDef op, ImmutableList<Expr> args, Attrs kwargs) {
    if (op.operands().stream().noneMatch(Operand::elementLiteral)) {
      return args;
    }
    return args.stream()
        .flatMap(arg -> arg.type() instanceof ShapedType t ? Stream.of(t.dtype()) : Stream.of())
        .findFirst()
        .or(() -> kwargs.getDataType("dtype"))
        .map(element -> withLiterals(op, args, element))
        .orElse(args);
  }

  private static ImmutableList<Expr> withLiterals(
      OpDef op, ImmutableList<Expr> args, DataType element) {
    return Streams.mapWithIndex(
            args.stream(),
            (arg, i) -> op.operand((int) i).elementLiteral() ? Literals.retyped(arg, element) : arg)
        .collect(toImmutableList());
  }

  private static void checkAttribute(OpDef op, String key, AttrValue value) {
    AttrDef attr =
        op.attribute(key)
            .orElseThrow(
                () ->
                    new IrException(
                        op.name() + " has no keyword argument '" + key + "'",
                        op.attributes().isEmpty()
                            ? "it takes none"
                            : "it takes: "
                                + op.attributes().stream()
                                    .map(AttrDef::name)
                                    .collect(joining(", "))));
    if (!attr.type().isInstance(value)) {
      throw new IrException(
          op.name() + ": keyword argument '" + key + "' has the wrong kind of value", attr.doc());
    }
  }

  private static void checkArity(OpDef op, int given) {
    int most = op.operands().size();
    long least = op.operands().stream().filter(o -> !o.optional()).count();
    if (given < least || (given > most && !op.variadic())) {
      String expected =
          op.variadic() ? "at least " + least : least == most ? "" + most : least + " to " + most;
      throw new IrException(
          op.name() + " takes " + expected + " operands, but " + given + " were given",
          "operands: " + op.operands().stream().map(Operand::name).collect(joining(", ")));
    }
  }

  private static void checkKind(OpDef op, Operand operand, Expr arg) {
    Type type = arg.type();
    boolean fits =
        switch (operand.kind()) {
          case TENSOR -> type instanceof TensorType;
          case TILE -> type instanceof TileType;
          case SCALAR -> type instanceof ScalarType;
          case INDICES ->
              arg instanceof MakeTuple tuple
                  && tuple.elements().stream()
                      .allMatch(e -> e.type() instanceof ScalarType(DataType d) && d.isInt());
          case SHAPED -> type instanceof ShapedType;
          case TENSOR_OR_SCALAR -> type instanceof TensorType || type instanceof ScalarType;
          case ARRAY -> type instanceof ArrayType;
          case ANY -> true;
        };
    if (!fits) {
      throw new IrException(
          op.name()
              + ": operand '"
              + operand.name()
              + "' must be "
              + operand.kind().text()
              + ", but it is "
              + Texts.of(type),
          kindHint(op, operand, type));
    }
  }

  private static String kindHint(OpDef op, Operand operand, Type given) {
    if (operand.kind() == Operand.Kind.TILE && given instanceof TensorType) {
      return "load it with tile.load first";
    }
    return operand.kind() == Operand.Kind.TENSOR && given instanceof TileType
        ? "use the tile operator, or store it with tile.store first"
        : op.doc();
  }

  private static void checkDtype(OpDef op, Operand operand, Type type) {
    if (operand.dtypes().isEmpty()) {
      return;
    }
    Texts.dtype(type)
        .filter(dtype -> !operand.dtypes().contains(dtype))
        .ifPresent(
            dtype -> {
              throw new IrException(
                  op.name()
                      + ": operand '"
                      + operand.name()
                      + "' has dtype "
                      + dtype.text()
                      + ", but must have one of "
                      + operand.dtypes().stream().map(DataType::text).collect(joining(", ")),
                  "cast it first");
            });
  }
}
