package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import java.util.Optional;

/** Tiles that cross between the matrix core and its vector cores. */
final class TileCrossCoreModels {
  /** Both halves equal. */
  private static final int EVEN = 2;

  /** One half larger than the other. */
  private static final int ODD = 4;

  private TileCrossCoreModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.of(
            "tile.aiv_shard", TileCrossCoreModels::shard,
            "tile.aic_gather", TileCrossCoreModels::gather,
            "tile.tpush_to_aiv", draw -> push(draw, ODD),
            "tile.tpush_to_aic", draw -> push(draw, EVEN),
            "tile.tpop_from_aic", draw -> pop(draw, ODD, MemorySpace.VEC),
            "tile.tpop_from_aiv", draw -> pop(draw, EVEN, MemorySpace.MAT)));
  }

  private static Attempt shard(Draw draw) {
    DataType dtype = draw.dtype();
    MemorySpace from = draw.mostly(MemorySpace.ACC, ImmutableList.of(MemorySpace.VEC));
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] valid = draw.oneIn(2) ? draw.valid(shape) : shape;
    int split = split(draw, EVEN);
    boolean later = draw.oneIn(6);
    int axis = draw.between(0, shape.length - 1);
    ImmutableList<Expr> extents = later ? Tiles.with(valid, axis, draw.index()) : Draw.dims(valid);
    TileType source =
        TileType.of(dtype, from, shape)
            .withTileView(Tiles.usual(shape, from).withValidShape(extents));
    boolean legal = shape.length == 2 && split >= 0 && split <= EVEN;
    legal = legal && isShared(split, shape, valid, later ? axis : -1);
    Attrs kwargs = Attrs.of("split", AttrValue.of(split));
    if (draw.oneIn(4)) {
      int stride = draw.between(-1, 40);
      kwargs = kwargs.with("lane_stride", AttrValue.of(stride));
      legal =
          legal
              && split > 0
              && stride > 0
              && stride <= halved(shape, split)[Math.max(0, split - 1)];
    }
    boolean mode = !draw.oneIn(12);
    // The half of an extent that is not known is an expression of its own, looked at elsewhere.
    boolean simple = !later || split != axis + 1;
    if (!simple) {
      return Attempt.of(draw.value(source)).isRefused();
    }
    return Attempt.of(draw.value(source))
        .with(mode ? kwargs : kwargs.without("split"))
        .when(
            legal && mode,
            () -> {
              long[] part = halved(shape, split);
              ImmutableList<Expr> region =
                  later
                      ? Tiles.with(halved(valid, split), axis, extents.get(axis))
                      : Draw.dims(halved(valid, split));
              return TileType.of(dtype, MemorySpace.VEC, part)
                  .withTileView(arriving(from, part).withValidShape(region));
            });
  }

  /** Columns that are not full can only be cut between full rows that are known. */
  private static boolean isShared(int split, long[] shape, long[] valid, int later) {
    if (valid[1] == shape[1] && later != 1) {
      return true;
    }
    return later < 0 && (split == 0 || (split == 1 && valid[0] == shape[0]));
  }

  private static long[] halved(long[] extents, int split) {
    long[] part = extents.clone();
    if (split > 0 && split <= part.length) {
      part[split - 1] = (part[split - 1] + 1) / 2;
    }
    return part;
  }

  /** What leaves the accumulator stays in its boxes. */
  private static TileView arriving(MemorySpace from, long[] shape) {
    return from == MemorySpace.ACC ? Tiles.NZ : Tiles.usual(shape, from);
  }

  private static Attempt gather(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] valid = draw.valid(shape);
    int split = split(draw, EVEN);
    boolean mode = !draw.oneIn(12);
    return Attempt.of(draw.partial(dtype, shape, valid))
        .with(mode ? Attrs.of("split", AttrValue.of(split)) : Attrs.empty())
        .when(
            mode && shape.length == 2 && split >= 0 && split <= EVEN,
            () -> Tiles.of(dtype, MemorySpace.MAT, doubled(shape, split), doubled(valid, split)));
  }

  private static long[] doubled(long[] extents, int split) {
    long[] both = extents.clone();
    if (split > 0) {
      both[split - 1] *= 2;
    }
    return both;
  }

  private static int split(Draw draw, int last) {
    return draw.oneIn(6) ? draw.any(-1, last + 1) : draw.between(0, last);
  }

  private static Attempt push(Draw draw, int last) {
    int split = split(draw, last);
    return Attempt.of(draw.vec(draw.dtype(), draw.shape(2)))
        .with(crossing(draw, split))
        .when(split >= 0 && split <= last, () -> UnknownType.INSTANCE);
  }

  private static Attrs crossing(Draw draw, int split) {
    Attrs kwargs =
        split == 0 && draw.oneIn(2) ? Attrs.empty() : Attrs.of("split", AttrValue.of(split));
    return draw.oneIn(3) ? kwargs.with("id", AttrValue.of(draw.between(0, 3))) : kwargs;
  }

  /** Gives what the caller says, which is a tile. */
  private static Attempt pop(Draw draw, int last, MemorySpace space) {
    int split = split(draw, last);
    Attempt attempt = Attempt.of().with(crossing(draw, split));
    Optional<Type> told =
        draw.any(
            Optional.empty(),
            Optional.of(draw.tile(draw.dtype(), space, draw.shape(2)).type()),
            Optional.of(ScalarType.of(draw.dtype())));
    boolean legal =
        split >= 0 && split <= last && told.filter(t -> !(t instanceof TileType)).isEmpty();
    return told.map(attempt::telling)
        .orElse(attempt)
        .when(legal, () -> told.orElse(UnknownType.INSTANCE));
  }
}
