package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;

/** Memory that several devices share. Source: PyPTO distributed operators. */
public final class WindowRules {
  private static final int TAIL = 15;

  private WindowRules() {}

  /** {@code alloc_window_buffer(size)}: an allocation on every device. */
  public static Type allocate(Request r) {
    if (!r.scalar(0).isInt() || Extents.less(r.args().get(0), ConstInt.index(1))) {
      throw r.error("the size is " + Texts.of(r.args().get(0)), "it is a positive number of bytes");
    }
    if (r.kwargs().getString("name").orElse("").isEmpty()) {
      throw r.error("the allocation has no name", "assign it to a variable");
    }
    return PtrType.INSTANCE;
  }

  /** {@code window(buf, shape)}: the allocation as a tensor. */
  public static Type window(Request r) {
    Shapes.checkPositive(r, 1);
    return DistributedTensorType.of(r.kwargs().getDataType("dtype").orElseThrow(), r.indices(1));
  }

  /**
   * {@code remote_load(target, peer, offsets, shape[, valid_shape])}: a window of another device.
   */
  public static Type load(Request r) {
    TensorLike target = r.tensor(0);
    TensorTypes.checkOrdinary(r, 0);
    int rank = target.rank();
    if (rank == 0) {
      throw r.error("operand " + r.name(0) + " has no dimension", "give the window a shape");
    }
    Shapes.checkCount(r, 2, rank);
    Shapes.checkCount(r, 3, rank);
    Shapes.checkConstantShape(r, 3);
    Shapes.checkPackedOffset(r, target.dtype(), r.indices(2));
    ImmutableList<Expr> shape = r.indices(3);
    Optional<ImmutableList<Expr>> wanted = TileViewRules.requested(r, 4, shape);
    boolean tail = r.kwargs().getBool("allow_physical_tail_padding", false);
    if (tail && (target.dtype() != DataType.FP16 || rank != 2 || wanted.isEmpty())) {
      throw r.error(
          "padding at the end is read of fp16 matrices with a valid shape only", "leave it out");
    }
    ImmutableList<Expr> valid =
        new WindowRead(
                tail ? padded(target.shape()) : target.shape(),
                TensorTypes.valid(target),
                r.indices(2),
                shape,
                wanted,
                false,
                false)
            .valid(r);
    ImmutableList<Expr> met = wanted.isPresent() ? meeting(r, shape, wanted.get()) : valid;
    return TileTypes.of(
        target.dtype(), shape, layout(target, shape).withValidShape(met), r.space());
  }

  private static ImmutableList<Expr> padded(ImmutableList<Expr> shape) {
    int last = shape.size() - 1;
    return Shapes.with(shape, last, Extents.plus(shape.get(last), ConstInt.index(TAIL)));
  }

  /** The part of what was asked for that is valid there, which may show at run time only. */
  private static ImmutableList<Expr> meeting(
      Request r, ImmutableList<Expr> shape, ImmutableList<Expr> wanted) {
    TensorLike target = r.tensor(0);
    ImmutableList<Expr> bounds = TensorTypes.valid(target);
    if (Extents.equal(bounds, target.shape()) && Dims.elements(bounds).isPresent()) {
      return wanted;
    }
    ImmutableList<Expr> available =
        new WindowRead(target.shape(), bounds, r.indices(2), shape, Optional.empty(), false, true)
            .valid(r);
    return Shapes.intersection(shape, wanted, available);
  }

  /** A column lies as columns do, wherever it comes from. */
  private static TileView layout(TensorLike target, ImmutableList<Expr> shape) {
    return target.effectiveView().layout() == TensorLayout.DN
        ? TileTypes.layout(TileLayout.COL_MAJOR, TileLayout.NONE_BOX)
        : TileView.implicit(shape, Optional.empty());
  }

