package io.pto4j.op.model;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows and elements of global memory at indices. */
final class TileIndexedModels {
  private static final ImmutableSet<DataType> LOADED =
      ImmutableSet.<DataType>builder()
          .addAll(Draw.UP_TO_32_BITS)
          .add(DataType.FP8E4M3FN, DataType.FP8E5M2, DataType.HF8)
          .build();
  private static final int BOX_ROWS = 16;
  private static final int BOX_BYTES = 32;

  private TileIndexedModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.of(
            "tile.gather_row", TileIndexedModels::gatherRow,
            "tile.scatter_update", TileIndexedModels::scatterUpdate,
            "tile.mscatter", TileIndexedModels::memoryScatter,
            "tile.mgather", draw -> draw.oneIn(2) ? gatherToVec(draw) : gatherToMat(draw)));
  }

  private static Attempt gatherRow(Draw draw) {
    DataType dtype = draw.dtype();
    DataType other = draw.mostly(dtype, Draw.DTYPES);
    boolean transposed = draw.oneIn(3);
    int rank = transposed && !draw.oneIn(8) ? 2 : draw.between(1, 3);
    long[] shape = draw.shape(rank);
    long[] window = Tiles.window(draw, shape);
    boolean said = draw.oneIn(3);
    long[] asked = said ? Tiles.asked(draw, window) : window;
    long[] offset = Tiles.offset(draw, shape, window);
    boolean legal =
        dtype == other && (!transposed || rank == 2) && Draw.isAtByte(dtype, Draw.dims(offset));
    for (int i = 0; i < rank; i++) {
      legal &= offset[i] >= 0 && offset[i] + asked[i] <= shape[i];
      legal &= asked[i] >= 0 && asked[i] <= window[i];
    }
    long[] placed = transposed && rank == 2 ? new long[] {asked[1], asked[0]} : asked;
    long[] target = draw.shape(rank);
    if (!draw.oneIn(4)) {
      Arrays.setAll(target, i -> Math.max(1, Math.max(target[i], placed[i])));
    }
    long[] place = Tiles.offset(draw, target, placed);
    legal &= Draw.isAtByte(dtype, Draw.dims(place));
    for (int i = 0; i < rank; i++) {
      legal &= place[i] >= 0 && place[i] + placed[i] <= target[i];
    }
    boolean later = said && legal && draw.oneIn(3);
    List<Expr> args = new ArrayList<>();
    TileType into = TileType.of(other, draw.any(MemorySpace.VEC, MemorySpace.MAT), target);
    args.add(draw.value(into));
    args.add(draw.tensor(dtype, shape));
    args.add(Draw.tuple(place));
    args.add(Draw.tuple(offset));
    args.add(Draw.tuple(window));
    if (said) {
      Expr extent = later ? draw.index() : Draw.dims(asked).get(0);
      args.add(Draw.tuple(Tiles.with(asked, 0, extent)));
    }
    return Attempt.of(args)
        .with(
            transposed || draw.oneIn(2)
                ? Attrs.of("transpose", AttrValue.of(transposed))
                : Attrs.empty())
        .when(legal && !(later && transposed), () -> into);
  }

  private static Attempt scatterUpdate(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
    DataType counted = draw.oneIn(8) ? draw.dtype() : draw.any(Draw.INTEGERS);
    long[] input = draw.shape(draw.oneIn(8) ? draw.between(1, 3) : draw.any(2, 4));
    long[] valid = draw.valid(input);
    int rank = input.length;
    long[] indices = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] source = input.clone();
    long rows = Regions.product(indices, 0);
    Arrays.fill(source, 0, Math.max(0, rank - 1), 1);
    source[Math.max(0, rank - 2)] = rows;
    source[rank - 1] = input[rank - 1];
    long[] src = draw.oneIn(4) ? draw.nearly(source) : source;
    int dim = draw.oneIn(8) ? draw.any(-1, 0, 2) : -2;
    boolean legal =
        Draw.ADDABLE.contains(dtype)
            && dtype == other
            && Draw.INTEGERS.contains(counted)
            && (rank == 2 || rank == 4)
            && indices.length == 2
            && src.length == rank
            && src[rank - 1] == input[rank - 1]
            && Regions.product(src, 0) / src[rank - 1] == rows
            && dim == -2;
    return Attempt.of(
            draw.partial(dtype, input, valid), draw.vec(counted, indices), draw.vec(other, src))
        .with(dim == -2 && draw.oneIn(2) ? Attrs.empty() : Attrs.of("dim", AttrValue.of(dim)))
        .when(legal, () -> Draw.partialType(dtype, input, valid));
  }

  private static Attempt memoryScatter(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    DataType stored = draw.oneIn(8) ? draw.dtype() : dtype;
    DataType counted = draw.oneIn(8) ? draw.dtype() : DataType.INT32;
    long[] shape = draw.shape(2);
    long[] indices = draw.nearly(shape);
    long[] memory = draw.shape();
    boolean shared = draw.oneIn(12);
    Var target = shared ? draw.window(stored, memory) : draw.tensor(stored, memory);
    return Attempt.of(draw.vec(dtype, shape), draw.vec(counted, indices), target)
        .when(
            Draw.VECTOR.contains(dtype)
                && dtype == stored
                && counted == DataType.INT32
                && Arrays.equals(shape, indices)
                && !shared,
            target::type);
  }

  private static Attempt gatherToVec(Draw draw) {
    DataType dtype = draw.dtype(LOADED);
    DataType counted = draw.oneIn(8) ? draw.dtype() : DataType.INT32;
    Gathering gathering = Gathering.of(draw, MemorySpace.VEC);
    long[] memory = draw.shape();
    long[] indices = draw.oneIn(12) ? draw.shape() : draw.shape(2);
    if (!gathering.elements() && !draw.oneIn(4)) {
      indices[draw.between(0, Math.min(1, indices.length - 1))] = 1;
    }
    long[] valid = draw.valid(indices);
    boolean line = indices.length == 2 && (indices[0] == 1 || indices[1] == 1);
    boolean legal =
        LOADED.contains(dtype)
            && counted == DataType.INT32
            && gathering.exists()
            && indices.length == 2
            && (gathering.elements() || (line && memory.length >= 2));
    List<Expr> args = new ArrayList<>();
    args.add(draw.tensor(dtype, memory));
    args.add(draw.partial(counted, indices, valid));
    boolean more = draw.oneIn(12);
    if (more) {
      args.add(draw.tensor(dtype, memory));
    }
    long columns = memory[memory.length - 1];
    return Attempt.of(args)
        .with(gathering.kwargs())
        .when(
            legal && !more,
            () ->
                gathering.elements()
                    ? Draw.partialType(dtype, indices, valid)
                    : Draw.partialType(
                        dtype,
                        new long[] {indices[0] * indices[1], columns},
                        new long[] {valid[0] * valid[1], columns}));
  }

  /** What an index names, and what one outside means. */
  private record Gathering(boolean elements, boolean exists, Attrs kwargs) {
    static Gathering of(Draw draw, MemorySpace to) {
      int coalesce = draw.oneIn(10) ? draw.any(-1, 2) : draw.between(0, 1);
      int outside = draw.oneIn(10) ? draw.any(-1, 4) : draw.between(0, 3);
      MemorySpace target = draw.oneIn(12) ? MemorySpace.ACC : to;
      Attrs kwargs = Attrs.empty();
      if (coalesce != 0 || draw.oneIn(2)) {
        kwargs = kwargs.with("coalesce", AttrValue.of(coalesce));
      }
      if (outside != 0 || draw.oneIn(2)) {
        kwargs = kwargs.with("gather_oob", AttrValue.of(outside));
      }
      if (target != MemorySpace.VEC || draw.oneIn(2)) {
        kwargs = kwargs.with("target_memory", AttrValue.of(target));
      }
      boolean exists =
          (coalesce == 0 || coalesce == 1) && outside >= 0 && outside <= 3 && target == to;
      return new Gathering(coalesce == 1, exists, kwargs);
    }
  }

  private static Attempt gatherToMat(Draw draw) {
    DataType dtype = draw.dtype(LOADED);
    DataType counted = draw.oneIn(8) ? draw.dtype() : DataType.INT32;
    Gathering gathering = Gathering.of(draw, MemorySpace.MAT);
    boolean elements = gathering.elements();
    long[] memory = draw.oneIn(8) ? draw.shape() : draw.shape(2);
    long[] indices = draw.oneIn(12) ? draw.shape() : draw.shape(2);
    if (!elements && !draw.oneIn(6)) {
      indices[0] = 1;
    }
    boolean inRows = !draw.oneIn(12);
    TensorType from = TensorType.of(dtype, memory);
    boolean turned = !inRows && memory.length > 1;
    Var mem =
        draw.value(
            turned ? from.withTensorView(TensorView.packed().withLayout(TensorLayout.DN)) : from);
    boolean legal =
        LOADED.contains(dtype)
            && counted == DataType.INT32
            && gathering.exists()
            && indices.length == 2
            && !turned
            && (elements || (indices[0] == 1 && memory.length >= 2));
    List<Expr> args = new ArrayList<>();
    args.add(mem);
    args.add(draw.tensor(counted, indices));
    if (elements ? !draw.oneIn(8) : draw.oneIn(12)) {
      long room = Regions.product(indices, 0) - (draw.oneIn(8) ? 1 : 0);
      DataType kept = draw.oneIn(8) ? draw.dtype() : dtype;
      legal &= elements && kept == dtype && room == Regions.product(indices, 0);
      args.add(draw.tensor(kept, Math.max(1, room)));
      legal &= room >= 1;
    } else {
      legal &= !elements;
    }
    long[] shape =
        elements || indices.length != 2 || memory.length < 2
            ? indices
            : new long[] {indices[0] * indices[1], memory[memory.length - 1]};
    long[] valid = shape;
    if (legal && draw.oneIn(2)) {
      valid = Tiles.asked(draw, shape);
      args.add(Draw.tuple(valid));
      legal = valid[0] >= 0 && valid[1] >= 0 && valid[0] <= shape[0] && valid[1] <= shape[1];
    }
    long[] region = valid;
    return Attempt.of(args)
        .with(gathering.kwargs())
        .when(
            legal && shape[0] % BOX_ROWS == 0 && shape[1] % (BOX_BYTES / dtype.bytes()) == 0,
            () -> Tiles.of(dtype, MemorySpace.MAT, shape, region));
  }
}
