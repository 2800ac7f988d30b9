package io.pto4j.op.rule;

import static io.pto4j.ir.TileLayout.COL_MAJOR;
import static io.pto4j.ir.TileLayout.NONE_BOX;
import static io.pto4j.ir.TileLayout.ROW_MAJOR;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result types of operators that look at a tile in another way or place one in another. Source: PTO
 * ISA, TRESHAPE, TTRANS, TFILLPAD.
 */
public final class TileViewRules {
  private TileViewRules() {}

  /** {@code slice(input, shape, offset[, valid_shape[, drop_dims]])}: a window, without a copy. */
  public static Type slice(Request r) {
    TileType source = r.tile(0);
    Shapes.checkConstantShape(r, 1);
    Shapes.checkCount(r, 1, source.rank());
    Shapes.checkCount(r, 2, source.rank());
    checkOffset(r, source.dtype());
    ImmutableList<Expr> window = r.indices(1);
    ImmutableList<Expr> valid =
        new WindowRead(
                source.shape(),
                source.validShape(),
                r.indices(2),
                window,
                requested(r, 3, window),
                true,
                false)
            .valid(r);
    ImmutableList<Integer> dropped = Axes.dropped(r, 4, window, valid, true);
    ImmutableList<Expr> shape = without(window, dropped);
    TileView view =
        source
            .tileView()
            .orElseGet(() -> TileView.implicit(shape, source.memorySpace()))
            .withValidShape(without(valid, dropped));
    return TileTypes.of(source.dtype(), shape, view.withPad(pad(r).orElse(view.pad())), r.space());
  }

  /** Checks that operand 2 counts elements in a type that addresses are computed in. */
  private static void checkOffset(Request r, DataType elements) {
    Shapes.checkPackedOffset(r, elements, r.indices(2));
    for (Expr offset : r.indices(2)) {
      if (!(offset.type() instanceof ScalarType(DataType dtype)) || !dtype.isIndexLike()) {
        throw r.error(
            "operand " + r.name(2) + " has an element that is " + Texts.of(offset.type()),
            "cast it to an index");
      }
    }
  }

  /** The valid shape that operand {@code i} asks for; absent or empty: none. */
  static Optional<ImmutableList<Expr>> requested(Request r, int i, List<Expr> window) {
    if (!r.has(i) || r.indices(i).isEmpty()) {
      return Optional.empty();
    }
    Shapes.checkCount(r, i, window.size());
    Shapes.checkValid(r, r.indices(i), window);
    return Optional.of(r.indices(i));
  }

  static Optional<PadValue> pad(Request r) {
    return r.kwargs().get("pad_value").map(value -> ((AttrValue.OfPadValue) value).value());
  }

  /** The extents without the dropped ones; a window that loses an axis stays a matrix. */
  private static ImmutableList<Expr> without(
      ImmutableList<Expr> dims, ImmutableList<Integer> dropped) {
    if (dropped.isEmpty()) {
      return dims;
    }
    ImmutableList<Expr> left = Shapes.without(dims, dropped);
    ImmutableList.Builder<Expr> result = ImmutableList.builder();
    for (int rank = left.size(); rank < 2; rank++) {
      result.add(ConstInt.index(1));
    }
    return result.addAll(left).build();
  }

  /** {@code assemble(target, source, offset)}: the target with the source written into it. */
  public static Type assemble(Request r) {
    TileType target = r.tile(0);
    TileType source = r.tile(1);
    checkAssembledDtype(r, target, source);
    Shapes.checkCount(r, 2, target.rank());
    checkOffset(r, target.dtype());
    if (source.rank() != target.rank()) {
      throw r.error(
          "a source of shape "
              + Texts.of(source.shape())
              + " cannot be placed in a target of shape "
              + Texts.of(target.shape()),
          "the ranks must agree; reshape the source");
    }
    ImmutableList<Expr> valid =
        new WriteUnion(
                target.shape(),
                target.validShape(),
                r.indices(2),
                source.shape(),
                source.validShape())
            .valid(r);
    return TileTypes.of(
        target.dtype(), target.shape(), target.effectiveView().withValidShape(valid), r.space());
  }

