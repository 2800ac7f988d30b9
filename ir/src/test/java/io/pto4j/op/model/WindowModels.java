package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Windows that devices share: allocation, transfers and signals. */
final class WindowModels {
  private static final Type NOTHING = UnknownType.INSTANCE;

  private WindowModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.<String, RuleModel>builder()
        .put("pld.tensor.alloc_window_buffer", WindowModels::alloc)
        .put("pld.tensor.window", WindowModels::window)
        .put("pld.system.world_size", _ -> Attempt.of().gives(ScalarType.of(DataType.INT64)))
        .put("pld.system.get_comm_ctx", WindowModels::context)
        .put("pld.system.rank", WindowModels::ofContext)
        .put("pld.system.nranks", WindowModels::ofContext)
        .put("pld.system.notify", WindowModels::notified)
        .put("pld.system.wait", draw -> awaited(draw, false))
        .put("pld.system.defer_wait", draw -> awaited(draw, true))
        .put(
            "pld.tile.remote_load",
            draw -> draw.oneIn(4) ? LaterWindows.remoteLoad(draw) : remoteLoad(draw))
        .put("pld.tile.remote_store", draw -> remoteStore(draw, true))
        .put("pld.tensor.remote_store", draw -> remoteStore(draw, false))
        .put("pld.tensor.put", draw -> copy(draw, true, false))
        .put("pld.tensor.get", draw -> copy(draw, false, false))
        .put("pld.tile.put", draw -> copy(draw, true, true))
        .put("pld.tile.get", draw -> copy(draw, false, true))
        .put("dist.make_tensor", draw -> unknown(draw, 2))
        .put("dist.tree_reduce", draw -> unknown(draw, 2))
        .put("dist.submit_worker", draw -> unknown(draw, 1))
        .put("dist.submit_orchestrator", draw -> unknown(draw, 1))
        .put("dist.future_get", draw -> unknown(draw, 1))
        .buildOrThrow();
  }

  /** What the runtime makes is not known here; only the number of operands is. */
  private static Attempt unknown(Draw draw, int operands) {
    int given = draw.oneIn(4) ? operands - 1 : operands;
    return Attempt.of(IntStream.range(0, given).mapToObj(_ -> draw.index()).toList())
        .when(given == operands, () -> NOTHING);
  }

  private static Attempt alloc(Draw draw) {
    String name = draw.any("buf", "buf", "");
    DataType dtype = draw.any(DataType.INDEX, DataType.INT64, DataType.INT32, DataType.FP32);
    long bytes = draw.any(1024L, 64L, 0L, -8L);
    boolean written = draw.oneIn(2);
    Keywords keywords = new Keywords(draw).required("name", AttrValue.of(name), !name.isEmpty());
    return Attempt.of(written ? ConstInt.index(bytes) : draw.scalar(dtype))
        .with(keywords.attrs())
        .when(
            keywords.areLegal() && (written ? bytes > 0 : !dtype.isFloat()),
            () -> PtrType.INSTANCE);
  }

  private static Attempt window(Draw draw) {
    long[] shape = draw.shape();
    DataType dtype = draw.dtype();
    boolean pointer = !draw.oneIn(6);
    boolean positive = !draw.oneIn(6);
    if (!positive) {
      shape[0] = draw.any(0L, -2L);
    }
    Keywords keywords = new Keywords(draw).required("dtype", AttrValue.of(dtype), true);
    return Attempt.of(
            pointer ? draw.value(PtrType.INSTANCE) : draw.tensor(dtype, 4), Draw.tuple(shape))
        .with(keywords.attrs())
        .when(
            pointer && positive && keywords.areLegal(),
            () -> DistributedTensorType.of(dtype, shape));
  }

  private static Attempt context(Draw draw) {
    boolean window = !draw.oneIn(4);
    return Attempt.of(
            window ? draw.window(draw.dtype(), draw.shape()) : draw.tensor(draw.dtype(), 4))
        .when(window, () -> HandleType.COMM_CTX);
  }

  private static Attempt ofContext(Draw draw) {
    HandleType handle = draw.mostly(HandleType.COMM_CTX, ImmutableList.copyOf(HandleType.values()));
    return Attempt.of(draw.value(handle))
        .when(handle == HandleType.COMM_CTX, () -> ScalarType.of(DataType.INT32));
  }

  private static Attempt notified(Draw draw) {
    long[] shape = draw.shape();
    boolean window = !draw.oneIn(6);
    Var target = window ? draw.window(DataType.INT32, shape) : draw.tensor(DataType.INT32, shape);
    int offsets = draw.oneIn(6) ? shape.length + 1 : shape.length;
    int op = draw.between(-1, 2);
    Keywords keywords = new Keywords(draw).required("op", AttrValue.of(op), op == 0 || op == 1);
    return Attempt.of(
            target, draw.scalar(DataType.INT32), draw.indices(offsets), draw.scalar(DataType.INT32))
        .with(keywords.attrs())
        .when(window && offsets == shape.length && keywords.areLegal(), () -> NOTHING);
  }

  private static Attempt awaited(Draw draw, boolean deferred) {
    long[] shape = draw.shape();
    boolean window = !draw.oneIn(6);
    DataType dtype = draw.mostly(DataType.INT32, ImmutableSet.of(DataType.INT64, DataType.FP32));
    Var signal = window ? draw.window(dtype, shape) : draw.tensor(dtype, shape);
    int offsets = draw.oneIn(6) ? shape.length + 1 : shape.length;
    int cmp = draw.between(-1, 2);
    long expected = draw.any(0L, 1L, 2147483647L, -1L, 2147483648L);
    boolean written = draw.oneIn(2);
    Keywords keywords =
        new Keywords(draw).required("cmp", AttrValue.of(cmp), cmp == 1 || (cmp == 0 && !deferred));
    return Attempt.of(
            signal,
            draw.indices(offsets),
            written ? ConstInt.of(expected, DataType.INT64) : draw.scalar(DataType.INT32))
        .with(keywords.attrs())
        .when(
            window
                && offsets == shape.length
                && keywords.areLegal()
                && !(deferred && dtype != DataType.INT32)
                && !(deferred && written && (expected < 0 || expected > Integer.MAX_VALUE)),
            () -> NOTHING);
  }

  private static Attempt remoteLoad(Draw draw) {
    long[] target = draw.shape();
    DataType dtype = draw.dtype();
    boolean window = !draw.oneIn(8);
    boolean requested = draw.oneIn(2);
    long[] offsets = new long[target.length];
    long[] size = new long[target.length];
    for (int i = 0; i < target.length; i++) {
      offsets[i] = draw.oneIn(10) ? -1 : draw.between(0, (int) target[i] - 1);
      size[i] = draw.between(1, (int) target[i] - (int) Math.max(0, offsets[i]));
      size[i] += draw.oneIn(6) ? 2 : 0;
    }
    long[] valid = requested ? draw.valid(size) : size;
    boolean inside =
        IntStream.range(0, target.length)
            .allMatch(i -> offsets[i] >= 0 && offsets[i] + valid[i] <= target[i]);
    Attempt attempt =
        Attempt.of(
            ImmutableList.of(
                    window ? draw.window(dtype, target) : draw.tensor(dtype, target),
                    draw.scalar(DataType.INT32),
                    Draw.tuple(offsets),
                    Draw.tuple(size),
                    Draw.tuple(valid))
                .subList(0, requested ? 5 : 4));
    return attempt.when(
        window && inside && Draw.isAtByte(dtype, Draw.dims(offsets)),
        () -> loaded(dtype, size, valid));
  }

  /** Row by row, but for a column. */
  private static TileType loaded(DataType dtype, long[] size, long[] valid) {
    boolean column = size.length == 2 && size[1] == 1 && size[0] > 1;
    return new TileType(
        dtype,
        Draw.dims(size),
        Optional.empty(),
        Optional.of((column ? Tiles.DN : Tiles.ND).withValidShape(Draw.dims(valid))),
        Optional.empty());
  }

  private static Attempt remoteStore(Draw draw, boolean tile) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
    long[] source = draw.shape(draw.between(1, 3));
    if (!draw.oneIn(4)) {
      Arrays.fill(source, 0, Math.max(0, source.length - 2), 1);
    }
    long[] valid = tile ? draw.valid(source) : source;
    long[] target = draw.shape(draw.between(1, 4));
    long[] offsets = new long[target.length];
    int rank = target.length;
    boolean legal = rank >= 2 && source.length >= 2;
    for (int i = 0; i < rank; i++) {
      int at = i - rank + source.length;
      boolean inner = i >= rank - 2;
      if (inner && at >= 0 && !draw.oneIn(8)) {
        target[i] = Math.max(target[i], source[at]);
      }
      offsets[i] = draw.any(0, 0, 0, 1, -1);
      long extent = inner && at >= 0 ? valid[at] : 1;
      legal &= offsets[i] >= 0 && offsets[i] + extent <= target[i];
    }
    for (int i = 0; i < source.length - 2; i++) {
      legal &= source[i] == 1;
    }
    int atomic = draw.any(0, 1, 1, 2);
    Keywords keywords = new Keywords(draw).optional("atomic", AttrValue.of(atomic), atomic <= 1);
    boolean adds = keywords.attrs().has("atomic") && atomic == 1;
    boolean window = !draw.oneIn(8);
    return Attempt.of(
            tile ? draw.partial(dtype, source, valid) : draw.tensor(dtype, source),
            window ? draw.window(other, target) : draw.tensor(other, target),
            draw.scalar(DataType.INT32),
            Draw.tuple(offsets))
        .with(keywords.attrs())
        .when(
            legal
                && window
                && dtype == other
                && Draw.isAtByte(other, Draw.dims(offsets))
                && keywords.areLegal()
                && !(adds && !Draw.ADDABLE.contains(dtype)),
            () -> NOTHING);
  }

  /** Copies of whole tensors or regions, to another device or from it, through tiles or not. */
  private static Attempt copy(Draw draw, boolean put, boolean staged) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType other = draw.oneIn(10) ? draw.dtype() : dtype;
    boolean remote = !draw.oneIn(10);
    boolean windows = draw.oneIn(2);
    long[] to = draw.shape(draw.between(1, 3));
    Optional<MovedRegions> regions =
        draw.oneIn(2) ? Optional.of(MovedRegions.of(draw, to)) : Optional.empty();
    long[] from = regions.map(r -> r.source().toArray()).orElseGet(() -> draw.nearly(to));
    Var target = put ? side(draw, remote, dtype, to) : side(draw, windows, dtype, to);
    Var source = put ? side(draw, windows, other, from) : side(draw, remote, other, from);
    List<Expr> args = new ArrayList<>(List.of(target, draw.scalar(DataType.INT32), source));
    boolean legal =
        remote
            && dtype == other
            && regions.map(r -> r.isLegal(dtype)).orElseGet(() -> Arrays.equals(to, from));
    if (staged) {
      Stage stage = Stage.of(draw, dtype, regions.map(r -> r.shape().toArray()).orElse(to));
      args.addAll(stage.tiles());
      legal &= stage.legal();
    }
    regions.ifPresent(r -> args.addAll(r.operands()));
    Keywords keywords = new Keywords(draw);
    int atomic = draw.any(0, 1, 1, 2);
    if (put) {
      keywords.required("atomic", AttrValue.of(atomic), atomic <= 1);
    }
    if (!staged) {
      chunks(draw, keywords);
    }
    boolean adds = put && keywords.attrs().getInt("atomic", 0) == 1;
    return Attempt.of(args)
        .with(keywords.attrs())
        .when(
            legal && keywords.areLegal() && !(adds && !Draw.ADDABLE.contains(dtype)),
            () -> NOTHING);
  }

  private static Var side(Draw draw, boolean window, DataType dtype, long[] shape) {
    return window ? draw.window(dtype, shape) : draw.tensor(dtype, shape);
  }

  private static void chunks(Draw draw, Keywords keywords) {
    int rows = draw.any(0, 4, -1);
    int cols = draw.any(0, 8, -1);
    boolean pipeline = draw.oneIn(3);
    keywords.optional("chunk_rows", AttrValue.of(rows), rows >= 0);
    keywords.optional("chunk_cols", AttrValue.of(cols), cols >= 0);
    boolean both =
        keywords.attrs().getInt("chunk_rows", 0) > 0
            && keywords.attrs().getInt("chunk_cols", 0) > 0;
    keywords.optional("pipeline", AttrValue.of(pipeline), !pipeline || both);
  }

  /** A region of the target and one of the source, of one shape. */
  private record MovedRegions(
      ImmutableList<Expr> operands,
      ImmutableLongArray shape,
      ImmutableLongArray source,
      boolean legal) {
    static MovedRegions of(Draw draw, long[] to) {
      int rank = to.length;
      long[] from = draw.shape(draw.oneIn(10) ? rank + 1 : rank);
      long[] shape = new long[rank];
      long[] toOffsets = new long[rank];
      long[] fromOffsets = new long[rank];
      boolean legal = from.length == rank;
      for (int i = 0; i < rank; i++) {
        shape[i] = draw.oneIn(12) ? 0 : draw.between(1, (int) Math.min(to[i], from[i]));
        toOffsets[i] = draw.oneIn(12) ? -1 : draw.between(0, (int) (to[i] - shape[i]));
        fromOffsets[i] = draw.between(0, (int) (from[i] - shape[i]) + (draw.oneIn(12) ? 1 : 0));
        legal &=
            shape[i] > 0
                && toOffsets[i] >= 0
                && toOffsets[i] + shape[i] <= to[i]
                && fromOffsets[i] + shape[i] <= from[i];
      }
      return new MovedRegions(
          ImmutableList.of(Draw.tuple(toOffsets), Draw.tuple(fromOffsets), Draw.tuple(shape)),
          ImmutableLongArray.copyOf(shape),
          ImmutableLongArray.copyOf(from),
          legal);
    }

    boolean isLegal(DataType dtype) {
      return legal
          && operands.subList(0, 2).stream()
              .allMatch(offset -> Draw.isAtByte(dtype, ((MakeTuple) offset).elements()));
    }
  }

  /** One tile or two that what is moved goes through. */
  private record Stage(ImmutableList<Expr> tiles, boolean legal) {
    static Stage of(Draw draw, DataType dtype, long[] moved) {
      long rows = Arrays.stream(moved).limit(moved.length - 1L).reduce(1, (a, b) -> a * b);
      long cols = moved[moved.length - 1];
      long[] shape = {
        draw.between(1, (int) Math.max(1, rows)) + (draw.oneIn(12) ? rows : 0),
        draw.between(1, (int) Math.max(1, cols)) + (draw.oneIn(12) ? cols : 0)
      };
      DataType element = draw.oneIn(12) ? draw.dtype() : dtype;
      boolean two = draw.oneIn(2);
      long[] second = draw.oneIn(8) ? draw.shape(2) : shape;
      ImmutableList<Expr> tiles =
          ImmutableList.of(
              draw.tile(element, MemorySpace.VEC, shape),
              draw.tile(element, MemorySpace.VEC, second));
      return new Stage(
          tiles.subList(0, two ? 2 : 1),
          element == dtype
              && shape[0] <= rows
              && shape[1] <= cols
              && (!two || Arrays.equals(shape, second)));
    }
  }
}
