package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorStrides;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;

/** Result types of tensor operators that make, look at or place tensors. */
public final class TensorViewRules {
  private static final double WHOLE = 1L << 53;

  private TensorViewRules() {}

  /** {@code create(shape)}: a tensor in global memory. */
  public static Type create(Request r) {
    Shapes.checkPositive(r, 0);
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    checkInitial(r, dtype);
    TensorLayout layout =
        r.kwargs()
            .get("layout")
            .map(value -> ((AttrValue.OfTensorLayout) value).value())
            .orElse(TensorLayout.ND);
    return new TensorType(
        dtype, r.indices(0), Optional.empty(), Optional.of(TensorView.packed().withLayout(layout)));
  }

  /** The runtime fills with bytes of the element type, which must hold the value. */
  private static void checkInitial(Request r, DataType dtype) {
    if (!(r.kwargs().get("init_value").orElse(null) instanceof AttrValue.OfDouble(double value))) {
      return;
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) <= WHOLE;
    boolean holds =
        dtype.isFloat()
            ? value == 0 || dtype == DataType.FP32
            : whole && Literals.fits((long) value, dtype);
    if (!Double.isFinite(value) || !holds) {
      throw r.error(
          "a tensor of " + dtype.text() + " cannot begin with " + value,
          "use 0, a whole number in the range of an integer type, or any number for fp32");
    }
  }

  /** {@code full(shape, value)}: a tensor with one value everywhere. */
  public static Type full(Request r) {
    Shapes.checkPositive(r, 0);
    return TensorType.of(GeneratorRules.filled(r), r.indices(0));
  }

  /**
   * {@code slice(input, shape, offset[, valid_shape[, drop_dims]])}: a window. One of another rank
   * than its source is taken at its word.
   */
  public static Type slice(Request r) {
    TensorLike source = r.tensor(0);
    TensorTypes.checkOrdinary(r, 0);
    Shapes.checkPositive(r, 1);
    Shapes.checkPackedOffset(r, source.dtype(), r.indices(2));
    ImmutableList<Expr> window = r.indices(1);
    Optional<ImmutableList<Expr>> requested = TileViewRules.requested(r, 3, window);
    boolean oneRank = window.size() == source.rank() && r.indices(2).size() == source.rank();
    ImmutableList<Expr> valid =
        oneRank
            ? new WindowRead(
                    source.shape(),
                    TensorTypes.valid(source),
                    r.indices(2),
                    window,
                    requested,
                    false,
                    r.kwargs().getBool("clamp", false))
                .valid(r)
            : requested.orElse(window);
    ImmutableList<Integer> dropped = Axes.dropped(r, 4, window, valid, false);
    if (dropped.size() == window.size()) {
      throw r.error("a slice cannot drop every axis", "use read for a single element");
    }
    PadValue pad = TileViewRules.pad(r).orElse(source.effectiveView().pad());
    return TensorTypes.like(
        source,
        Shapes.without(window, dropped),
        Optional.empty(),
        TensorView.packed().withValidShape(Shapes.without(valid, dropped)).withPad(pad));
  }

  /**
   * {@code assemble(target, source, offset)}: the target with the source written into it; wholly
   * valid where the ranks differ.
   */
  public static Type assemble(Request r) {
    TensorLike target = r.tensor(0);
    TensorLike source = r.tensor(1);
    if (Promotion.same(r, 0, 1) == target.dtype()) {
      TransferRules.checkAtomic(r, target.dtype());
    }
    Shapes.checkPackedOffset(r, target.dtype(), r.indices(2));
    boolean oneRank = source.rank() == target.rank() && r.indices(2).size() == target.rank();
    ImmutableList<Expr> sourceValid = TensorTypes.valid(source);
    ImmutableList<Expr> valid =
        oneRank
            ? new WriteUnion(
                    target.shape(),
                    TensorTypes.valid(target),
                    r.indices(2),
                    sourceValid,
                    sourceValid)
                .valid(r)
            : target.shape();
    return TensorTypes.like(
        target,
        target.shape(),
        Optional.empty(),
        TensorView.packed().withLayout(target.effectiveView().layout()).withValidShape(valid));
  }

