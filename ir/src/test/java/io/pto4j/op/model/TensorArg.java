package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;

/** A tensor operand as a model sees it. */
record TensorArg(
    boolean window,
    DataType dtype,
    ImmutableList<Extent> shape,
    ImmutableList<Extent> valid,
    ImmutableList<Extent> stride,
    TensorLayout layout,
    PadValue pad,
    Var value) {
  /** A plain tensor, wholly valid. */
  static TensorArg plain(Draw draw, DataType dtype, List<Extent> shape) {
    return of(draw, false, dtype, shape, shape, TensorLayout.ND, PadValue.NULL);
  }

  /** A tensor of which only a part may be valid. */
  static TensorArg partial(Draw draw, DataType dtype, List<Extent> shape) {
    return of(draw, false, dtype, shape, valid(draw, shape), TensorLayout.ND, PadValue.NULL);
  }

  /** A tensor of any kind that computing operators take. */
  static TensorArg any(Draw draw, DataType dtype, List<Extent> shape) {
    return of(
        draw,
        draw.oneIn(6),
        dtype,
        shape,
        valid(draw, shape),
        draw.oneIn(8) ? TensorLayout.DN : TensorLayout.ND,
        draw.oneIn(8) ? PadValue.ZERO : PadValue.NULL);
  }

  static TensorArg of(
      Draw draw,
      boolean window,
      DataType dtype,
      List<Extent> shape,
      List<Extent> valid,
      TensorLayout layout,
      PadValue pad) {
    return of(draw, window, dtype, shape, valid, ImmutableList.of(), layout, pad);
  }

  static TensorArg of(
      Draw draw,
      boolean window,
      DataType dtype,
      List<Extent> shape,
      List<Extent> valid,
      List<Extent> stride,
      TensorLayout layout,
      PadValue pad) {
    TensorView view = new TensorView(Extent.exprs(stride), layout, Extent.exprs(valid), pad);
    Type type = type(window, dtype, Extent.exprs(shape), view);
    return new TensorArg(
        window,
        dtype,
        ImmutableList.copyOf(shape),
        ImmutableList.copyOf(valid),
        ImmutableList.copyOf(stride),
        layout,
        pad,
        draw.value(type));
  }

  int rank() {
    return shape.size();
  }

  /** Whether an axis is surely as long as one of another tensor. */
  boolean same(int axis, TensorArg other, int otherAxis) {
    return shape.get(axis).surelyEqual(other.shape.get(otherAxis));
  }

  boolean whollyValid() {
    return Extent.surelyEqual(shape, valid);
  }

  /** Extents that may be smaller than those of {@code shape}, all of them in half of the cases. */
  static ImmutableList<Extent> valid(Draw draw, List<Extent> shape) {
    if (draw.oneIn(2)) {
      return ImmutableList.copyOf(shape);
    }
    ImmutableList.Builder<Extent> valid = ImmutableList.builder();
    for (Extent extent : shape) {
      valid.add(draw.oneIn(2) ? extent : smaller(draw, extent));
    }
    return valid.build();
  }

  private static Extent smaller(Draw draw, Extent extent) {
    return extent.isConstant()
        ? Extent.of(draw.between(0, (int) Math.max(0, extent.add())))
        : Extent.of(draw.between(0, 4));
  }

  /** A tensor with nothing but a type, a shape and a valid region. */
  static TensorType fresh(DataType dtype, List<Extent> shape, List<Extent> valid) {
    return fresh(dtype, Extent.exprs(shape), Extent.exprs(valid));
  }

  static TensorType fresh(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    TensorView view = TensorView.packed().withValidShape(valid);
    return new TensorType(dtype, shape, Optional.empty(), Optional.of(view));
  }

  static TensorType whole(DataType dtype, List<Extent> shape) {
    return TensorType.of(dtype, Extent.exprs(shape));
  }

  static Type type(boolean window, DataType dtype, ImmutableList<Expr> shape, TensorView view) {
    return window
        ? new DistributedTensorType(
            dtype, shape, Optional.empty(), Optional.of(view), Optional.empty())
        : new TensorType(dtype, shape, Optional.empty(), Optional.of(view));
  }
}
