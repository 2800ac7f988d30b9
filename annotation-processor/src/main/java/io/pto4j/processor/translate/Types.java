package io.pto4j.processor.translate;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Streams;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.VoidType;
import java.util.List;

/** Types in messages, and their comparison. */
final class Types {
  private Types() {}

  static String describe(Value value) {
    return switch (value) {
      case Value.Of(Expr expr) -> describe(expr.type());
      case Value.Window w -> describe(w.slice().type());
      case Value.Literal(Object literal) -> "the constant " + literal;
      case Value.Text _ -> "a string";
      case Value.EnumConstant c -> c.name();
      case Value.ElementType(var dtype) -> "the element type " + dtype;
      case Value.Indices _ -> "a list of indices";
      case Value.Slice _ -> "a slice";
      case Value.Group _ -> "a record";
      case Value.Kernel _ -> "a kernel";
      case Value.Loop _ -> "a range";
      case Value.Scope _ -> "a scope";
      case Value.Launch _ -> "a launch";
      case Value.Task _ -> "a launched task";
      case Value.None _ -> "a call without a result";
      case Value.Poison _ -> "an unknown value";
    };
  }

  static String describe(Type type) {
    return switch (type) {
      case ScalarType(var dtype) -> "a scalar of type " + dtype;
      case TensorType t -> "a tensor " + text(t);
      case TileType t -> "a tile " + text(t);
      case TupleType _ -> "a tuple";
      default -> "a value";
    };
  }

  /** Element type and shape, such as {@code FP32[64, 256]}. */
  static String text(ShapedType type) {
    return type.dtype() + shape(type.shape());
  }

  static String shape(List<Expr> shape) {
    return shape.stream().map(Types::extent).collect(joining(", ", "[", "]"));
  }

  private static String extent(Expr extent) {
    return extent instanceof ConstInt c ? Long.toString(c.value()) : extent.toString();
  }

  /** Whether a variable of one type may be given a value of the other. */
  static boolean sameValues(Type variable, Type value) {
    return switch (variable) {
      case TensorType a ->
          value instanceof TensorType b
              && a.dtype() == b.dtype()
              && Dims.same(a.shape(), b.shape());
      case TileType a ->
          value instanceof TileType b && a.dtype() == b.dtype() && Dims.same(a.shape(), b.shape());
      case TupleType a ->
          value instanceof TupleType b
              && a.types().size() == b.types().size()
              && Streams.zip(a.types().stream(), b.types().stream(), Types::sameValues)
                  .allMatch(same -> same);
      case ArrayType a ->
          value instanceof ArrayType b
              && a.dtype() == b.dtype()
              && Dims.same(ImmutableList.of(a.extent()), ImmutableList.of(b.extent()));
      case ScalarType a -> a.equals(value);
      case DistributedTensorType a ->
          value instanceof DistributedTensorType b
              && a.dtype() == b.dtype()
              && Dims.same(a.shape(), b.shape());
      case RegType _,
          BufferType _,
          MultiBufferType _,
          PipeType _,
          HandleType _,
          PtrType _,
          MemRefType _,
          UnknownType _,
          VoidType _ ->
          io.pto4j.analysis.Types.same(variable, value);
    };
  }
}