  /** {@code remote_store(src, target, peer, offsets)} of a tile or a tensor. */
  public static Type store(Request r) {
    ShapedType source = r.shaped(0);
    TensorLike target = r.tensor(1);
    Promotion.same(r, 0, 1);
    TransferRules.checkAtomic(r, target.dtype());
    Shapes.checkRank(r, 0, 2);
    Shapes.checkRank(r, 1, 2);
    Shapes.checkCount(r, 3, target.rank());
    List<Expr> outer = source.shape().subList(0, source.rank() - 2);
    if (!outer.stream().allMatch(extent -> Exprs.isConstant(extent, 1))) {
      throw r.error(
          "operand " + r.name(0) + " is " + Texts.of(source), "only its last two axes may be long");
    }
    Shapes.checkPackedOffset(r, target.dtype(), r.indices(3));
    List<Expr> extent = source instanceof TileType tile ? tile.validShape() : source.shape();
    for (int i = 0; i < target.rank(); i++) {
      int fromEnd = target.rank() - i;
      Expr reach = fromEnd <= 2 ? Shapes.fromEnd(extent, fromEnd) : (Expr) ConstInt.index(1);
      checkReach(r, r.indices(3).get(i), reach, target.shape().get(i), i);
    }
    return UnknownType.INSTANCE;
  }

  private static void checkReach(Request r, Expr offset, Expr extent, Expr limit, int axis) {
    if (Extents.negative(offset) || Extents.less(limit, Extents.plus(offset, extent))) {
      throw r.error(
          Texts.of(extent)
              + " elements at "
              + Texts.of(offset)
              + " leave dimension "
              + axis
              + " of extent "
              + Texts.of(limit),
          "move less, or at a smaller offset");
    }
  }

  /** {@code put} and {@code get} of tensors: a copy between devices. */
  public static Type copy(Request r) {
    checkAtomicCopy(r);
    ImmutableList<Expr> region = region(r, 3);
    int rows = chunk(r, "chunk_rows");
    int columns = chunk(r, "chunk_cols");
    List<Expr> outer = region.subList(0, region.size() - 1);
    boolean dynamicRows = Dims.elements(outer).isEmpty();
    boolean dynamicColumns = !(Shapes.last(region) instanceof ConstInt);
    if ((dynamicRows && rows == 0) || (dynamicColumns && columns == 0)) {
      throw r.error(
          "the staging tile for " + Texts.of(region) + " has no constant size",
          "give chunk_rows and chunk_cols for the extents that are known at run time only");
    }
    if (r.kwargs().getBool("pipeline", false) && (rows == 0 || columns == 0)) {
      throw r.error("pipeline needs chunk_rows and chunk_cols", "say how much is moved at a time");
    }
    return UnknownType.INSTANCE;
  }

  private static int chunk(Request r, String key) {
    int chunk = r.kwargs().getInt(key, 0);
    if (chunk < 0) {
      throw r.error(key + " is " + chunk, "it is a number of rows or columns; 0: all");
    }
    return chunk;
  }

  private static void checkAtomicCopy(Request r) {
    TransferRules.checkAtomic(r, r.shaped(0).dtype());
  }

  /** {@code put} and {@code get} through one or two staging tiles. */
  public static Type staged(Request r) {
    checkAtomicCopy(r);
    int stages = r.has(4) && r.type(4) instanceof TileType ? 2 : 1;
    int given = r.args().size() - 3 - stages;
    if (given != 0 && given != 3) {
      throw r.error(
          "it has " + given + " tuples for the region", "give both offsets and the shape, or none");
    }
    List<Expr> region = region(r, 3 + stages);
    for (int i = 3; i < 3 + stages; i++) {
      if (!(r.type(i) instanceof TileType stage)
          || stage.dtype() != r.shaped(0).dtype()
          || stage.rank() != 2
          || Dims.elements(stage.shape()).isEmpty()
          || larger(stage, region)) {
        throw r.error(
            "operand " + (i + 1) + " cannot stage " + Texts.of(region),
            "a staging tile is a constant matrix of the element type, no larger than what is"
                + " moved");
      }
    }
    if (stages == 2 && !Extents.equal(r.tile(3).shape(), r.tile(4).shape())) {
      throw r.error("the two staging tiles differ", "give both one shape");
    }
    return UnknownType.INSTANCE;
  }

