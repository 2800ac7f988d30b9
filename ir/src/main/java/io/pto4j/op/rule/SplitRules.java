package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/**
 * Result types where a matrix crosses between the matrix core and its two vector cores. {@code
 * split} says how the vector cores share it: 0 each has all, 1 rows are halved, 2 columns are
 * halved. Source: PyPTO language, split regions.
 */
public final class SplitRules {
  private SplitRules() {}

  /** {@code aiv_shard(tile)}: the part of one vector core. */
  public static Type tileShard(Request r) {
    TileType tile = r.tile(0);
    Shapes.checkExactRank(r, 0, 2);
    int split = split(r);
    checkShardable(r, split, tile.shape(), tile.validShape());
    ImmutableList<Expr> shape = halved(tile.shape(), split);
    checkLaneStride(r, split, shape);
    return TileTypes.of(
        tile.dtype(), shape, crossed(tile, shape, halved(tile.validShape(), split)), r.space());
  }

  /** {@code aic_gather(tile)}: both parts together. */
  public static Type tileGather(Request r) {
    TileType tile = r.tile(0);
    Shapes.checkExactRank(r, 0, 2);
    int split = split(r);
    ImmutableList<Expr> shape = doubled(tile.shape(), split);
    return TileTypes.implicit(tile.dtype(), shape, doubled(tile.validShape(), split), r.space());
  }

  /** What arrives in Vec keeps the box order it had. */
  private static TileView crossed(
      TileType tile, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    boolean same = Extents.equal(shape, tile.shape());
    TileView view = same ? tile.effectiveView() : TileView.implicit(shape, tile.memorySpace());
    return TileTypes.layout(view.blayout(), view.slayout()).withValidShape(valid);
  }

  /** The tensor form of {@link #tileShard}. */
  public static Type tensorShard(Request r) {
    int split = split(r);
    TensorLike tensor = r.tensor(0);
    if (split == 0) {
      return tensor;
    }
    Shapes.checkExactRank(r, 0, 2);
    ImmutableList<Expr> valid = TensorTypes.valid(tensor);
    checkShardable(r, split, tensor.shape(), valid);
    return TensorTypes.fresh(tensor.dtype(), halved(tensor.shape(), split), halved(valid, split));
  }

  /** The tensor form of {@link #tileGather}. */
  public static Type tensorGather(Request r) {
    int split = split(r);
    TensorLike tensor = r.tensor(0);
    if (split == 0) {
      return tensor;
    }
    Shapes.checkExactRank(r, 0, 2);
    return TensorTypes.fresh(
        tensor.dtype(), doubled(tensor.shape(), split), doubled(TensorTypes.valid(tensor), split));
  }

  private static int split(Request r) {
    int split = r.kwargs().getInt("split", 0);
    if (split < 0 || split > 2) {
      throw r.error("there is no split " + split, "0 none, 1 rows, 2 columns");
    }
    return split;
  }

  private static ImmutableList<Expr> halved(ImmutableList<Expr> dims, int split) {
    return split == 0
        ? dims
        : Shapes.with(dims, split - 1, Extents.ceilDiv(dims.get(split - 1), 2));
  }

  private static ImmutableList<Expr> doubled(ImmutableList<Expr> dims, int split) {
    return split == 0
        ? dims
        : Shapes.with(dims, split - 1, Exprs.mulFolded(dims.get(split - 1), ConstInt.index(2)));
  }

  /** A matrix that is not valid in all columns can only be cut between rows it has in full. */
  private static void checkShardable(
      Request r, int split, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {
    if (Extents.equal(valid.get(1), shape.get(1))) {
      return;
    }
    boolean rowsFull = Extents.equal(valid.get(0), shape.get(0));
    boolean constant = valid.stream().allMatch(ConstInt.class::isInstance);
    if (split == 2 || !constant || (split == 1 && !rowsFull)) {
      throw r.error(
          "a matrix "
              + Texts.of(shape)
              + " that is valid in "
              + Texts.of(valid)
              + " cannot be shared between the vector cores",
          "widen it with set_validshape before, and narrow the parts after");
    }
  }

  private static void checkLaneStride(Request r, int split, ImmutableList<Expr> part) {
    if (r.kwargs().get("lane_stride").orElse(null) instanceof AttrValue.OfInt(int stride)) {
      boolean fits =
          split != 0 && stride > 0 && !Extents.less(part.get(split - 1), ConstInt.index(stride));
      if (!fits) {
        throw r.error(
            "lane_stride " + stride + " does not fit the part " + Texts.of(part),
            "it counts rows or columns of one part");
      }
    }
  }
}
