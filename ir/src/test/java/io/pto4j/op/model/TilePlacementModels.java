package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Tiles and elements placed in tiles. */
final class TilePlacementModels {
  private TilePlacementModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.<String, RuleModel>builder()
            .put("tile.assemble", TilePlacementModels::assemble)
            .put("tile.concat", TilePlacementModels::concat)
            .put("tile.fillpad", TilePlacementModels::fillPad)
            .put("tile.fillpad_inplace", TilePlacementModels::fillPad)
            .put("tile.fillpad_expand", TilePlacementModels::fillPadExpand)
            .put("tile.read", TilePlacementModels::read)
            .put("tile.write", TilePlacementModels::write)
            .buildOrThrow());
  }

  private static Attempt assemble(Draw draw) {
    DataType from = draw.any(DataType.FP32, draw.dtype());
    DataType to = draw.mostly(from, ImmutableList.of(DataType.BF16, DataType.FP16, DataType.INT32));
    MemorySpace space = draw.any(MemorySpace.VEC, MemorySpace.MAT);
    MemorySpace origin =
        space == MemorySpace.MAT ? MemorySpace.ACC : draw.any(MemorySpace.VEC, MemorySpace.ACC);
    long[] shape = draw.shape(draw.between(1, 3));
    long[] valid = draw.valid(shape);
    long[] extents = Tiles.window(draw, shape);
    long[] part = draw.valid(extents);
    long[] offset = Tiles.offset(draw, shape, extents);
    TileView view =
        Tiles.usual(shape, space)
            .withPad(draw.mostly(PadValue.NULL, ImmutableList.of(PadValue.ZERO)));
    TileType target = Tiles.laid(to, space, shape, valid, view);
    boolean narrows =
        origin == MemorySpace.ACC
            && space == MemorySpace.MAT
            && from == DataType.FP32
            && (to == DataType.BF16 || to == DataType.FP16);
    Optional<long[]> region = Regions.written(shape, valid, offset, extents, part);
    boolean later = region.isPresent() && Arrays.equals(shape, valid) && draw.oneIn(3);
    DataType counted =
        later ? draw.any(DataType.INDEX, DataType.INT64, DataType.INT32) : DataType.INDEX;
    Expr start = later ? draw.scalar(counted) : Draw.dims(offset).get(0);
    return Attempt.of(
            draw.value(target),
            draw.value(Tiles.of(from, origin, extents, part)),
            Draw.tuple(Tiles.with(offset, 0, start)))
        .when(
            (from == to || narrows)
                && Draw.isAtByte(to, Tiles.with(offset, 0, start))
                && counted != DataType.INT32
                && region.isPresent(),
            () -> Tiles.laid(to, space, shape, region.orElseThrow(), view));
  }

  private static Attempt concat(Draw draw) {
    DataType dtype = draw.dtype();
    DataType other = draw.mostly(dtype, Draw.DTYPES);
    long[] left = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] right = draw.oneIn(8) ? draw.shape() : new long[] {left[0], draw.extent()};
    long[] leftValid = draw.oneIn(4) ? draw.valid(left) : left;
    long[] rightValid = draw.oneIn(4) ? draw.valid(right) : right;
    boolean legal =
        dtype == other
            && left.length == 2
            && right.length == 2
            && left[0] == right[0]
            && Arrays.equals(left, leftValid)
            && Arrays.equals(right, rightValid);
    return Attempt.of(draw.partial(dtype, left, leftValid), draw.partial(other, right, rightValid))
        .when(legal, () -> TileType.of(dtype, MemorySpace.VEC, left[0], left[1] + right[1]));
  }

  private static Attempt fillPad(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.shape();
    TileView layout = draw.mostly(Tiles.usual(shape, MemorySpace.VEC), ImmutableList.of(Tiles.DN));
    TileType source = Tiles.laid(dtype, MemorySpace.VEC, shape, draw.valid(shape), layout);
    Filling filling = Filling.of(draw);
    return Attempt.of(draw.value(source))
        .with(filling.kwargs())
        .when(
            filling.isLegal(),
            () ->
                Tiles.laid(dtype, MemorySpace.VEC, shape, shape, layout.withPad(filling.value())));
  }

  /** What fills: zero unless something else is said. */
  private record Filling(PadValue value, Attrs kwargs) {
    static Filling of(Draw draw) {
      PadValue value = draw.any(PadValue.values());
      return draw.oneIn(4)
          ? new Filling(PadValue.ZERO, Attrs.empty())
          : new Filling(value, Attrs.of("pad_value", new AttrValue.OfPadValue(value)));
    }

    boolean isLegal() {
      return value != PadValue.NULL;
    }
  }

  private static Attempt fillPadExpand(Draw draw) {
    DataType dtype = draw.dtype();
    long[] larger = draw.shape();
    long[] shape = Tiles.window(draw, larger);
    if (draw.oneIn(6)) {
      larger = draw.shape(draw.oneIn(2) ? shape.length : draw.between(1, 4));
    }
    boolean covers = larger.length == shape.length;
    for (int i = 0; covers && i < shape.length; i++) {
      covers = larger[i] >= shape[i];
    }
    long[] extents = larger;
    Filling filling = Filling.of(draw);
    TileType source = Draw.partialType(dtype, shape, draw.valid(shape));
    return Attempt.of(draw.value(source), Draw.tuple(larger))
        .with(filling.kwargs())
        .when(
            covers && filling.isLegal(),
            () ->
                Tiles.laid(
                    dtype,
                    MemorySpace.VEC,
                    extents,
                    extents,
                    Tiles.layout(source).withPad(filling.value())));
  }

  /** Where an element is, and whether it is one of the tile's. */
  private record Place(Expr indices, boolean inside) {
    static Place of(Draw draw, long[] shape) {
      List<Expr> indices = new ArrayList<>();
      boolean inside = true;
      for (long extent : shape) {
        long at = draw.between(draw.oneIn(12) ? -1 : 0, (int) extent - (draw.oneIn(12) ? 0 : 1));
        boolean known = !draw.oneIn(4);
        inside &= !known || (at >= 0 && at < extent);
        indices.add(
            known
                ? ConstInt.index(at)
                : draw.scalar(draw.any(DataType.INDEX, DataType.INT32, DataType.UINT8)));
      }
      if (draw.oneIn(10)) {
        indices.add(draw.index());
        inside = false;
      }
      if (draw.oneIn(20)) {
        indices.set(0, draw.scalar(DataType.FP32));
        inside = false;
      }
      return new Place(Draw.tuple(indices), inside);
    }
  }

  private static Attempt read(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.shape();
    Place place = Place.of(draw, shape);
    return Attempt.of(draw.partial(dtype, shape, draw.valid(shape)), place.indices())
        .when(place.inside(), () -> ScalarType.of(dtype));
  }

  private static Attempt write(Draw draw) {
    DataType dtype = draw.dtype();
    long[] shape = draw.shape();
    long[] valid = draw.valid(shape);
    Place place = Place.of(draw, shape);
    boolean literal = draw.oneIn(3);
    DataType written = draw.mostly(dtype, Draw.DTYPES);
    Expr value = draw.scalar(written);
    boolean fits = written == dtype;
    if (literal) {
      boolean whole = draw.oneIn(2);
      value = whole ? ConstInt.index(draw.between(0, 1)) : ConstFloat.of(0.5, DataType.FP32);
      fits = dtype.isFloat() || (whole && dtype != DataType.BOOL);
    }
    return Attempt.of(draw.partial(dtype, shape, valid), place.indices(), value)
        .when(place.inside() && fits, () -> Draw.partialType(dtype, shape, valid));
  }
}
