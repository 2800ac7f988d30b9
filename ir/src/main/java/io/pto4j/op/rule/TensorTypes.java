package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.op.TypeRule.Request;
import java.util.Optional;

/** Builds result tensor types. */
final class TensorTypes {
  private TensorTypes() {}

  /** A tensor without layout or strides of its own. */
  static TensorType fresh(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    return fresh(dtype, shape, valid, PadValue.NULL);
  }

  static TensorType fresh(
      DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid, PadValue pad) {
    TensorView view = TensorView.packed().withValidShape(valid).withPad(pad);
    return new TensorType(dtype, shape, Optional.empty(), Optional.of(view));
  }

  /** A tensor of the kind that {@code source} is: a window stays one, of the same allocation. */
  static TensorLike like(
      TensorLike source, ImmutableList<Expr> shape, Optional<MemRef> memref, TensorView view) {
    return switch (source) {
      case TensorType t -> new TensorType(t.dtype(), shape, memref, Optional.of(view));
      case DistributedTensorType t ->
          new DistributedTensorType(t.dtype(), shape, memref, Optional.of(view), t.windowBuffer());
    };
  }

  static ImmutableList<Expr> valid(TensorLike tensor) {
    return tensor.effectiveView().validShape();
  }

  static TensorLike withValid(TensorLike tensor, ImmutableList<Expr> valid) {
    return like(
        tensor, tensor.shape(), tensor.memref(), tensor.effectiveView().withValidShape(valid));
  }

  /** Checks that the tensor is not in a matrix-scale layout, which only a load can read. */
  static void checkOrdinary(Request r, int operand) {
    TensorLayout layout = r.tensor(operand).effectiveView().layout();
    if (layout == TensorLayout.MX_A_ZZ || layout == TensorLayout.MX_B_NN) {
      throw r.error(
          "operand " + r.name(operand) + " has the scale layout " + layout.text(),
          "load it whole with tile.load");
    }
  }

  /** The same tensor with elements of another type. */
  static TensorType retyped(TensorType tensor, DataType dtype) {
    return new TensorType(dtype, tensor.shape(), tensor.memref(), tensor.tensorView());
  }
}
