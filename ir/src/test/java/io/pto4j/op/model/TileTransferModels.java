package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.model.Regions.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Between memories. */
final class TileTransferModels {
  private TileTransferModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.<String, RuleModel>builder()
            .put(
                "tile.load",
                draw ->
                    switch (draw.between(0, 5)) {
                      case 0 -> loadOfScales(draw);
                      case 1 -> LaterWindows.load(draw);
                      default -> load(draw);
                    })
            .put("tile.store", TileTransferModels::store)
            .put("tile.move", draw -> draw.oneIn(4) ? moveOfScales(draw) : move(draw))
            .put("tile.extract", draw -> draw.oneIn(5) ? LaterWindows.extract(draw) : extract(draw))
            .buildOrThrow());
  }

  private static Attempt load(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.shape(draw.between(1, 3));
    long[] valid = draw.valid(shape);
    TensorLayout order = shape.length > 1 && draw.oneIn(3) ? TensorLayout.DN : TensorLayout.ND;
    long[] extents = Tiles.window(draw, draw.oneIn(12) ? draw.shape(2) : shape);
    if (draw.oneIn(20)) {
      extents[0] = draw.any(0L, -1L);
    }
    boolean possible = extents.length == shape.length && extents[0] > 0;
    long[] offset = possible ? Tiles.offset(draw, shape, extents) : new long[extents.length];
    long[] asked = possible ? Tiles.asked(draw, extents) : extents;
    boolean clamp = draw.oneIn(4);
    Optional<MemorySpace> target =
        draw.any(
            Optional.of(MemorySpace.VEC),
            Optional.of(MemorySpace.MAT),
            Optional.of(draw.any(MemorySpace.VEC, MemorySpace.LEFT)),
            Optional.empty());
    Optional<long[]> region =
        possible
            ? Regions.read(
                shape,
                valid,
                offset,
                extents,
                Optional.of(asked),
                clamp ? Reach.CLAMPED : Reach.ASKED)
            : Optional.empty();
    Var source = source(draw, dtype, shape, valid, order);
    boolean bounded = clamp || !Arrays.equals(shape, valid);
    boolean later = region.isPresent() && !bounded && draw.oneIn(3);
    int axis = draw.between(0, extents.length - 1);
    Expr rows = later ? draw.index() : Draw.dims(asked).get(axis);
    Expr start = later && draw.oneIn(2) ? draw.index() : Draw.dims(offset).get(axis);
    ImmutableList<Expr> place = Tiles.with(offset, axis, start);
    return Attempt.of(
            source,
            Draw.tuple(place),
            Draw.tuple(extents),
            Draw.tuple(Tiles.with(asked, axis, rows)))
        .with(loading(target, clamp))
        .when(
            region.isPresent()
                && Draw.isAtByte(dtype, place)
                && !target.equals(Optional.of(MemorySpace.LEFT)),
            () -> {
              ImmutableList<Expr> loaded =
                  later ? Tiles.with(asked, axis, rows) : Draw.dims(region.orElseThrow());
              TileView view = layout(extents, target, order).withValidShape(loaded);
              return new TileType(
                  dtype, Draw.dims(extents), Optional.empty(), Optional.of(view), target);
            });
  }

  private static Attrs loading(Optional<MemorySpace> target, boolean clamp) {
    Attrs kwargs = clamp ? Attrs.of("clamp", AttrValue.of(true)) : Attrs.empty();
    return target.isPresent() ? kwargs.with("target_memory", AttrValue.of(target.get())) : kwargs;
  }

  private static Var source(
      Draw draw, DataType dtype, long[] shape, long[] valid, TensorLayout order) {
    TensorView view = new TensorView(ImmutableList.of(), order, Draw.dims(valid), PadValue.NULL);
    return draw.value(
        draw.oneIn(3)
            ? DistributedTensorType.of(dtype, shape).withTensorView(view)
            : TensorType.of(dtype, shape).withTensorView(view));
  }

  /** In Mat as boxes, but for a single row or column; elsewhere as rows, but for columns. */
  private static TileView layout(long[] extents, Optional<MemorySpace> target, TensorLayout order) {
    int rank = extents.length;
    if (target.isEmpty()) {
      return Tiles.ND;
    }
    if (target.get() != MemorySpace.MAT) {
      return extents[rank - 1] == 1 ? Tiles.DN : Tiles.ND;
    }
    if (order == TensorLayout.DN) {
      return rank == 2 && extents[1] == 1 ? Tiles.ND : Tiles.ZN;
    }
    return rank == 2 && extents[0] == 1 ? Tiles.ND : Tiles.NZ;
  }

  private static Attempt loadOfScales(Draw draw) {
    DataType dtype =
        draw.mostly(
            draw.any(DataType.FP8E8M0, DataType.UINT8),
            ImmutableList.of(DataType.INT8, DataType.FP16));
    long[] shape = draw.shape(draw.oneIn(6) ? 3 : 2);
    TensorLayout order = draw.any(TensorLayout.MX_A_ZZ, TensorLayout.MX_B_NN);
    Optional<MemorySpace> target =
        draw.mostly(
            Optional.of(MemorySpace.MAT),
            ImmutableList.of(Optional.empty(), Optional.of(MemorySpace.VEC)));
    boolean legal =
        (dtype == DataType.FP8E8M0 || dtype == DataType.UINT8)
            && shape.length == 2
            && target.equals(Optional.of(MemorySpace.MAT));
    TensorType tensor =
        TensorType.of(dtype, shape).withTensorView(TensorView.packed().withLayout(order));
    return Attempt.of(
            draw.value(tensor),
            Draw.tuple(new long[shape.length]),
            Draw.tuple(shape),
            Draw.tuple(shape))
        .with(target.map(t -> Attrs.of("target_memory", AttrValue.of(t))).orElseGet(Attrs::empty))
        .when(
            legal,
            () ->
                Tiles.laid(
                    dtype,
                    MemorySpace.MAT,
                    shape,
                    shape,
                    order == TensorLayout.MX_A_ZZ ? Tiles.SCALES_ZZ : Tiles.SCALES_NN));
  }

  private static Attempt store(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    MemorySpace space = draw.any(MemorySpace.VEC, MemorySpace.ACC);
    DataType stored = draw.mostly(dtype, ImmutableList.of(DataType.FP16, DataType.BF16));
    long[] shape = draw.shape(draw.between(1, 3));
    long[] valid = draw.valid(shape);
    long[] extents = Tiles.window(draw, shape);
    long[] part = draw.valid(extents);
    long[] offset = Tiles.offset(draw, shape, part);
    int atomic = draw.any(0, 0, 1, 2);
    Optional<long[]> region = Regions.written(shape, valid, offset, part, part);
    boolean later = region.isPresent() && Arrays.equals(shape, valid) && draw.oneIn(4);
    boolean flat = region.isPresent() && shape.length > 2 && draw.oneIn(2);
    boolean otherRank = !flat && draw.oneIn(12);
    boolean converts =
        space == MemorySpace.ACC
            && dtype == DataType.FP32
            && (stored == DataType.FP16 || stored == DataType.BF16);
    boolean legal =
        (dtype == stored || converts)
            && (atomic == 0 || (atomic == 1 && Draw.ADDABLE.contains(stored)))
            && region.isPresent()
            && (later || Draw.isAtByte(stored, Draw.dims(offset)))
            && !otherRank;
    TensorView view = TensorView.packed().withValidShape(Draw.dims(valid));
    boolean shared = draw.oneIn(3);
    Type target =
        shared
            ? DistributedTensorType.of(stored, shape).withTensorView(view)
            : TensorType.of(stored, shape).withTensorView(view);
    List<Expr> args = new ArrayList<>();
    args.add(
        draw.value(
            flat || otherRank
                ? TileType.of(dtype, space, flattened(extents, otherRank))
                : Tiles.of(dtype, space, extents, part)));
    args.add(later ? places(draw, shape.length) : Draw.tuple(offset));
    args.add(draw.value(target));
    if (flat) {
      args.add(Draw.tuple(part));
    }
    return Attempt.of(args)
        .with(
            atomic == 0 && draw.oneIn(2) ? Attrs.empty() : Attrs.of("atomic", AttrValue.of(atomic)))
        .when(
            legal,
            () -> {
              TensorView after =
                  view.withValidShape(Draw.dims(flat ? valid : region.orElseThrow()));
              return shared
                  ? DistributedTensorType.of(stored, shape).withTensorView(after)
                  : TensorType.of(stored, shape).withTensorView(after);
            });
  }

  /** The leading extents as one, or a shape of another rank. */
  private static long[] flattened(long[] extents, boolean otherRank) {
    return otherRank
        ? Arrays.copyOf(new long[] {1, 1, 1, 1}, extents.length + 1)
        : new long[] {
          Regions.product(extents, 0) / extents[extents.length - 1], extents[extents.length - 1]
        };
  }

  /** Offsets that are not known, written at the call or elsewhere. */
  private static Expr places(Draw draw, int rank) {
    MakeTuple written = draw.indices(rank);
    return draw.oneIn(2) ? written : draw.value(written.type());
  }

  private static Attempt move(Draw draw) {
    long[] shape = draw.shape(2);
    MemorySpace from =
        draw.any(MemorySpace.VEC, MemorySpace.MAT, MemorySpace.ACC, MemorySpace.LEFT);
    MemorySpace to =
        draw.any(
            MemorySpace.VEC,
            MemorySpace.MAT,
            MemorySpace.LEFT,
            MemorySpace.RIGHT,
            MemorySpace.ACC,
            MemorySpace.BIAS);
    TileView view =
        Tiles.usual(shape, from)
            .withValidShape(Draw.dims(draw.valid(shape)))
            .withPad(draw.any(PadValue.NULL, PadValue.ZERO, PadValue.MAX));
    TileType source = TileType.of(draw.dtype(), from, shape).withTileView(view);
    Optional<TileLayout> blocks = draw.oneIn(4) ? Optional.of(order(draw)) : Optional.empty();
    Optional<TileLayout> boxes = draw.oneIn(4) ? Optional.of(order(draw)) : Optional.empty();
    Attrs kwargs = Attrs.of("target_memory", AttrValue.of(to));
    if (blocks.isPresent()) {
      kwargs = kwargs.with("blayout", new AttrValue.OfTileLayout(blocks.get()));
    }
    if (boxes.isPresent()) {
      kwargs = kwargs.with("slayout", new AttrValue.OfTileLayout(boxes.get()));
    }
    Attempt attempt = Attempt.of(draw.value(source));
    if (draw.oneIn(8)) {
      return attempt.with(kwargs.without("target_memory")).isRefused();
    }
    TileView moved = moved(shape, view, to);
    return attempt
        .with(kwargs)
        .gives(
            TileType.of(source.dtype(), to, shape)
                .withTileView(
                    moved
                        .withBlayout(blocks.orElse(moved.blayout()))
                        .withSlayout(boxes.orElse(moved.slayout()))));
  }

  private static TileLayout order(Draw draw) {
    return draw.any(TileLayout.ROW_MAJOR, TileLayout.COL_MAJOR);
  }

  /** Memories with a layout of their own impose it, in the others the tile stays as it was. */
  private static TileView moved(long[] shape, TileView from, MemorySpace to) {
    TileView own = Tiles.usual(shape, to);
    return switch (to) {
      case VEC, BIAS -> from.withFractal(own.fractal());
      case RIGHT ->
          from.withBlayout(TileLayout.ROW_MAJOR)
              .withSlayout(own.slayout())
              .withFractal(own.fractal());
      default ->
          from.withBlayout(own.blayout()).withSlayout(own.slayout()).withFractal(own.fractal());
    };
  }

  private static Attempt moveOfScales(Draw draw) {
    DataType dtype =
        draw.mostly(
            draw.any(DataType.FP8E8M0, DataType.UINT8),
            ImmutableList.of(DataType.INT8, DataType.FP16));
    boolean left = draw.oneIn(2);
    MemorySpace to = left ? MemorySpace.LEFT_SCALE : MemorySpace.RIGHT_SCALE;
    TileView own = left ? Tiles.SCALES_ZZ : Tiles.SCALES_NN;
    TileView layout = draw.mostly(own, ImmutableList.of(Tiles.SCALES_ZZ, Tiles.NZ));
    MemorySpace from = draw.mostly(MemorySpace.MAT, ImmutableList.of(MemorySpace.VEC));
    long[] shape = draw.shape(draw.oneIn(6) ? 3 : 2);
    Attrs kwargs = Attrs.of("target_memory", AttrValue.of(to));
    boolean fits = true;
    if (draw.oneIn(3)) {
      TileLayout order = order(draw);
      kwargs = kwargs.with("blayout", new AttrValue.OfTileLayout(order));
      fits = order == own.blayout();
    }
    boolean legal =
        fits
            && (dtype == DataType.FP8E8M0 || dtype == DataType.UINT8)
            && shape.length == 2
            && from == MemorySpace.MAT
            && layout.equals(own);
    long[] valid = draw.valid(shape);
    return Attempt.of(draw.value(Tiles.laid(dtype, from, shape, valid, layout)))
        .with(kwargs)
        .when(legal, () -> Tiles.of(DataType.FP8E8M0, to, shape, valid));
  }

  private static Attempt extract(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.shape(draw.oneIn(8) ? 3 : 2);
    MemorySpace from = draw.any(MemorySpace.MAT, MemorySpace.VEC, MemorySpace.ACC);
    long[] valid = draw.valid(shape);
    long[] window = Tiles.window(draw, new long[] {shape[0], shape[1]});
    long[] offset = Tiles.offset(draw, new long[] {shape[0], shape[1]}, window);
    Optional<MemorySpace> target =
        draw.any(
            Optional.empty(),
            Optional.of(MemorySpace.VEC),
            Optional.of(MemorySpace.MAT),
            Optional.of(MemorySpace.LEFT),
            Optional.of(MemorySpace.RIGHT),
            Optional.of(MemorySpace.ACC));
    if (draw.oneIn(20)) {
      window = draw.any(new long[] {0, 1}, new long[] {1}, new long[] {1, 1, 1});
    }
    boolean matrix = shape.length == 2 && window.length == 2 && window[0] > 0;
    Optional<long[]> region =
        matrix
            ? Regions.read(shape, valid, offset, window, Optional.empty(), Reach.WINDOW)
            : Optional.empty();
    long[] extents = window;
    DataType counted =
        draw.oneIn(8) ? draw.dtype() : draw.any(DataType.INDEX, DataType.INT64, DataType.UINT64);
    boolean somewhere = region.isPresent() && Arrays.equals(shape, valid);
    Expr row = somewhere && draw.oneIn(2) ? draw.scalar(counted) : Draw.dims(offset).get(0);
    boolean counts = !(row instanceof Var) || isCount(counted);
    List<Expr> args = new ArrayList<>();
    args.add(draw.value(Tiles.of(dtype, from, shape, valid)));
    args.add(row);
    args.add(Draw.dims(offset).get(1));
    args.add(Draw.tuple(window));
    return Attempt.of(args)
        .with(target.map(t -> Attrs.of("target_memory", AttrValue.of(t))).orElseGet(Attrs::empty))
        .when(
            counts && region.isPresent() && Draw.isAtByte(dtype, Draw.dims(offset)),
            () -> extracted(dtype, target.orElse(MemorySpace.VEC), extents, region.orElseThrow()));
  }

  private static boolean isCount(DataType dtype) {
    return dtype == DataType.INDEX || dtype == DataType.INT64 || dtype == DataType.UINT64;
  }

  private static TileType extracted(DataType dtype, MemorySpace to, long[] window, long[] region) {
    TileView layout =
        switch (to) {
          case LEFT -> Tiles.ZZ;
          case RIGHT -> Tiles.ZN;
          default -> Tiles.usual(window, to);
        };
    boolean compact =
        (to == MemorySpace.LEFT || to == MemorySpace.RIGHT) && !Arrays.equals(window, region);
    return Tiles.laid(
        dtype,
        to,
        window,
        region,
        layout.withCompact(compact ? CompactMode.NORMAL : CompactMode.NULL));
  }
}
