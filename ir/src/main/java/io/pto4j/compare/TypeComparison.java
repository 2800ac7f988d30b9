package io.pto4j.compare;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MemRefType;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.NodeFields;
import io.pto4j.ir.PipeType;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.VoidType;
import java.util.List;
import java.util.Optional;

/** Compares types; the memory of a tensor or tile is no part of it. */
final class TypeComparison {
  private final Comparison run;

  TypeComparison(Comparison run) {
    this.run = run;
  }

  boolean type(Type left, Type right) {
    if (left.getClass() != right.getClass()) {
      return run.fail(
          "Type name mismatch (" + NodeFields.kind(left) + " != " + NodeFields.kind(right) + ")");
    }
    return switch (left) {
      case ScalarType(DataType l) -> dtype("ScalarType", l, ((ScalarType) right).dtype());
      case ArrayType(DataType l, Expr extent) ->
          dtype("ArrayType", l, ((ArrayType) right).dtype())
              && run.node(extent, ((ArrayType) right).extent());
      case TupleType(ImmutableList<Type> l) -> tuple(l, ((TupleType) right).types());
      case TensorType l -> tensor("TensorType", l, (TensorType) right);
      case DistributedTensorType l -> distributed(l, (DistributedTensorType) right);
      case TileType l -> tile(l, (TileType) right);
      case PipeType l -> same("PipeType pipe_kind", l, right);
      case RegType l -> reg(l, (RegType) right);
      case BufferType l -> buffer(l, (BufferType) right);
      case MultiBufferType l -> multiBuffer(l, (MultiBufferType) right);
      case HandleType l ->
          left == right
              || run.fail(
                  "Type name mismatch (" + l.kind() + " != " + NodeFields.kind(right) + ")");
      case VoidType _, UnknownType _, PtrType _, MemRefType _ -> true;
    };
  }

  private boolean dtype(String kind, DataType left, DataType right) {
    return left == right
        || run.fail("%s dtype mismatch (%s != %s)".formatted(kind, left.text(), right.text()));
  }

  private boolean tuple(ImmutableList<Type> left, ImmutableList<Type> right) {
    if (left.size() != right.size()) {
      return run.fail("TupleType size mismatch (%d != %d)".formatted(left.size(), right.size()));
    }
    for (int i = 0; i < left.size(); i++) {
      if (!type(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean reg(RegType left, RegType right) {
    return same("RegType shape", left.lanes(), right.lanes())
        && dtype("RegType", left.dtype(), right.dtype())
        && same("RegType kind", left.kind(), right.kind());
  }

  private boolean buffer(BufferType left, BufferType right) {
    return dtype("BufferType", left.dtype(), right.dtype())
        && same("BufferType shape", left.shape(), right.shape())
        && same("BufferType memory_space", left.memorySpace(), right.memorySpace())
        && same("BufferType valid_shape", left.validShape(), right.validShape())
        && same("BufferType blayout", left.blayout(), right.blayout())
        && same("BufferType slayout", left.slayout(), right.slayout())
        && same("BufferType fractal", left.fractal(), right.fractal())
        && same("BufferType pad", left.pad(), right.pad())
        && same("BufferType compact", left.compact(), right.compact());
  }

  private boolean multiBuffer(MultiBufferType left, MultiBufferType right) {
    return same("MultiBufferType slot_count", left.slotCount(), right.slotCount())
        && buffer(left.buffer(), right.buffer());
  }

  private boolean distributed(DistributedTensorType left, DistributedTensorType right) {
    return tensor("DistributedTensorType", left, right)
        && presence(
            "DistributedTensorType window_buffer", left.windowBuffer(), right.windowBuffer())
        && (left.windowBuffer().isEmpty()
            || run.node(left.windowBuffer().get(), right.windowBuffer().get()));
  }

  private boolean tensor(String kind, TensorLike left, TensorLike right) {
    return dtype(kind, left.dtype(), right.dtype())
        && exprs(kind + " shape rank", left.shape(), right.shape())
        && presence(kind + " tensor_view", left.tensorView(), right.tensorView())
        && (left.tensorView().isEmpty() || view(left.tensorView().get(), right.tensorView().get()));
  }

  private boolean tile(TileType left, TileType right) {
    return dtype("TileType", left.dtype(), right.dtype())
        && exprs("TileType shape rank", left.shape(), right.shape())
        && presence("TileType tile_view", left.tileView(), right.tileView())
        && (left.tileView().isEmpty() || view(left.tileView().get(), right.tileView().get()))
        && same("TileType memory_space", left.memorySpace(), right.memorySpace());
  }

  private boolean view(TensorView left, TensorView right) {
    return exprs("TensorView valid_shape size", left.validShape(), right.validShape())
        && exprs("TensorView stride size", left.stride(), right.stride())
        && same("TensorView layout", left.layout(), right.layout())
        && same("TensorView pad", left.pad(), right.pad());
  }

  private boolean view(TileView left, TileView right) {
    return exprs("TileView valid_shape size", left.validShape(), right.validShape())
        && exprs("TileView stride size", left.stride(), right.stride())
        && startOffset(left.startOffset(), right.startOffset())
        && same("TileView blayout", left.blayout(), right.blayout())
        && same("TileView slayout", left.slayout(), right.slayout())
        && same("TileView fractal", left.fractal(), right.fractal())
        && same("TileView pad", left.pad(), right.pad())
        && same("TileView compact", left.compact(), right.compact());
  }

  private boolean startOffset(Optional<Expr> left, Optional<Expr> right) {
    if (left.isPresent() != right.isPresent()) {
      return run.fail("One node is null, the other is not");
    }
    return left.isEmpty() || run.node(left.get(), right.get());
  }

  private boolean presence(String what, Optional<?> left, Optional<?> right) {
    return left.isPresent() == right.isPresent() || run.fail(what + " presence mismatch");
  }

  private boolean same(String what, Object left, Object right) {
    return left.equals(right) || run.fail(what + " mismatch");
  }

  private boolean exprs(String what, List<Expr> left, List<Expr> right) {
    if (left.size() != right.size()) {
      return run.fail("%s mismatch (%d != %d)".formatted(what, left.size(), right.size()));
    }
    for (int i = 0; i < left.size(); i++) {
      if (!run.node(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }
}
