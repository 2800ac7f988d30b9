package io.pto4j.op;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checks of a call that follow from the operator's definition alone, before its type rule runs.
 */
final class CallCheck {
  private CallCheck() {}

  static void check(OpDef op, ImmutableList<Expr> args, Attrs kwargs) {
    checkArity(op, args.size());
    for (int i = 0; i < args.size(); i++) {
      checkKind(op, op.operand(i), args.get(i));
    }
    kwargs
        .entries()
        .forEach(
            (key, value) -> {
              AttrDef attr =
                  op.attribute(key)
                      .orElseThrow(
                          () ->
                              new IrException(
                                  op.name() + " has no keyword argument '" + key + "'",
                                  "it takes: "
                                      + op.attributes().stream()
                                          .map(AttrDef::name)
                                          .collect(joining(", "))));
              if (!attr.type().isInstance(value)) {
                throw new IrException(
                    op.name() + ": keyword argument '" + key + "' has the wrong kind of value",
                    attr.doc());
              }
            });
    for (AttrDef attr : op.attributes()) {
      if (attr.required() && !kwargs.has(attr.name())) {
        throw new IrException(
            op.name() + " needs the keyword argument '" + attr.name() + "'", attr.doc());
      }
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
              arg instanceof MakeTuple t
                  && t.elements().stream().allMatch(e -> e.type() instanceof ScalarType);
          case SHAPED -> type instanceof ShapedType;
          case ANY -> true;
        };
    if (!fits) {
      String wanted =
          switch (operand.kind()) {
            case TENSOR -> "a tensor";
            case TILE -> "a tile";
            case SCALAR -> "a scalar";
            case INDICES -> "a tuple of indices";
            case SHAPED -> "a tensor or tile";
            case ANY -> "a value";
          };
      throw new IrException(op.name() + ": operand '" + operand.name() + "' must be " + wanted);
    }
  }

  /** Fills in the memory space of a result tile that has none. */
  static Type withOutputSpace(OpDef op, ImmutableList<Expr> args, Attrs kwargs, Type result) {
    if (!(result instanceof TileType tile) || tile.memorySpace().isPresent()) {
      return result;
    }
    Optional<MemorySpace> space =
        switch (op.outputSpace()) {
          case OutputSpace.None() -> Optional.empty();
          case OutputSpace.Fixed(MemorySpace fixed) -> Optional.of(fixed);
          case OutputSpace.FromAttr(String attr, Optional<MemorySpace> absent) ->
              kwargs.getMemorySpace(attr).or(() -> absent);
          case OutputSpace.Inherited() -> inherited(args);
        };
    return space.isEmpty() ? result : tile.withMemorySpace(space);
  }

  private static Optional<MemorySpace> inherited(ImmutableList<Expr> args) {
    return args.stream()
        .map(Expr::type)
        .flatMap(
            type -> type instanceof TileType tile ? tile.memorySpace().stream() : Stream.empty())
        .findFirst();
  }
}
