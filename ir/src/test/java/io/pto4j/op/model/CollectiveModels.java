package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Var;
import java.util.Arrays;

/** What a group of devices does together, as authors write it and as it is lowered. */
final class CollectiveModels {
  private static final ImmutableSet<DataType> SENT = ImmutableSet.of(DataType.FP32);
  private static final int MOST_OF_A_RING = 16;

  private CollectiveModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.<String, RuleModel>builder()
        .put("pld.tensor.allreduce", CollectiveModels::allreduce)
        .put("pld.tensor.barrier", draw -> barrier(draw, false))
        .put("pld.tensor.broadcast", draw -> broadcast(draw, false))
        .put("pld.tensor.reduce_scatter", draw -> reduceScatter(draw, false))
        .put("pld.tensor.allgather", draw -> exchange(draw, true, false))
        .put("pld.tensor.all_to_all", draw -> exchange(draw, false, false))
        .put("pld.tensor.all_to_all_v", draw -> blocks(draw, false))
        .put("builtin.tensor.allreduce", CollectiveModels::loweredAllreduce)
        .put("builtin.tensor.allreduce_ring", CollectiveModels::ring)
        .put("builtin.tensor.barrier", draw -> barrier(draw, true))
        .put("builtin.tensor.broadcast", draw -> broadcast(draw, true))
        .put("builtin.tensor.reduce_scatter", draw -> reduceScatter(draw, true))
        .put("builtin.tensor.allgather", draw -> exchange(draw, true, true))
        .put("builtin.tensor.all_to_all", draw -> exchange(draw, false, true))
        .put("builtin.tensor.all_to_all_v", draw -> blocks(draw, true))
        .buildOrThrow();
  }

  /** A window, or a tensor of one device in its place. */
  private record Side(Var var, boolean window, DataType dtype, ImmutableLongArray shape) {
    static Side of(Draw draw, boolean window, DataType dtype, long... shape) {
      return new Side(
          window ? draw.window(dtype, shape) : draw.tensor(dtype, shape),
          window,
          dtype,
          ImmutableLongArray.copyOf(shape));
    }

    /** Mostly a window of counters. */
    static Side signal(Draw draw, long... shape) {
      return of(
          draw,
          !draw.oneIn(12),
          draw.oneIn(12) ? DataType.INT64 : DataType.INT32,
          draw.oneIn(12) ? draw.shape(3) : shape);
    }

    boolean signals() {
      return window && dtype == DataType.INT32;
    }
  }

  /** The element type that the lowered form names, which is that of what is sent. */
  private static Keywords named(Draw draw, boolean lowered, DataType dtype) {
    Keywords keywords = new Keywords(draw);
    if (lowered) {
      DataType name = draw.oneIn(10) ? draw.dtype() : dtype;
      keywords.required("dtype", AttrValue.of(name), name == dtype);
    }
    return keywords;
  }

  private static Attempt allreduce(Draw draw) {
    Side target = Side.of(draw, !draw.oneIn(8), draw.dtype(Draw.FLOATS), draw.shape());
    Side signal = Side.signal(draw, 4, 1);
    int op = draw.between(-1, 4);
    String mode = draw.any("mesh", "mesh", "ring", "tree");
    int cores = draw.between(0, 3);
    boolean alone = draw.oneIn(3);
    Keywords keywords =
        new Keywords(draw)
            .optional("op", AttrValue.of(op), op >= 0 && op <= 3)
            .optional(
                "mode", AttrValue.of(mode), mode.equals("mesh") || (mode.equals("ring") && !alone))
            .optional("core_num", AttrValue.of(cores), cores > 0);
    ImmutableList<Expr> args = ImmutableList.of(target.var(), signal.var());
    return Attempt.of(args.subList(0, alone ? 1 : 2))
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && target.window()
                && Draw.FLOATS.contains(target.dtype())
                && (alone || signal.signals()),
            () -> target.var().type());
  }

  private static Attempt loweredAllreduce(Draw draw) {
    Side source = Side.of(draw, !draw.oneIn(8), draw.dtype(Draw.FLOATS), draw.shape());
    int op = draw.between(-1, 4);
    int cores = draw.between(0, 3);
    long[] shape = draw.oneIn(2) ? new long[] {4} : new long[] {4, draw.between(1, 3)};
    Side signal = Side.signal(draw, shape);
    Keywords keywords =
        named(draw, true, source.dtype())
            .optional("op", AttrValue.of(op), op >= 0 && op <= 3)
            .optional("core_num", AttrValue.of(cores), cores > 0);
    int needed = keywords.attrs().getInt("core_num", 1);
    boolean enough =
        signal.shape().length() == 1
            ? needed == 1
            : signal.shape().length() == 2 && signal.shape().get(1) >= needed;
    return Attempt.of(source.var(), signal.var())
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && source.window()
                && Draw.FLOATS.contains(source.dtype())
                && signal.signals()
                && enough,
            () -> source.var().type());
  }

  private static Attempt ring(Draw draw) {
    int ranks = draw.any(1, 2, 4, 4, 16, 17);
    long[] shape = draw.oneIn(4) ? draw.shape(2) : new long[] {draw.between(1, 3), ranks * 2L};
    Side source = Side.of(draw, !draw.oneIn(10), draw.dtype(SENT), shape);
    long rows = 2L * (ranks - 1) + 1 + (draw.oneIn(6) ? 1 : 0);
    Side signal = Side.signal(draw, rows, ranks);
    int op = draw.any(0, 0, 0, 1);
    Keywords keywords = named(draw, true, source.dtype()).optional("op", AttrValue.of(op), op == 0);
    ImmutableLongArray given = signal.shape();
    boolean fits =
        given.length() == 2
            && given.get(0) == 2 * (given.get(1) - 1) + 1
            && given.get(1) <= MOST_OF_A_RING
            && Arrays.stream(shape).reduce(1, (a, b) -> a * b) % given.get(1) == 0;
    return Attempt.of(source.var(), signal.var())
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && source.window()
                && SENT.contains(source.dtype())
                && signal.signals()
                && fits,
            () -> source.var().type());
  }

  private static Attempt barrier(Draw draw, boolean lowered) {
    Side signal = Side.signal(draw, draw.oneIn(3) ? draw.shape(2) : draw.shape(1));
    return Attempt.of(signal.var())
        .when(
            signal.signals() && !(lowered && signal.shape().length() != 1),
            () -> signal.var().type());
  }

  private static Attempt broadcast(Draw draw, boolean lowered) {
    Side target =
        Side.of(draw, !draw.oneIn(8), lowered ? draw.dtype(SENT) : draw.dtype(), draw.shape());
    Side signal = Side.signal(draw, draw.oneIn(4) ? draw.shape(2) : draw.shape(1));
    int root = draw.between(-1, 3);
    Keywords keywords =
        named(draw, lowered, target.dtype()).required("root", AttrValue.of(root), root >= 0);
    return Attempt.of(target.var(), signal.var())
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && target.window()
                && signal.signals()
                && !(lowered && (signal.shape().length() != 1 || !SENT.contains(target.dtype()))),
            () -> target.var().type());
  }

  private static Attempt reduceScatter(Draw draw, boolean lowered) {
    Side target =
        Side.of(
            draw,
            !draw.oneIn(8),
            lowered ? draw.dtype(SENT) : draw.dtype(),
            draw.shape(draw.oneIn(4) ? 3 : 2));
    Side signal = Side.signal(draw, draw.oneIn(4) ? draw.shape(2) : draw.shape(1));
    int op = draw.any(0, 0, 0, 1);
    Keywords keywords =
        named(draw, lowered, target.dtype()).optional("op", AttrValue.of(op), op == 0);
    return Attempt.of(target.var(), signal.var())
        .with(keywords.attrs())
        .when(
            keywords.areLegal()
                && target.window()
                && target.shape().length() == 2
                && signal.signals()
                && !(lowered && (signal.shape().length() != 1 || !SENT.contains(target.dtype()))),
            () -> target.var().type());
  }

  /** Rows that change places: every device sends its one row, or one row to each. */
  private static Attempt exchange(Draw draw, boolean gathers, boolean lowered) {
    DataType dtype = lowered ? draw.dtype(SENT) : draw.dtype();
    long ranks = draw.between(1, 4);
    long size = draw.extent();
    long sent = gathers ? 1 : ranks;
    Side input =
        Side.of(
            draw,
            lowered ? !draw.oneIn(10) : draw.oneIn(2),
            draw.oneIn(12) ? draw.dtype() : dtype,
            draw.oneIn(12) ? sent + 1 : sent,
            draw.oneIn(12) ? size + 1 : size);
    Side target = Side.of(draw, !draw.oneIn(10), dtype, ranks, size);
    Side signal = signalOf(draw, ranks);
    boolean same = draw.oneIn(12);
    Keywords keywords = named(draw, lowered, dtype);
    boolean legal =
        !same
            && target.window()
            && signal.signals()
            && input.dtype() == dtype
            && input.shape().get(0) == sent
            && input.shape().get(1) == size
            && counts(signal.shape(), ranks)
            && !(lowered && !(input.window() && SENT.contains(dtype)));
    return Attempt.of(same ? target.var() : input.var(), target.var(), signal.var())
        .with(keywords.attrs())
        .when(keywords.areLegal() && legal, () -> target.var().type());
  }

  private static Side signalOf(Draw draw, long ranks) {
    long rows = draw.oneIn(12) ? ranks + 1 : ranks;
    return draw.oneIn(2)
        ? Side.signal(draw, rows)
        : Side.signal(draw, rows, draw.oneIn(12) ? 2 : 1);
  }

  /** Whether there is one counter for each device. */
  private static boolean counts(ImmutableLongArray shape, long ranks) {
    return shape.get(0) == ranks
        && (shape.length() == 1 || (shape.length() == 2 && shape.get(1) == 1));
  }

  private static Attempt blocks(Draw draw, boolean lowered) {
    DataType dtype = lowered ? draw.dtype(SENT) : draw.dtype();
    long ranks = draw.between(1, 4);
    long rows = ranks * draw.between(1, 4) + (draw.oneIn(10) ? 1 : 0);
    long size = draw.extent();
    Side input =
        Side.of(
            draw,
            lowered || draw.oneIn(2),
            draw.oneIn(12) ? draw.dtype() : dtype,
            rows,
            draw.oneIn(12) ? size + 1 : size);
    Side target = Side.of(draw, !draw.oneIn(10), dtype, rows, size);
    Side signal = Side.signal(draw, ranks, draw.oneIn(12) ? 2 : 1);
    long[] flat = {ranks};
    long[] column = {draw.oneIn(12) ? ranks + 1 : ranks, 1};
    Side counts =
        Side.of(
            draw,
            lowered || draw.oneIn(2),
            draw.oneIn(12) ? DataType.INT64 : DataType.INT32,
            draw.oneIn(2) ? flat : column);
    Side received = Side.signal(draw, ranks, 1);
    Keywords keywords = named(draw, lowered, dtype);
    boolean legal =
        target.window()
            && input.dtype() == dtype
            && input.shape().get(1) == size
            && signal.signals()
            && signal.shape().length() == 2
            && counts(signal.shape(), signal.shape().get(0))
            && rows % signal.shape().get(0) == 0
            && counts.dtype() == DataType.INT32
            && counts(counts.shape(), signal.shape().get(0))
            && received.signals()
            && received.shape().length() == 2
            && counts(received.shape(), signal.shape().get(0))
            && !(lowered && !SENT.contains(dtype));
    return Attempt.of(input.var(), target.var(), signal.var(), counts.var(), received.var())
        .with(keywords.attrs())
        .when(keywords.areLegal() && legal, () -> DistributedTensorType.of(dtype, rows, size));
  }
}
