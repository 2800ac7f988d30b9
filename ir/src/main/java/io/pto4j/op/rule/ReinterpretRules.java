package io.pto4j.op.rule;

import static io.pto4j.ir.TileLayout.NONE_BOX;
import static io.pto4j.ir.TileLayout.ROW_MAJOR;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorStrides;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Result types of operators that read the same bytes in another way. */
public final class ReinterpretRules {
  private static final ImmutableSet<DataType> TYPES =
      ImmutableSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.FP16,
          DataType.BF16,
          DataType.FP32);

  private ReinterpretRules() {}

  /** {@code reinterpret_view(data[, shape])} of a tile, with another element type. */
  public static Type tile(Request r) {
    TileType source = r.tile(0);
    TileView view = source.effectiveView();
    Shapes.checkRank(r, 0, view.blayout() == ROW_MAJOR ? 1 : 2);
    if (view.slayout() != NONE_BOX || !view.stride().isEmpty() || view.startOffset().isPresent()) {
      throw r.error(
          "operand " + r.name(0) + " is in boxes or has strides",
          "only the bytes of a packed tile in rows or columns can be read otherwise");
    }
    int axis = source.rank() - (view.blayout() == ROW_MAJOR ? 1 : 2);
    Reading reading = reading(r, source.dtype(), source.shape(), source.validShape(), axis);
    return TileTypes.of(
        reading.dtype,
        reading.shape,
        TileTypes.layout(view.blayout(), NONE_BOX)
            .withValidShape(reading.valid)
            .withPad(kept(view.pad())),
        r.space());
  }

  /** The tensor form of {@link #tile}. */
  public static Type tensor(Request r) {
    TensorLike source = r.tensor(0);
    TensorView view = source.effectiveView();
    boolean columns = view.layout() == TensorLayout.DN;
    Shapes.checkRank(r, 0, columns ? 2 : 1);
    if ((!columns && view.layout() != TensorLayout.ND) || !isPacked(source)) {
      throw r.error(
          "operand " + r.name(0) + " is not packed in rows or columns",
          "only the bytes of a packed tensor can be read otherwise");
    }
    int axis = source.rank() - (columns ? 2 : 1);
    Reading reading = reading(r, source.dtype(), source.shape(), view.validShape(), axis);
    if (columns) {
      checkColumns(r, reading.shape);
    }
    ImmutableList<Expr> strides =
        view.stride().isEmpty()
            ? ImmutableList.of()
            : TensorStrides.packed(reading.dtype, reading.shape, view.layout());
    return new TensorType(
        reading.dtype,
        reading.shape,
        source.memref(),
        Optional.of(new TensorView(strides, view.layout(), reading.valid, kept(view.pad()))));
  }

  /** Zero bits are zero in every type; a largest or smallest value is not. */
  private static PadValue kept(PadValue pad) {
    return pad == PadValue.ZERO ? pad : PadValue.NULL;
  }

  private record Reading(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {}

  private static Reading reading(
      Request r, DataType from, ImmutableList<Expr> shape, ImmutableList<Expr> valid, int axis) {
    DataType to = r.kwargs().getDataType("dtype").orElseThrow();
    if (from == to || !TYPES.contains(from) || !TYPES.contains(to)) {
      throw r.error(
          from.text() + " cannot be read as " + to.text(),
          "both are integers of 8 to 64 bits, fp16, bf16 or fp32, and differ");
    }
    Optional<Expr> scaled = scaled(shape.get(axis), from, to);
    if (!r.has(1)) {
      ImmutableList<Expr> natural =
          Shapes.with(shape, axis, scaled.orElseThrow(() -> indivisible(r, from, to, shape)));
      Expr extent =
          scaled(valid.get(axis), from, to).orElseThrow(() -> indivisible(r, from, to, valid));
      return new Reading(to, natural, Shapes.with(valid, axis, extent));
    }
    ImmutableList<Expr> wanted = r.indices(1);
    checkIndices(r, wanted);
    boolean natural =
        scaled.isPresent() && Extents.equal(wanted, Shapes.with(shape, axis, scaled.get()));
    if (natural) {
      return new Reading(
          to,
          wanted,
          Shapes.with(
              valid,
              axis,
              scaled(valid.get(axis), from, to)
                  .orElseThrow(() -> indivisible(r, from, to, valid))));
    }
    checkBytes(r, from, shape, to, wanted);
    if (!Extents.equal(valid, shape)) {
      throw r.error(
          "a value that is valid in " + Texts.of(valid) + " cannot take another shape",
          "leave the shape out");
    }
    return new Reading(to, wanted, wanted);
  }

  private static IrException indivisible(
      Request r, DataType from, DataType to, List<Expr> extents) {
    return r.error(
        Texts.of(extents) + " of " + from.text() + " is no whole number of " + to.text(),
        "the bytes of a row must divide");
  }

  private static Optional<Expr> scaled(Expr extent, DataType from, DataType to) {
    if (from.bytes() >= to.bytes()) {
      return Optional.of(Exprs.mulFolded(extent, ConstInt.index(from.bytes() / to.bytes())));
    }
    return divided(extent, to.bytes() / from.bytes());
  }

  /** {@code extent / ratio}, where it is certain that nothing remains. */
  private static Optional<Expr> divided(Expr extent, long ratio) {
    return switch (extent) {
      case ConstInt c when c.value() % ratio == 0 -> Optional.of(ConstInt.index(c.value() / ratio));
      case BinaryExpr b when b.op() == BinaryOp.MUL ->
          divided(b.right(), ratio)
              .map(right -> Exprs.mulFolded(b.left(), right))
              .or(() -> divided(b.left(), ratio).map(rest -> Exprs.mulFolded(b.right(), rest)));
      default -> Optional.empty();
    };
  }

  private static void checkIndices(Request r, List<Expr> shape) {
    for (Expr extent : shape) {
      if (!(extent.type() instanceof ScalarType(DataType dtype)) || !dtype.isIndexLike()) {
        throw r.error(
            "operand " + r.name(1) + " has an extent that is " + Texts.of(extent.type()),
            "cast it to an index");
      }
    }
  }

  private static void checkBytes(
      Request r, DataType from, List<Expr> shape, DataType to, List<Expr> wanted) {
    OptionalLong before = Dims.elements(shape);
    OptionalLong after = Dims.elements(wanted);
    if (before.isEmpty()
        || after.isEmpty()
        || before.getAsLong() * from.bytes() != after.getAsLong() * to.bytes()) {
      throw r.error(
          Texts.of(shape)
              + " of "
              + from.text()
              + " and "
              + Texts.of(wanted)
              + " of "
              + to.text()
              + " are not known to have the same bytes",
          "both shapes must be constant and of one size");
    }
  }

  private static boolean isPacked(TensorLike tensor) {
    TensorView view = tensor.effectiveView();
    return view.stride().isEmpty()
        || Extents.equal(
            view.stride(), TensorStrides.packed(tensor.dtype(), tensor.shape(), view.layout()));
  }

  /**
   * {@code view(input[, shape[, valid_shape]])}: a global tensor in another shape or with rows and
   * columns exchanged, with its strides written out.
   */
  public static Type view(Request r) {
    TensorLike source = r.tensor(0);
    TensorView from = source.effectiveView();
    boolean reshaped = r.has(1) && !r.indices(1).isEmpty();
    Optional<TensorLayout> wanted =
        r.kwargs().get("layout").map(value -> ((AttrValue.OfTensorLayout) value).value());
    TensorLayout layout = wanted.orElse(from.layout());
    if (!reshaped && wanted.isEmpty()) {
      throw r.error("it changes nothing", "give a shape or a layout");
    }
    checkRowsOrColumns(r, from.layout());
    checkRowsOrColumns(r, layout);
    if (!reshaped) {
      if (r.has(2) && !r.indices(2).isEmpty()) {
        throw r.error("a valid shape belongs to a shape", "give both, or use set_validshape");
      }
      return flipped(r, source, layout);
    }
    Shapes.checkPositive(r, 1);
    ImmutableList<Expr> shape = r.indices(1);
    if (!isPacked(source)) {
      throw r.error(
          "a tensor with strides " + Texts.of(from.stride()) + " cannot take another shape",
          "only a packed tensor can");
    }
    if (layout == TensorLayout.DN) {
      checkColumns(r, shape);
    }
    TileViewRules.checkElements(r, source.shape(), shape);
    ImmutableList<Expr> valid = viewValid(r, source, shape, layout);
    return TensorTypes.like(
        source,
        shape,
        source.memref(),
        new TensorView(
            TensorStrides.packed(source.dtype(), shape, layout), layout, valid, from.pad()));
  }

  private static void checkColumns(Request r, List<Expr> shape) {
    if (shape.size() < 2) {
      throw r.error(
          "the shape " + Texts.of(shape) + " has no columns", "layout DN needs two dimensions");
    }
  }

  private static void checkRowsOrColumns(Request r, TensorLayout layout) {
    if (layout != TensorLayout.ND && layout != TensorLayout.DN) {
      throw r.error("the layout " + layout.text() + " has no such view", "ND or DN");
    }
  }

  private static Type flipped(Request r, TensorLike source, TensorLayout layout) {
    TensorView from = source.effectiveView();
    ImmutableList<Expr> strides =
        from.stride().isEmpty()
            ? TensorStrides.packed(source.dtype(), source.shape(), from.layout())
            : from.stride();
    if (layout == from.layout()) {
      return TensorTypes.like(source, source.shape(), source.memref(), from.withStride(strides));
    }
    Shapes.checkRank(r, 0, 2);
    int last = source.rank() - 1;
    return TensorTypes.like(
        source,
        Shapes.swapped(source.shape(), last - 1, last),
        source.memref(),
        new TensorView(
            Shapes.swapped(strides, last - 1, last),
            layout,
            Shapes.swapped(from.validShape(), last - 1, last),
            from.pad()));
  }

  private static ImmutableList<Expr> viewValid(
      Request r, TensorLike source, ImmutableList<Expr> shape, TensorLayout layout) {
    TensorView from = source.effectiveView();
    Optional<ImmutableList<Expr>> wanted = TileViewRules.requested(r, 2, shape);
    if (Extents.equal(from.validShape(), source.shape())) {
      if (wanted.isPresent() && !Extents.equal(wanted.get(), shape)) {
        throw r.error(
            "a wholly valid tensor cannot be viewed as valid in " + Texts.of(wanted.get()),
            "narrow it with set_validshape");
      }
      return shape;
    }
    boolean rows = from.layout() == TensorLayout.ND && layout == TensorLayout.ND;
    if (wanted.isEmpty()) {
      boolean unchanged = from.layout() == layout && Extents.equal(source.shape(), shape);
      if (!rows && !unchanged) {
        throw r.error(
            "what is valid in columns of "
                + Texts.of(source.shape())
                + " is no region of "
                + Texts.of(shape),
            "make it wholly valid with fillpad first, or leave the shape out");
      }
      return new ReshapedRegion(source.shape(), from.validShape(), shape, rows).valid(r);
    }
    boolean same =
        rows
            && ReshapedRegion.isPrefix(source.shape(), from.validShape())
            && ReshapedRegion.isPrefix(shape, wanted.get())
            && Extents.equal(
                Exprs.productFolded(from.validShape()), Exprs.productFolded(wanted.get()));
    if (!same) {
      throw r.error(
          "the valid shape "
              + Texts.of(wanted.get())
              + " is not known to hold the elements that are valid in "
              + Texts.of(from.validShape())
              + " of "
              + Texts.of(source.shape()),
          "only the first elements of both shapes may be valid, and as many");
    }
    return wanted.get();
  }
}
