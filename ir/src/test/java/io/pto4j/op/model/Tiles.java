package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Types of tiles in all memories and layouts. */
final class Tiles {
  static final TileView ND = TileView.of(TileLayout.ROW_MAJOR, TileLayout.NONE_BOX, 512);
  static final TileView DN = TileView.of(TileLayout.COL_MAJOR, TileLayout.NONE_BOX, 512);
  static final TileView NZ = TileView.of(TileLayout.COL_MAJOR, TileLayout.ROW_MAJOR, 512);
  static final TileView ZN = TileView.of(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR, 512);
  static final TileView ZZ = TileView.of(TileLayout.ROW_MAJOR, TileLayout.ROW_MAJOR, 512);
  static final TileView SCALES_ZZ = TileView.of(TileLayout.ROW_MAJOR, TileLayout.ROW_MAJOR, 32);
  static final TileView SCALES_NN = TileView.of(TileLayout.COL_MAJOR, TileLayout.COL_MAJOR, 32);

  private Tiles() {}

  /** In the usual layout of its memory. */
  static TileType of(DataType dtype, MemorySpace space, long[] shape, long[] valid) {
    return laid(dtype, space, shape, valid, usual(shape, space));
  }

  static TileType laid(
      DataType dtype, MemorySpace space, long[] shape, long[] valid, TileView layout) {
    return TileType.of(dtype, space, shape).withTileView(layout.withValidShape(Draw.dims(valid)));
  }

  /** Possibly in no memory yet. */
  static TileType laid(
      DataType dtype, Optional<MemorySpace> space, long[] shape, long[] valid, TileView layout) {
    TileView view = layout.withValidShape(Draw.dims(valid));
    return new TileType(dtype, Draw.dims(shape), Optional.empty(), Optional.of(view), space);
  }

  static TileView usual(long[] shape, MemorySpace space) {
    return usual(shape, Optional.of(space));
  }

  static TileView usual(long[] shape, Optional<MemorySpace> space) {
    return TileView.implicit(Draw.dims(shape), space);
  }

  /** The models, with a tensor in the place of a tile now and then, which is never taken. */
  static ImmutableMap<String, RuleModel> orTensors(Map<String, RuleModel> models) {
    return ImmutableMap.copyOf(
        Maps.transformValues(models, model -> draw -> orTensor(draw, model.draw(draw))));
  }

  private static Attempt orTensor(Draw draw, Attempt attempt) {
    List<Expr> args = new ArrayList<>(attempt.args());
    if (args.isEmpty() || !draw.oneIn(25)) {
      return attempt;
    }
    int i = draw.between(0, args.size() - 1);
    if (!(args.get(i).type() instanceof TileType tile)) {
      return attempt;
    }
    args.set(i, draw.value(TensorType.of(tile.dtype(), tile.shape())));
    return Attempt.of(args).with(attempt.kwargs()).isRefused();
  }

  /** The layout of {@code type} alone, all of it valid and nothing said about the rest. */
  static TileView layout(TileType type) {
    TileView view = type.effectiveView();
    return TileView.of(view.blayout(), view.slayout(), view.fractal());
  }

  /** The extents, with {@code extent} in the place of one of them. */
  static ImmutableList<Expr> with(long[] extents, int axis, Expr extent) {
    ImmutableList.Builder<Expr> dims = ImmutableList.builder();
    ImmutableList<Expr> constant = Draw.dims(extents);
    for (int i = 0; i < extents.length; i++) {
      dims.add(i == axis ? extent : constant.get(i));
    }
    return dims.build();
  }

  /** Extents of a window into {@code shape}. */
  static long[] window(Draw draw, long[] shape) {
    return IntStream.range(0, shape.length)
        .mapToLong(i -> draw.oneIn(3) ? shape[i] : draw.between(1, (int) shape[i]))
        .toArray();
  }

  /** Where a window of these extents begins: mostly such that it ends within the shape. */
  static long[] offset(Draw draw, long[] shape, long[] window) {
    return IntStream.range(0, shape.length)
        .mapToLong(
            i -> {
              if (draw.oneIn(12)) {
                return draw.between(-1, (int) shape[i] + 1);
              }
              int room = (int) Math.max(0, shape[i] - window[i]);
              return draw.oneIn(2) ? 0 : draw.between(0, room);
            })
        .toArray();
  }

  /** Parts of a window: mostly such that they fit. */
  static long[] asked(Draw draw, long[] window) {
    long[] asked = draw.valid(window);
    if (draw.oneIn(8)) {
      int axis = draw.between(0, window.length - 1);
      asked[axis] = draw.any(0L, -1L, window[axis] + 1);
    }
    return asked;
  }
}