  private static boolean larger(TileType stage, List<Expr> region) {
    Expr rows = Exprs.productFolded(region.subList(0, region.size() - 1));
    return Extents.less(rows, stage.shape().get(0))
        || Extents.less(Shapes.last(region), stage.shape().get(1));
  }

  /**
   * The extents that move between operands 0 and 2, at offsets that begin at operand {@code at}.
   */
  private static ImmutableList<Expr> region(Request r, int at) {
    TensorLike to = r.tensor(0);
    TensorLike from = r.tensor(2);
    Promotion.same(r, 0, 2);
    Shapes.checkRank(r, 0, 1);
    Shapes.checkExactRank(r, 2, to.rank());
    if (!r.has(at)) {
      if (Extents.equal(to.shape(), from.shape())) {
        return to.shape();
      }
      throw r.error(
          "the shapes " + Texts.of(to.shape()) + " and " + Texts.of(from.shape()) + " differ",
          "give the offsets and the shape of what is moved");
    }
    if (r.args().size() != at + 3) {
      throw r.error("a part needs dst_offsets, src_offsets and shape", "give all three, or none");
    }
    ImmutableList<Expr> shape = tuple(r, at + 2, to.rank());
    Shapes.checkPackedOffset(r, to.dtype(), tuple(r, at, to.rank()));
    Shapes.checkPackedOffset(r, to.dtype(), tuple(r, at + 1, to.rank()));
    for (int i = 0; i < to.rank(); i++) {
      if (!(shape.get(i) instanceof ConstInt c) || c.value() <= 0) {
        throw r.error("the shape " + Texts.of(shape) + " is not constant", "give positive numbers");
      }
      checkReach(r, tuple(r, at, to.rank()).get(i), shape.get(i), to.shape().get(i), i);
      checkReach(r, tuple(r, at + 1, to.rank()).get(i), shape.get(i), from.shape().get(i), i);
    }
    return shape;
  }

  private static ImmutableList<Expr> tuple(Request r, int i, int rank) {
    if (r.args().get(i) instanceof MakeTuple(_, _, ImmutableList<Expr> elements)
        && elements.size() == rank
        && elements.stream().allMatch(e -> e.type() instanceof ScalarType(var d) && d.isInt())) {
      return elements;
    }
    throw r.error(
        "operand " + (i + 1) + " must be a tuple of " + rank + " integers",
        "one for every dimension of the tensors");
  }

  /** {@code notify(target, peer, offsets, value)}: changes a counter of another device. */
  public static Type notify(Request r) {
    Shapes.checkCount(r, 2, r.tensor(0).rank());
    checkChoice(r, "op", "0 adds and 1 sets");
    return UnknownType.INSTANCE;
  }

  /** {@code wait(signal, offsets, expected)}: waits for an own counter. */
  public static Type await(Request r) {
    Shapes.checkCount(r, 1, r.tensor(0).rank());
    checkChoice(r, "cmp", "0 waits for equality and 1 for at least as much");
    return UnknownType.INSTANCE;
  }

  private static void checkChoice(Request r, String key, String hint) {
    int choice = r.kwargs().getInt(key, 0);
    if (choice < 0 || choice > 1) {
      throw r.error("there is no " + key + " " + choice, hint);
    }
  }

  /** {@code defer_wait(signal, offsets, expected)}: the task is done when the counter is there. */
  public static Type defer(Request r) {
    Shapes.checkRank(r, 0, 1);
    Shapes.checkCount(r, 1, r.tensor(0).rank());
    if (r.kwargs().get("cmp").orElse(null) instanceof AttrValue.OfInt(int cmp) && cmp != 1) {
      throw r.error("it cannot wait for comparison " + cmp, "cmp is 1, at least as much");
    }
    if (!r.scalar(2).isInt()
        || (r.args().get(2) instanceof ConstInt c
            && (c.value() < 0 || c.value() > Integer.MAX_VALUE))) {
      throw r.error(
          "operand " + r.name(2) + " is " + Texts.of(r.args().get(2)),
          "it is an integer from 0 to " + Integer.MAX_VALUE);
    }
    return UnknownType.INSTANCE;
  }
}
