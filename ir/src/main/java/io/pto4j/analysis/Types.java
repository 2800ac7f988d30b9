package io.pto4j.analysis;

import static java.util.stream.Collectors.joining;

import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
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
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import java.util.List;
import java.util.stream.IntStream;

/** Comparison of types where a value passes from one variable to another, and their names. */
public final class Types {
  private Types() {}

  /**
   * Whether a value of one type can be carried as the other: the same kind, element type, shape and
   * valid region. Memory spaces and references are left out, as they are decided later.
   */
  public static boolean same(Type a, Type b) {
    return switch (a) {
      case ScalarType(DataType x) -> b instanceof ScalarType(DataType y) && x == y;
      case TensorType x ->
          b instanceof TensorType y
              && x.dtype() == y.dtype()
              && Dims.same(x.shape(), y.shape())
              && Dims.same(x.effectiveView().validShape(), y.effectiveView().validShape());
      case TileType x ->
          b instanceof TileType y
              && x.dtype() == y.dtype()
              && Dims.same(x.shape(), y.shape())
              && Dims.same(x.validShape(), y.validShape());
      case TupleType(List<Type> x) ->
          b instanceof TupleType(List<Type> y)
              && x.size() == y.size()
              && IntStream.range(0, x.size()).allMatch(i -> same(x.get(i), y.get(i)));
      case ArrayType x ->
          b instanceof ArrayType y && x.dtype() == y.dtype() && Dims.same(x.extent(), y.extent());
      case DistributedTensorType x ->
          b instanceof DistributedTensorType y
              && x.dtype() == y.dtype()
              && x.windowBuffer().equals(y.windowBuffer())
              && Dims.same(x.shape(), y.shape())
              && Dims.same(x.effectiveView().validShape(), y.effectiveView().validShape());
      case PipeType x -> b instanceof PipeType y && x.pipeKind() == y.pipeKind();
      case RegType x ->
          b instanceof RegType y
              && x.lanes() == y.lanes()
              && x.dtype() == y.dtype()
              && x.kind() == y.kind();
      case BufferType x -> b instanceof BufferType y && sameBuffers(x, y);
      case MultiBufferType x ->
          b instanceof MultiBufferType y
              && x.slotCount() == y.slotCount()
              && sameBuffers(x.buffer(), y.buffer());
      case VoidType _, MemRefType _, PtrType _, UnknownType _, HandleType _ -> a == b;
    };
  }

  private static boolean sameBuffers(BufferType a, BufferType b) {
    return a.dtype() == b.dtype()
        && a.shape().equals(b.shape())
        && a.validShape().equals(b.validShape())
        && a.memorySpace() == b.memorySpace()
        && a.blayout() == b.blayout()
        && a.slayout() == b.slayout()
        && a.fractal() == b.fractal()
        && a.pad() == b.pad()
        && a.compact() == b.compact();
  }

  /** A short name for messages, such as {@code Tile[[32, 64], FP32]}. */
  public static String text(Type type) {
    return switch (type) {
      case ScalarType(DataType dtype) -> dtype.text();
      case TensorType t -> shaped("Tensor", t.shape(), t.effectiveView().validShape(), t.dtype());
      case TileType t -> shaped("Tile", t.shape(), t.validShape(), t.dtype());
      case TupleType(List<Type> types) ->
          types.stream().map(Types::text).collect(joining(", ", "(", ")"));
      case ArrayType _ -> "array";
      case MemRefType _ -> "memory reference";
      case PtrType _ -> "pointer";
      case UnknownType _ -> "unknown";
      case DistributedTensorType t ->
          shaped("DistributedTensor", t.shape(), t.effectiveView().validShape(), t.dtype());
      case PipeType _ -> "pipe";
      case RegType t -> "Reg[" + t.lanes() + ", " + t.dtype().text() + "]";
      case BufferType _ -> "buffer";
      case MultiBufferType _ -> "multi-buffer";
      case VoidType _ -> "void";
      case HandleType handle -> handle.kind();
    };
  }

  private static String shaped(
      String kind, List<Expr> shape, List<Expr> validShape, DataType dtype) {
    String valid = Dims.same(shape, validShape) ? "" : ", valid " + dims(validShape);
    return kind + "[" + dims(shape) + ", " + dtype.text() + valid + "]";
  }

  private static String dims(List<Expr> shape) {
    return shape.stream().map(Types::dim).collect(joining(", ", "[", "]"));
  }

  private static String dim(Expr dim) {
    return switch (dim) {
      case ConstInt c -> Long.toString(c.value());
      case Var v -> v.nameHint();
      case BinaryExpr b -> dim(b.left()) + " " + b.op().symbol() + " " + dim(b.right());
      default -> "?";
    };
  }
}