  private static void checkAssembledDtype(Request r, TileType target, TileType source) {
    boolean narrows =
        source.dtype() == DataType.FP32
            && (target.dtype() == DataType.FP16 || target.dtype() == DataType.BF16)
            && !target.memorySpace().equals(Optional.of(MemorySpace.VEC));
    if (source.dtype() != target.dtype() && !narrows) {
      throw r.error(
          "operand "
              + r.name(1)
              + " has dtype "
              + source.dtype().text()
              + ", but the target has "
              + target.dtype().text(),
          "cast the source to " + target.dtype().text());
    }
  }

  /** {@code reshape(input, shape)}: the same elements in another shape. */
  public static Type reshape(Request r) {
    TileType source = r.tile(0);
    Shapes.checkConstantShape(r, 1);
    ImmutableList<Expr> shape = r.indices(1);
    checkElements(r, source.shape(), shape);
    TileView view = source.effectiveView();
    boolean contiguous = view.slayout() == NONE_BOX && view.stride().isEmpty();
    ImmutableList<Expr> valid =
        new ReshapedRegion(
                source.shape(),
                source.validShape(),
                shape,
                contiguous && (view.blayout() == ROW_MAJOR || isVector(source.shape())))
            .valid(r);
    return TileTypes.of(
        source.dtype(),
        shape,
        TileView.implicit(shape, r.space())
            .withValidShape(valid)
            .withPad(view.pad())
            .withCompact(view.compact()),
        r.space());
  }

  private static boolean isVector(List<Expr> shape) {
    return shape.stream().filter(extent -> !Extents.one(extent)).count() <= 1;
  }

  static void checkElements(Request r, List<Expr> from, List<Expr> to) {
    OptionalLong before = Dims.elements(from);
    OptionalLong after = Dims.elements(to);
    if (before.isPresent() && after.isPresent() && before.getAsLong() != after.getAsLong()) {
      throw r.error(
          Texts.of(from)
              + " has "
              + before.getAsLong()
              + " elements, but "
              + Texts.of(to)
              + " has "
              + after.getAsLong(),
          "a reshape keeps the number of elements");
    }
  }

  /** {@code transpose(input, axis1, axis2[, tmp])}: a copy with two axes exchanged. */
  public static Type transpose(Request r) {
    TileType source = r.tile(0);
    List<Integer> axes = Axes.swap(r);
    if (r.has(3)) {
      Promotion.same(r, 0, 3);
      Shapes.checkExactRank(r, 3, source.rank());
    }
    return TileTypes.implicit(
        source.dtype(),
        Shapes.swapped(source.shape(), axes.get(0), axes.get(1)),
        Shapes.swapped(source.validShape(), axes.get(0), axes.get(1)),
        r.space());
  }

  /** {@code transpose_view(input)}: the last two axes exchanged by reading the boxes otherwise. */
  public static Type transposeView(Request r) {
    TileType source = r.tile(0);
    Shapes.checkRank(r, 0, 2);
    int last = source.rank() - 1;
    TileView view = source.effectiveView();
    return TileTypes.of(
        source.dtype(),
        Shapes.swapped(source.shape(), last - 1, last),
        view.withValidShape(Shapes.swapped(source.validShape(), last - 1, last))
            .withBlayout(flipped(view.blayout()))
            .withSlayout(flipped(view.slayout())),
        r.space());
  }

  private static TileLayout flipped(TileLayout layout) {
    return switch (layout) {
      case ROW_MAJOR -> COL_MAJOR;
      case COL_MAJOR -> ROW_MAJOR;
      case NONE_BOX -> NONE_BOX;
    };
  }