  /** {@code reshape(input, shape[, valid_shape])}: the same elements in another shape. */
  public static Type reshape(Request r) {
    TensorLike source = r.tensor(0);
    TensorTypes.checkOrdinary(r, 0);
    Shapes.checkPositive(r, 1);
    ImmutableList<Expr> shape = r.indices(1);
    if (shape.isEmpty() || source.rank() == 0) {
      throw r.error("a reshape needs at least one dimension on both sides", "use read");
    }
    TileViewRules.checkElements(r, source.shape(), shape);
    TensorView view = source.effectiveView();
    boolean contiguous =
        view.layout() == TensorLayout.ND
            && (view.stride().isEmpty()
                || Extents.equal(view.stride(), TensorStrides.rowMajor(source.shape())));
    ImmutableList<Expr> derived =
        new ReshapedRegion(source.shape(), view.validShape(), shape, contiguous).valid(r);
    Optional<ImmutableList<Expr>> restated = TileViewRules.requested(r, 2, shape);
    restated.ifPresent(valid -> checkRestated(r, valid, derived));
    return TensorTypes.fresh(source.dtype(), shape, restated.orElse(derived), view.pad());
  }

  private static void checkRestated(
      Request r, ImmutableList<Expr> valid, ImmutableList<Expr> derived) {
    for (int i = 0; i < valid.size(); i++) {
      if (!Extents.atMost(ConstInt.index(0), valid.get(i))
          || !Extents.atMost(valid.get(i), derived.get(i))) {
        throw r.error(
            "the valid shape "
                + Texts.of(valid)
                + " is not known to lie in the valid region "
                + Texts.of(derived),
            "give extents that are at most those");
      }
    }
  }

  /** {@code transpose(input, axis1, axis2[, valid_shape])}: two axes exchanged by strides. */
  public static Type transpose(Request r) {
    TensorLike source = r.tensor(0);
    TensorTypes.checkOrdinary(r, 0);
    List<Integer> axes = Axes.swap(r);
    int first = axes.get(0);
    int second = axes.get(1);
    ImmutableList<Expr> shape = Shapes.swapped(source.shape(), first, second);
    TensorView view = source.effectiveView();
    if (view.layout() == TensorLayout.NZ) {
      throw r.error(
          "operand " + r.name(0) + " is in boxes, whose axes have no strides of their own",
          "store it in rows first");
    }
    ImmutableList<Expr> strides =
        view.stride().isEmpty()
            ? TensorStrides.packed(source.dtype(), source.shape(), view.layout())
            : view.stride();
    boolean trailing = first + second == 2 * source.rank() - 3;
    TensorLayout layout =
        trailing && view.layout() == TensorLayout.ND
            ? TensorLayout.DN
            : trailing ? TensorLayout.ND : view.layout();
    ImmutableList<Expr> swapped = Shapes.swapped(strides, first, second);
    boolean packed =
        layout == TensorLayout.ND && Extents.equal(swapped, TensorStrides.rowMajor(shape));
    ImmutableList<Expr> valid =
        TileViewRules.requested(r, 3, shape)
            .orElseGet(() -> Shapes.swapped(view.validShape(), first, second));
    return new TensorType(
        source.dtype(),
        shape,
        Optional.empty(),
        Optional.of(
            new TensorView(packed ? ImmutableList.of() : swapped, layout, valid, view.pad())));
  }

  /** {@code set_validshape(tensor, valid_rows, valid_cols)}: valid in less or more. */
  public static Type setValidShape(Request r) {
    return TensorTypes.withValid(r.tensor(0), TileViewRules.rowsAndColumns(r));
  }

  /** {@code fillpad(tensor)}: wholly valid, with a known value where it was not. */
  public static Type fillPad(Request r) {
    TensorLike source = r.tensor(0);
    return TensorTypes.like(
        source,
        source.shape(),
        source.memref(),
        source.effectiveView().withValidShape(source.shape()).withPad(TileViewRules.fillValue(r)));
  }

  /** {@code fillpad_expand(tensor, shape)}: larger, wholly valid, the rest filled. */
  public static Type fillPadExpand(Request r) {
    Shapes.checkConstantShape(r, 1);
    TileViewRules.checkNotSmaller(r);
    TensorView view =
        TensorView.packed()
            .withLayout(r.tensor(0).effectiveView().layout())
            .withPad(TileViewRules.fillValue(r));
    return TensorTypes.like(r.tensor(0), r.indices(1), Optional.empty(), view);
  }

  /** {@code concat(src0, src1)}: two matrices side by side. */
  public static Type concat(Request r) {
    TensorLike left = r.tensor(0);
    Promotion.same(r, 0, 1);
    TileViewRules.checkSideBySide(r);
    TileViewRules.checkWhole(r, TensorTypes.valid(left), TensorTypes.valid(r.tensor(1)));
    ImmutableList<Expr> shape =
        ImmutableList.of(
            left.shape().get(0), Extents.plus(left.shape().get(1), r.tensor(1).shape().get(1)));
    return TensorTypes.fresh(left.dtype(), shape, shape);
  }
}
