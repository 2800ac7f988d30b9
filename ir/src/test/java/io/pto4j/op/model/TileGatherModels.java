package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Elements of tiles picked and placed by index or pattern, and sorted. */
final class TileGatherModels {
  private static final int BLOCK_BYTES = 32;
  private static final int RECORD_BYTES = 8;

  private TileGatherModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.<String, RuleModel>builder()
            .put("tile.gather", TileGatherModels::gather)
            .put("tile.gatherb", TileGatherModels::gatherBlocks)
            .put("tile.gather_mask", TileGatherModels::gatherMask)
            .put("tile.gather_compare", TileGatherModels::gatherCompare)
            .put("tile.scatter", TileGatherModels::scatter)
            .put("tile.scatter_mask", TileGatherModels::scatterMask)
            .put("tile.sort32", TileGatherModels::sort)
            .put("tile.mrgsort_format1", TileGatherModels::mergeRuns)
            .put("tile.mrgsort_format2", TileGatherModels::merge)
            .buildOrThrow());
  }

  private static Attempt gather(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    DataType counted = draw.dtype(ImmutableSet.of(DataType.INT32, DataType.INT16));
    long[] shape = draw.shape(2);
    long[] valid = draw.valid(shape);
    long[] source = draw.shape(2);
    boolean legal =
        Draw.VECTOR.contains(dtype)
            && (counted == DataType.INT32 || (counted == DataType.INT16 && dtype.bytes() == 2));
    return Attempt.of(
            draw.vec(dtype, source),
            draw.partial(counted, shape, valid),
            draw.vec(draw.any(counted, DataType.INT32), shape))
        .when(legal, () -> Draw.partialType(dtype, shape, valid));
  }

  private static Attempt gatherBlocks(Draw draw) {
    DataType dtype = draw.dtype(Draw.UP_TO_32_BITS);
    boolean said = draw.oneIn(2);
    DataType out = said ? draw.dtype(Draw.UP_TO_32_BITS) : dtype;
    DataType counted = draw.oneIn(8) ? draw.dtype() : DataType.UINT32;
    long[] offsets = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    if (!draw.oneIn(6)) {
      offsets[offsets.length - 1] = 8L * draw.between(1, 4);
    }
    long[] source = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] valid = draw.valid(offsets);
    boolean legal =
        Draw.UP_TO_32_BITS.contains(dtype)
            && Draw.UP_TO_32_BITS.contains(out)
            && counted == DataType.UINT32
            && offsets.length == 2
            && source.length == 2
            && offsets[1] % 8 == 0;
    return Attempt.of(draw.vec(dtype, source), draw.partial(counted, offsets, valid))
        .with(said ? Attrs.of("output_dtype", AttrValue.of(out)) : Attrs.empty())
        .when(
            legal,
            () -> {
              long lanes = BLOCK_BYTES / out.bytes();
              return Draw.partialType(
                  out,
                  new long[] {offsets[0], offsets[1] * lanes},
                  new long[] {valid[0], valid[1] * lanes});
            });
  }

  /** Which columns a pattern picks: every {@code step}-th from {@code first} on. */
  record Pattern(int code, int first, int step) {
    static Pattern of(Draw draw) {
      int code = draw.oneIn(10) ? draw.any(0, 8, -1) : draw.between(1, 7);
      return switch (code) {
        case 1, 2 -> new Pattern(code, code - 1, 2);
        case 3, 4, 5, 6 -> new Pattern(code, code - 3, 4);
        default -> new Pattern(code, 0, 1);
      };
    }

    boolean exists() {
      return code >= 1 && code <= 7;
    }

    /** How many of the first columns it picks. */
    long of(long columns) {
      return columns <= first ? 0 : (columns - first - 1) / step + 1;
    }

    Attrs kwargs() {
      return Attrs.of("mask_pattern", AttrValue.of(code));
    }
  }

  private static Attempt gatherMask(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] valid = draw.valid(shape);
    Pattern pattern = Pattern.of(draw);
    boolean said = draw.oneIn(2);
    DataType out = said ? draw.dtype() : dtype;
    boolean legal =
        Draw.VECTOR.contains(dtype)
            && out.bits() == dtype.bits()
            && shape.length == 2
            && pattern.exists()
            && shape[1] % pattern.step() == 0;
    return Attempt.of(draw.partial(dtype, shape, valid))
        .with(said ? pattern.kwargs().with("output_dtype", AttrValue.of(out)) : pattern.kwargs())
        .when(
            legal,
            () ->
                Draw.partialType(
                    out,
                    new long[] {shape[0], shape[1] / pattern.step()},
                    new long[] {valid[0], pattern.of(valid[1])}));
  }

  private static Attempt gatherCompare(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    DataType compared = draw.oneIn(6) ? draw.dtype() : dtype;
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    int mode = draw.oneIn(8) ? draw.any(-1, 6) : draw.between(0, 5);
    int columns = draw.oneIn(8) ? draw.any(0, -1) : draw.between(1, 64);
    DataType counts = draw.oneIn(2) ? DataType.INT32 : draw.any(DataType.UINT32, draw.dtype());
    Attrs kwargs = Attrs.of("cmp_mode", AttrValue.of(mode)).with("out_cols", AttrValue.of(columns));
    if (draw.oneIn(2)) {
      kwargs = kwargs.with("offset", AttrValue.of(draw.between(0, 3)));
    }
    if (counts != DataType.INT32) {
      kwargs = kwargs.with("count_dtype", AttrValue.of(counts));
    }
    boolean literal = compared == dtype && draw.oneIn(2);
    Expr value = literal ? ConstInt.index(1) : draw.scalar(compared);
    boolean legal =
        Draw.VECTOR.contains(dtype)
            && compared == dtype
            && shape.length == 2
            && mode >= 0
            && mode <= 5
            && columns > 0
            && (counts == DataType.INT32 || counts == DataType.UINT32);
    boolean missing = draw.oneIn(10);
    long[] valid = draw.valid(shape);
    return Attempt.of(draw.partial(dtype, shape, valid), value, draw.vec(DataType.UINT8, shape))
        .with(missing ? kwargs.without(draw.any("cmp_mode", "out_cols")) : kwargs)
        .when(
            legal && !missing,
            () ->
                new TupleType(
                    ImmutableList.of(
                        Draw.partialType(
                            DataType.INT32,
                            new long[] {shape[0], columns},
                            new long[] {valid[0], columns}),
                        Draw.partialType(
                            counts, new long[] {1, shape[0]}, new long[] {1, valid[0]}))));
  }

  private static Attempt scatter(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
    DataType own = dtype.bytes() == 4 ? DataType.INT32 : DataType.INT16;
    DataType counted = draw.mostly(own, ImmutableList.of(DataType.INT16, DataType.INT32));
    long[] target = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] shape = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] indices = draw.nearly(shape);
    long[] valid = draw.valid(target);
    boolean legal =
        Draw.ADDABLE.contains(dtype)
            && dtype == other
            && counted == own
            && target.length == 2
            && shape.length == 2
            && Arrays.equals(indices, shape);
    return Attempt.of(
            draw.partial(dtype, target, valid), draw.vec(other, shape), draw.vec(counted, indices))
        .when(legal, () -> Draw.partialType(dtype, target, valid));
  }

  private static Attempt scatterMask(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
    Pattern pattern = Pattern.of(draw);
    long[] shape = draw.shape(2);
    long[] target = {shape[0], shape[1] * pattern.step()};
    if (draw.oneIn(6)) {
      target = draw.shape();
    }
    long[] into = target;
    boolean legal =
        Draw.ADDABLE.contains(dtype)
            && dtype == other
            && pattern.exists()
            && into.length == 2
            && into[0] == shape[0]
            && into[1] == shape[1] * pattern.step();
    return Attempt.of(draw.vec(dtype, into), draw.vec(other, shape))
        .with(pattern.kwargs())
        .when(legal, () -> TileType.of(dtype, MemorySpace.VEC, into));
  }

  private static DataType sorted(Draw draw) {
    return draw.oneIn(6) ? draw.dtype() : draw.any(DataType.FP16, DataType.FP32);
  }

  private static boolean sorts(DataType dtype) {
    return dtype == DataType.FP16 || dtype == DataType.FP32;
  }

  private static Attempt sort(Draw draw) {
    DataType dtype = sorted(draw);
    long[] shape = draw.shape(2);
    shape[1] = draw.oneIn(6) ? draw.extent() : 32L * draw.between(1, 3);
    long[] indices = draw.oneIn(6) ? draw.nearly(shape) : shape;
    DataType counted = draw.any(DataType.UINT32, DataType.INT32);
    long[] valid = draw.valid(shape);
    return Attempt.of(draw.partial(dtype, shape, valid), draw.vec(counted, indices))
        .when(
            sorts(dtype) && shape[1] % 32 == 0 && Arrays.equals(shape, indices),
            () -> {
              long each = RECORD_BYTES / dtype.bytes();
              return Draw.partialType(
                  dtype,
                  new long[] {shape[0], shape[1] * each},
                  new long[] {valid[0], valid[1] * each});
            });
  }

  private static Attempt mergeRuns(Draw draw) {
    DataType dtype = sorted(draw);
    long[] shape = draw.shape(2);
    boolean known = draw.oneIn(2);
    int length = draw.any(64, 128, 256, 64, 0, -64, 32);
    DataType counted = draw.oneIn(6) ? draw.dtype() : draw.any(DataType.INT32, DataType.INDEX);
    Expr run = known ? ConstInt.of(length, DataType.INT32) : draw.scalar(counted);
    boolean legal = known ? length > 0 && length % 64 == 0 : counted.isInt();
    long[] valid = draw.valid(shape);
    return Attempt.of(draw.partial(dtype, shape, valid), run)
        .when(sorts(dtype) && legal, () -> Draw.partialType(dtype, shape, valid));
  }

  /** Records side by side, in the rows that all sources have, until there is no more room. */
  private static Attempt merge(Draw draw) {
    DataType dtype = sorted(draw);
    int sources = draw.between(1, 4);
    List<Expr> args = new ArrayList<>();
    boolean fits = sorts(dtype) && sources >= 2;
    long rows = draw.extent();
    long first = 0;
    long common = Long.MAX_VALUE;
    long length = 0;
    for (int i = 0; i < sources; i++) {
      long[] shape = {draw.oneIn(20) ? rows + 1 : rows, 32L * draw.between(1, 2)};
      long[] valid = draw.valid(shape);
      first = i == 0 ? shape[0] : first;
      common = Math.min(common, valid[0]);
      length += valid[1];
      DataType other = draw.oneIn(20) ? draw.any(DataType.FP16, DataType.FP32) : dtype;
      fits &= other == dtype && shape[0] == first;
      args.add(draw.partial(other, shape, valid));
    }
    long[] room = {draw.oneIn(20) ? rows + 1 : rows, 32L * draw.between(1, 8)};
    args.add(draw.partial(dtype, room, draw.valid(room)));
    boolean exhausted = draw.oneIn(2);
    long[] merged = {common, Math.min(length, room[1])};
    return Attempt.of(args)
        .with(exhausted ? Attrs.of("exhausted", AttrValue.of(true)) : Attrs.empty())
        .when(fits && room[0] == first, () -> Draw.partialType(dtype, room, merged));
  }
}
