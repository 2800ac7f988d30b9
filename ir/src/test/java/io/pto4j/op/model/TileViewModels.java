package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.op.model.Regions.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Other looks at tiles. */
final class TileViewModels {
  private static final ImmutableSet<DataType> COUNTS =
      ImmutableSet.of(DataType.INDEX, DataType.INT64, DataType.UINT64);

  private TileViewModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.<String, RuleModel>builder()
            .put("tile.slice", draw -> draw.oneIn(5) ? LaterWindows.tileSlice(draw) : slice(draw))
            .put(
                "tile.reshape",
                draw -> draw.oneIn(20) ? LaterWindows.tileReshape(draw) : reshape(draw))
            .put(
                "tile.reinterpret_view",
                draw -> draw.oneIn(2) ? reinterpret(draw) : reinterpretAs(draw))
            .put("tile.transpose", TileViewModels::transpose)
            .put("tile.transpose_view", TileViewModels::transposeView)
            .put("tile.set_validshape", TileViewModels::setValidShape)
            .buildOrThrow());
  }

  /** A tile anywhere, a part of it valid and something said about the rest. */
  private static TileType tile(Draw draw, DataType dtype, long[] shape, long[] valid) {
    Optional<MemorySpace> space = space(draw);
    TileView layout =
        draw.mostly(Tiles.usual(shape, space), ImmutableList.of(Tiles.ND, Tiles.NZ, Tiles.DN));
    PadValue pad = draw.mostly(PadValue.NULL, ImmutableList.of(PadValue.ZERO, PadValue.MIN));
    boolean compact = space.equals(Optional.of(MemorySpace.ACC)) && draw.oneIn(2);
    return Tiles.laid(
        dtype,
        space,
        shape,
        valid,
        layout.withPad(pad).withCompact(compact ? CompactMode.NORMAL : CompactMode.NULL));
  }

  private static Optional<MemorySpace> space(Draw draw) {
    return draw.mostly(
        Optional.of(MemorySpace.VEC),
        ImmutableList.of(
            Optional.of(MemorySpace.MAT),
            Optional.of(MemorySpace.ACC),
            Optional.of(MemorySpace.RIGHT),
            Optional.empty()));
  }

  private static Attempt slice(Draw draw) {
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = tile(draw, draw.dtype(), shape, valid);
    long[] window = Tiles.window(draw, shape);
    long[] offset = Tiles.offset(draw, shape, window);
    boolean fits = true;
    if (draw.oneIn(10)) {
      window = draw.any(Arrays.copyOf(window, shape.length + 1), new long[shape.length]);
      fits = false;
    }
    Optional<long[]> asked =
        fits && draw.oneIn(2) ? Optional.of(Tiles.asked(draw, window)) : Optional.empty();
    Optional<long[]> region =
        fits ? Regions.read(shape, valid, offset, window, asked, Reach.WINDOW) : Optional.empty();
    boolean later = region.isPresent() && Arrays.equals(shape, valid) && draw.oneIn(3);
    List<Expr> args = new ArrayList<>();
    args.add(draw.value(source));
    args.add(Draw.tuple(window));
    args.add(later ? places(draw, shape.length) : Draw.tuple(offset));
    Optional<ImmutableList<Integer>> dropped =
        fits && draw.oneIn(2) ? Optional.of(dropped(draw, window)) : Optional.empty();
    if (asked.isPresent() || dropped.isPresent()) {
      args.add(Draw.tuple(asked.orElseGet(() -> new long[0])));
    }
    dropped.ifPresent(axes -> args.add(axes(axes)));
    Optional<PadValue> pad = draw.any(Optional.empty(), Optional.of(draw.any(PadValue.values())));
    long[] extents = window;
    return Attempt.of(args)
        .with(
            pad.map(p -> Attrs.of("pad_value", new AttrValue.OfPadValue(p)))
                .orElseGet(Attrs::empty))
        .when(
            region.isPresent()
                && (later || Draw.isAtByte(source.dtype(), Draw.dims(offset)))
                && mayDrop(dropped.orElseGet(ImmutableList::of), extents, region.get()),
            () -> sliced(source, extents, region.get(), dropped, pad));
  }

  /** Offsets that are not known, written at the call or elsewhere. */
  private static Expr places(Draw draw, int rank) {
    MakeTuple written = draw.indices(rank);
    return draw.oneIn(2) ? written : draw.value(written.type());
  }

  private static Expr axes(List<Integer> axes) {
    return Draw.tuple(axes.stream().mapToLong(i -> i).toArray());
  }

  /** Mostly axes of extent one in order. */
  private static ImmutableList<Integer> dropped(Draw draw, long[] window) {
    List<Integer> axes = new ArrayList<>();
    for (int i = 0; i < window.length; i++) {
      if (window[i] == 1 ? draw.oneIn(2) : draw.oneIn(20)) {
        axes.add(i);
      }
    }
    if (draw.oneIn(10)) {
      axes.add(draw.any(-1, 0, window.length));
    }
    return ImmutableList.copyOf(axes);
  }

  private static boolean mayDrop(List<Integer> axes, long[] window, long[] region) {
    int before = -1;
    for (int axis : axes) {
      if (axis <= before || axis >= window.length || window[axis] != 1 || region[axis] != 1) {
        return false;
      }
      before = axis;
    }
    return true;
  }

  private static TileType sliced(
      TileType source,
      long[] window,
      long[] region,
      Optional<ImmutableList<Integer>> dropped,
      Optional<PadValue> pad) {
    ImmutableList<Integer> axes = dropped.orElseGet(ImmutableList::of);
    long[] shape = kept(window, axes);
    long[] valid = kept(region, axes);
    Optional<MemorySpace> space = source.memorySpace();
    TileView layout =
        source.tileView().isPresent() ? Tiles.layout(source) : Tiles.usual(shape, space);
    return Tiles.laid(
        source.dtype(),
        space,
        shape,
        valid,
        layout
            .withPad(pad.orElse(source.effectiveView().pad()))
            .withCompact(source.effectiveView().compact()));
  }

  /** Without the dropped axes, but a matrix at least. */
  private static long[] kept(long[] extents, ImmutableList<Integer> dropped) {
    if (dropped.isEmpty()) {
      return extents;
    }
    long[] left =
        IntStream.range(0, extents.length)
            .filter(i -> !dropped.contains(i))
            .mapToLong(i -> extents[i])
            .toArray();
    long[] units = LongStream.generate(() -> 1).limit(Math.max(0, 2 - left.length)).toArray();
    return LongStream.concat(Arrays.stream(units), Arrays.stream(left)).toArray();
  }

  private static Attempt reshape(Draw draw) {
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = tile(draw, draw.dtype(), shape, valid);
    long[] target = draw.oneIn(8) ? draw.shape() : sameElements(draw, shape);
    TileView from = source.effectiveView();
    boolean line = Arrays.stream(shape).filter(extent -> extent != 1).count() <= 1;
    boolean inOrder =
        (from.blayout() == TileLayout.ROW_MAJOR || line) && from.slayout() == TileLayout.NONE_BOX;
    Optional<long[]> region =
        Regions.product(shape, 0) == Regions.product(target, 0)
            ? Regions.reshaped(shape, valid, target, inOrder)
            : Optional.empty();
    Optional<MemorySpace> space = source.memorySpace();
    return Attempt.of(draw.value(source), Draw.tuple(target))
        .when(
            region.isPresent(),
            () ->
                Tiles.laid(
                    source.dtype(),
                    space,
                    target,
                    region.orElseThrow(),
                    Tiles.usual(target, space).withPad(from.pad()).withCompact(from.compact())));
  }

  /** Another shape of as many elements: axes are merged, split or have units between them. */
  private static long[] sameElements(Draw draw, long[] shape) {
    List<Long> factors = new ArrayList<>();
    for (long extent : shape) {
      if (extent % 2 == 0 && draw.oneIn(3)) {
        factors.add(2L);
        factors.add(extent / 2);
      } else if (draw.oneIn(4) && !factors.isEmpty()) {
        factors.set(factors.size() - 1, factors.getLast() * extent);
      } else {
        factors.add(extent);
      }
      if (draw.oneIn(5)) {
        factors.add(1L);
      }
    }
    if (draw.oneIn(6)) {
      draw.shuffle(factors);
    }
    return factors.stream().mapToLong(f -> f).toArray();
  }

  private static Attempt reinterpret(Draw draw) {
    DataType from = draw.dtype(Draw.BYTES);
    DataType to = draw.dtype(Draw.BYTES);
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = spread(draw, tile(draw, from, shape, valid));
    long[] scaled = scaled(source, to, shape);
    long[] region = scaled(source, to, valid);
    return Attempt.of(draw.value(source))
        .with(Attrs.of("dtype", AttrValue.of(to)))
        .when(
            mayReinterpret(source, to) && scaled.length > 0 && region.length > 0,
            () -> reinterpreted(source, to, scaled, region));
  }

  /** The tile, with gaps between its rows or away from its beginning now and then. */
  private static TileType spread(Draw draw, TileType tile) {
    TileView view = tile.effectiveView();
    if (draw.oneIn(12)) {
      return tile.withTileView(view.withStride(Draw.dims(new long[tile.rank()])));
    }
    return draw.oneIn(12) ? tile.withTileView(view.withStartOffset(ConstInt.index(32))) : tile;
  }

  private static Attempt reinterpretAs(Draw draw) {
    DataType from = draw.any(Draw.BYTES);
    DataType to = draw.any(Draw.BYTES);
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = tile(draw, from, shape, valid);
    long[] scaled = scaled(source, to, shape);
    boolean own = scaled.length > 0 && draw.oneIn(2);
    long[] target = own ? scaled : draw.any(sameElements(draw, shape), draw.shape());
    boolean same = Arrays.equals(scaled, target);
    boolean bytes =
        Regions.product(shape, 0) * from.bytes() == Regions.product(target, 0) * to.bytes();
    boolean whole = Arrays.equals(shape, valid);
    long[] region = same ? scaled(source, to, valid) : target;
    return Attempt.of(draw.value(source), Draw.tuple(target))
        .with(Attrs.of("dtype", AttrValue.of(to)))
        .when(
            mayReinterpret(source, to) && bytes && (whole || same) && region.length > 0,
            () -> reinterpreted(source, to, target, region));
  }

  private static boolean mayReinterpret(TileType source, DataType to) {
    return Draw.BYTES.contains(source.dtype())
        && Draw.BYTES.contains(to)
        && source.dtype() != to
        && source.effectiveView().slayout() == TileLayout.NONE_BOX
        && source.effectiveView().stride().isEmpty()
        && source.effectiveView().startOffset().isEmpty()
        && (source.effectiveView().blayout() == TileLayout.ROW_MAJOR || source.rank() > 1);
  }

  /** The extents with those along the stored line in other elements; empty when they do not fit. */
  private static long[] scaled(TileType source, DataType to, long[] extents) {
    boolean columns = source.effectiveView().blayout() == TileLayout.COL_MAJOR;
    int axis = extents.length - (columns ? 2 : 1);
    if (axis < 0 || extents[axis] * source.dtype().bytes() % to.bytes() != 0) {
      return new long[0];
    }
    long[] scaled = extents.clone();
    scaled[axis] = extents[axis] * source.dtype().bytes() / to.bytes();
    return scaled;
  }

  private static TileType reinterpreted(TileType source, DataType to, long[] shape, long[] valid) {
    PadValue pad = source.effectiveView().pad() == PadValue.ZERO ? PadValue.ZERO : PadValue.NULL;
    return Tiles.laid(to, source.memorySpace(), shape, valid, Tiles.layout(source).withPad(pad));
  }

  private static Attempt transpose(Draw draw) {
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = tile(draw, draw.dtype(), shape, valid);
    int rank = shape.length;
    int a = draw.between(-rank - (draw.oneIn(8) ? 1 : 0), rank - 1);
    int b = draw.between(-rank, rank - (draw.oneIn(8) ? 0 : 1));
    boolean legal = rank >= 2 && a >= -rank && b < rank && (a + rank) % rank != (b + rank) % rank;
    List<Expr> args = new ArrayList<>();
    args.add(draw.value(source));
    args.add(ConstInt.index(a));
    boolean known = !draw.oneIn(12);
    args.add(known ? ConstInt.index(b) : draw.index());
    if (draw.oneIn(3)) {
      DataType scratch = draw.mostly(source.dtype(), Draw.DTYPES);
      long[] room = draw.oneIn(6) ? draw.shape() : shape;
      args.add(draw.value(Tiles.laid(scratch, source.memorySpace(), room, room, Tiles.ND)));
      legal &= scratch == source.dtype() && room.length == rank;
    }
    Optional<MemorySpace> space = source.memorySpace();
    return Attempt.of(args)
        .when(
            legal && known,
            () -> {
              long[] turned = swapped(shape, (a + rank) % rank, (b + rank) % rank);
              long[] region = swapped(valid, (a + rank) % rank, (b + rank) % rank);
              return Tiles.laid(source.dtype(), space, turned, region, Tiles.usual(turned, space));
            });
  }

  private static long[] swapped(long[] extents, int a, int b) {
    long[] swapped = extents.clone();
    swapped[a] = extents[b];
    swapped[b] = extents[a];
    return swapped;
  }

  private static Attempt transposeView(Draw draw) {
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    TileType source = tile(draw, draw.dtype(), shape, valid);
    int rank = shape.length;
    TileView view = source.effectiveView();
    return Attempt.of(draw.value(source))
        .when(
            rank >= 2,
            () ->
                Tiles.laid(
                    source.dtype(),
                    source.memorySpace(),
                    swapped(shape, rank - 2, rank - 1),
                    swapped(valid, rank - 2, rank - 1),
                    view.withBlayout(turned(view.blayout())).withSlayout(turned(view.slayout()))));
  }

  private static TileLayout turned(TileLayout layout) {
    return switch (layout) {
      case ROW_MAJOR -> TileLayout.COL_MAJOR;
      case COL_MAJOR -> TileLayout.ROW_MAJOR;
      case NONE_BOX -> TileLayout.NONE_BOX;
    };
  }

  private static Attempt setValidShape(Draw draw) {
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    TileType source = tile(draw, draw.dtype(), shape, draw.valid(shape));
    Expr rows = extent(draw, shape[0]);
    Expr cols = extent(draw, shape[shape.length - 1]);
    return Attempt.of(draw.value(source), rows, cols)
        .when(
            shape.length == 2 && fits(rows, shape[0]) && fits(cols, shape[1]),
            () ->
                source.withTileView(
                    source.effectiveView().withValidShape(ImmutableList.of(rows, cols))));
  }

  private static Expr extent(Draw draw, long most) {
    DataType counted = draw.oneIn(8) ? draw.dtype() : draw.any(COUNTS);
    return draw.oneIn(3)
        ? draw.scalar(counted)
        : ConstInt.index(
            draw.between(draw.oneIn(8) ? -1 : 0, (int) most + (draw.oneIn(8) ? 1 : 0)));
  }

  private static boolean fits(Expr extent, long most) {
    return extent instanceof ConstInt(_, _, long value)
        ? value >= 0 && value <= most
        : extent.type() instanceof ScalarType(DataType counted) && COUNTS.contains(counted);
  }
}
