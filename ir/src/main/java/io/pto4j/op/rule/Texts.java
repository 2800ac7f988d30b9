package io.pto4j.op.rule;

import static java.util.stream.Collectors.joining;

import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import java.util.List;
import java.util.Optional;

/** Types and extents as they read in an error message. */
public final class Texts {
  private Texts() {}

  /** Such as {@code a [32, 64] fp32 tile in Vec}. */
  public static String of(Type type) {
    return switch (type) {
      case TileType t ->
          "a "
              + of(t.shape())
              + " "
              + t.dtype().text()
              + " tile"
              + t.memorySpace().map(space -> " in " + space.text()).orElse("");
      case TensorType t -> "a " + of(t.shape()) + " " + t.dtype().text() + " tensor";
      case ScalarType(DataType dtype) -> "a scalar of " + dtype.text();
      case ArrayType a -> "an array of " + a.dtype().text();
      case TupleType _ -> "a tuple";
      case PtrType _, MemRefType _ -> "a memory reference";
      case UnknownType _, VoidType _ -> "no value";
      case DistributedTensorType t ->
          "a " + of(t.shape()) + " " + t.dtype().text() + " distributed tensor";
      case PipeType p -> "the pipe " + p.pipeKind().text();
      case RegType r -> "a register of " + r.lanes() + " " + r.dtype().text();
      case BufferType b -> "a " + b.shape() + " " + b.dtype().text() + " buffer";
      case MultiBufferType m -> m.slotCount() + " buffers";
      case HandleType h -> "a handle of type " + h.kind();
    };
  }

  /** Such as {@code [32, n + 1]}. */
  public static String of(List<? extends Expr> dims) {
    return dims.stream().map(Texts::of).collect(joining(", ", "[", "]"));
  }

  /** A scalar expression; the values of calls read as {@code name(...)}. */
  public static String of(Expr expr) {
    return switch (expr) {
      case ConstInt c -> Long.toString(c.value());
      case ConstFloat c -> Double.toString(c.value());
      case ConstBool c -> Boolean.toString(c.value());
      case Var v -> v.nameHint();
      case BinaryExpr b when b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX ->
          b.op().symbol() + "(" + of(b.left()) + ", " + of(b.right()) + ")";
      case BinaryExpr b -> inner(b.left()) + " " + b.op().symbol() + " " + inner(b.right());
      case UnaryExpr u -> u.op().nodeName() + "(" + of(u.operand()) + ")";
      case Call c -> c.op().name() + "(...)";
      case Submit s -> s.op().name() + "(...)";
      case MakeTuple t -> of(t.elements());
      case TupleGetItem g -> of(g.tuple()) + "[" + g.index() + "]";
    };
  }

  private static String inner(Expr expr) {
    return expr instanceof BinaryExpr ? "(" + of(expr) + ")" : of(expr);
  }

  /** The element type of a tensor, tile, array or scalar. */
  public static Optional<DataType> dtype(Type type) {
    return switch (type) {
      case ShapedType shaped -> Optional.of(shaped.dtype());
      case ScalarType(DataType dtype) -> Optional.of(dtype);
      case ArrayType array -> Optional.of(array.dtype());
      case RegType reg -> Optional.of(reg.dtype());
      case BufferType buffer -> Optional.of(buffer.dtype());
      case MultiBufferType multi -> Optional.of(multi.buffer().dtype());
      case TupleType _,
          PipeType _,
          VoidType _,
          PtrType _,
          MemRefType _,
          UnknownType _,
          HandleType _ ->
          Optional.empty();
    };
  }

  static String of(Optional<MemorySpace> space) {
    return space.map(MemorySpace::text).orElse("no memory space");
  }
}