  /** {@code set_validshape(tile, valid_rows, valid_cols)}: the same tile, valid in less or more. */
  public static Type setValidShape(Request r) {
    TileType source = r.tile(0);
    ImmutableList<Expr> valid = rowsAndColumns(r);
    return TileTypes.of(
        source.dtype(), source.shape(), source.effectiveView().withValidShape(valid), r.space());
  }

  /** The valid extents that operands 1 and 2 give for the matrix of operand 0. */
  static ImmutableList<Expr> rowsAndColumns(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    TransferRules.checkIndex(r, 1);
    TransferRules.checkIndex(r, 2);
    ImmutableList<Expr> valid = ImmutableList.of(r.args().get(1), r.args().get(2));
    Shapes.checkValid(r, valid, r.shaped(0).shape());
    return valid;
  }

  /** {@code fillpad(tile)}: wholly valid, with a known value where it was not. */
  public static Type fillPad(Request r) {
    TileType source = r.tile(0);
    return TileTypes.of(
        source.dtype(),
        source.shape(),
        source.effectiveView().withValidShape(source.shape()).withPad(fillValue(r)),
        r.space());
  }

  static PadValue fillValue(Request r) {
    PadValue value = pad(r).orElse(PadValue.ZERO);
    if (value == PadValue.NULL) {
      throw r.error("there is nothing to fill with", "pad_value is zero, max or min");
    }
    return value;
  }

  /** {@code fillpad_expand(tile, shape)}: larger, wholly valid, the rest filled. */
  public static Type fillPadExpand(Request r) {
    TileType source = r.tile(0);
    Shapes.checkConstantShape(r, 1);
    checkNotSmaller(r);
    TileView view = source.effectiveView();
    return TileTypes.of(
        source.dtype(),
        r.indices(1),
        TileTypes.layout(view.blayout(), view.slayout())
            .withValidShape(r.indices(1))
            .withPad(fillValue(r)),
        r.space());
  }

  static void checkNotSmaller(Request r) {
    List<Expr> from = r.shaped(0).shape();
    Shapes.checkCount(r, 1, from.size());
    for (int i = 0; i < from.size(); i++) {
      if (Extents.less(r.indices(1).get(i), from.get(i))) {
        throw r.error(
            "the shape " + Texts.of(r.indices(1)) + " is smaller than " + Texts.of(from),
            "every extent must be at least the operand's");
      }
    }
  }

  /** {@code concat(src0, src1)}: two matrices side by side. */
  public static Type concat(Request r) {
    TileType left = r.tile(0);
    Promotion.same(r, 0, 1);
    checkSideBySide(r);
    ImmutableList<Expr> shape =
        ImmutableList.of(
            left.shape().get(0), Extents.plus(left.shape().get(1), r.tile(1).shape().get(1)));
    checkWhole(r, left.validShape(), r.tile(1).validShape());
    return TileTypes.implicit(left.dtype(), shape, shape, r.space());
  }

  /** What is put side by side is wholly valid: there is no rectangle for a gap between. */
  static void checkWhole(Request r, ImmutableList<Expr> left, ImmutableList<Expr> right) {
    if (!Extents.equal(left, r.shaped(0).shape()) || !Extents.equal(right, r.shaped(1).shape())) {
      throw r.error(
          "both operands must be wholly valid, but are valid in "
              + Texts.of(left)
              + " and "
              + Texts.of(right),
          "fill them with fillpad first");
    }
  }

  static void checkSideBySide(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    Shapes.checkExactRank(r, 1, 2);
    if (Extents.different(r.shaped(0).shape().get(0), r.shaped(1).shape().get(0))) {
      throw r.error(
          "operands "
              + r.name(0)
              + " and "
              + r.name(1)
              + " must have the same number of rows, but have shapes "
              + Texts.of(r.shaped(0).shape())
              + " and "
              + Texts.of(r.shaped(1).shape()),
          "columns are appended; transpose to append rows");
    }
  }
}
