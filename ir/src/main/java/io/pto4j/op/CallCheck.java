package io.pto4j.op;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.op.rule.Literals;
import io.pto4j.op.rule.Texts;
import java.util.List;
import java.util.Map;

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
    for (Map.Entry<String, AttrValue> entry : kwargs.entries().entrySet()) {
      checkAttribute(op, entry.getKey(), entry.getValue());
    }
    for (AttrDef attr : op.attributes()) {
      if (attr.required() && !kwargs.has(attr.name())) {
        throw new IrException(
            op.name() + " needs the keyword argument '" + attr.name() + "'", attr.doc());
      }
    }
  }

  /**
   * The operands with the literals in the types of their places; an element has the type of the
   * first tensor or tile, or else the one that the keyword argument {@code dtype} says.
   */
  static ImmutableList<Expr> withTypedLiterals(OpDef op, ImmutableList<Expr> args, Attrs kwargs) {
    if (op.operands().isEmpty()) {
      return args;
    }
    ImmutableList.Builder<Expr> typed = ImmutableList.builder();
    for (int i = 0; i < args.size(); i++) {
      Expr arg = args.get(i);
      typed.add(
          switch (op.operand(i).literal()) {
            case OWN -> arg;
            case INT32 -> Literals.retyped(arg, DataType.INT32);
            case FP32 -> Literals.retyped(arg, DataType.FP32);
            case ELEMENT -> element(arg, args, kwargs);
            case SELECTED ->
                args.get(1).type() instanceof ShapedType t ? Literals.wrapped(arg, t.dtype()) : arg;
          });
    }
    return typed.build();
  }

  private static Expr element(Expr literal, List<Expr> args, Attrs kwargs) {
    for (Expr arg : args) {
      if (arg.type() instanceof ShapedType t) {
        return Literals.retyped(literal, Literals.computing(t.dtype()));
      }
    }
    return kwargs
        .getDataType("dtype")
        .map(dtype -> Literals.stamped(literal, dtype))
        .orElse(literal);
  }

  /** The keyword arguments with every element type that is given by its number named. */
  static Attrs withNamedTypes(OpDef op, Attrs kwargs) {
    Attrs named = kwargs;
    for (AttrDef attr : op.attributes()) {
      if (attr.type() == AttrValue.OfDataType.class
          && kwargs.get(attr.name()).orElse(null) instanceof AttrValue.OfInt(int code)) {
        DataType dtype =
            DataType.ofCode(code)
                .orElseThrow(
                    () ->
                        new IrException(
                            op.name() + ": there is no element type of number " + code,
                            attr.doc()));
        named = named.with(attr.name(), AttrValue.of(dtype));
      }
    }
    return named;
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
          op.name() + ": keyword argument '" + key + "' must be " + kind(attr),
          "it says: " + attr.doc());
    }
  }

  private static String kind(AttrDef attr) {
    String kind = attr.type().getSimpleName().substring("Of".length());
    return switch (kind) {
      case "Bool" -> "True or False";
      case "Int" -> "a whole number";
      case "Double" -> "a number";
      case "String" -> "a string";
      case "DataType" -> "a data type, such as pl.FP32";
      case "MemorySpace" -> "a memory space, such as pl.Mem.Vec";
      default -> "a member of pl." + kind;
    };
  }

  private static void checkArity(OpDef op, int given) {
    int most = op.operands().size();
    int least = 0;
    while (least < most && !op.operands().get(least).optional()) {
      least++;
    }
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
    boolean fits = fits(operand.kind(), arg, type);
    if (!fits) {
      throw new IrException(
          op.name()
              + ": operand '"
              + operand.name()
              + "' must be "
              + operand.kind().text()
              + ", but it is "
              + text(operand, type),
          kindHint(op, operand, type));
    }
  }

  /** What is there, and of a tuple the element that should not be. */
  private static String text(Operand operand, Type type) {
    if (operand.kind().isIndices() && type instanceof TupleType tuple) {
      for (Type element : tuple.types()) {
        if (!isInteger(element)) {
          return Texts.of(type) + " with " + Texts.of(element);
        }
      }
    }
    return Texts.of(type);
  }

  private static boolean fits(Operand.Kind kind, Expr arg, Type type) {
    return switch (kind) {
      case TENSOR -> type instanceof TensorType;
      case TENSOR_OR_WINDOW -> type instanceof TensorLike;
      case WINDOW -> type instanceof DistributedTensorType;
      case TILE -> type instanceof TileType;
      case SCALAR -> type instanceof ScalarType;
      case INDICES -> type instanceof TupleType tuple && areIntegers(tuple.types());
      case WRITTEN_INDICES ->
          arg instanceof MakeTuple && type instanceof TupleType tuple && areIntegers(tuple.types());
      case SHAPED -> type instanceof ShapedType;
      case TENSOR_OR_SCALAR -> type instanceof TensorLike || type instanceof ScalarType;
      case ARRAY -> type instanceof ArrayType;
      case BUFFER -> type instanceof BufferType;
      case POINTER -> type instanceof PtrType;
      case COMM_CONTEXT -> type == HandleType.COMM_CTX;
      case PREFETCH_CONTEXT -> type == HandleType.PREFETCH_ASYNC_CONTEXT;
      case EVENT -> type == HandleType.ASYNC_EVENT;
      case SESSION -> type == HandleType.ASYNC_SESSION;
      case ANY -> true;
    };
  }

  private static boolean areIntegers(List<Type> types) {
    for (Type type : types) {
      if (!isInteger(type)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInteger(Type type) {
    return type instanceof ScalarType(DataType dtype) && dtype.isInt();
  }

  private static String kindHint(OpDef op, Operand operand, Type given) {
    return switch (given) {
      case TensorLike _ when operand.kind() == Operand.Kind.TILE -> "load it with tile.load first";
      case TileType _ when isTensor(operand.kind()) ->
          "use the tile operator, or store it with tile.store first";
      case DistributedTensorType _ when operand.kind() == Operand.Kind.TENSOR ->
          "this operator does not work on windows; load or copy the elements first";
      case TensorType _ when operand.kind() == Operand.Kind.WINDOW ->
          "cut a window from a shared allocation with pld.tensor.window";
      case TupleType tuple when operand.kind().isIndices() ->
          areIntegers(tuple.types())
              ? "write the elements at the call"
              : "cast the element to an index";
      default ->
          operand.kind().isIndices()
              ? "give integers, such as [0, n]"
              : "it is the operand '" + operand.name() + "' of: " + op.doc();
    };
  }

  private static boolean isTensor(Operand.Kind kind) {
    return kind == Operand.Kind.TENSOR || kind == Operand.Kind.TENSOR_OR_WINDOW;
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
