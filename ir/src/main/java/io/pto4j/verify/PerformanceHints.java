package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What in compiled kernels keeps the machine from its speed. Source: PyPTO passes, performance
 * hints.
 */
public final class PerformanceHints {
  private static final String RULE = "TileInnermostDimGranularity";
  private static final String SHORT_ROWS = "PH001";
  private static final int CODE = 1;

  private PerformanceHints() {}

  /** A transfer that moves rows shorter than the machine likes; equal ones at one place are one. */
  private record Transfer(Span place, String message) {}

  /** The hints about every kernel, one for each place in the source and kind of transfer. */
  public static ImmutableList<Diagnostic> of(Program program, Target target) {
    Map<Transfer, Integer> transfers = new LinkedHashMap<>();
    for (Function function : program.functions().values()) {
      Walk.calls(
          function.body(),
          call -> {
            if (call.isOperator("tile.load") && call.type() instanceof TileType tile) {
              note(call, tile, function, target, transfers);
            } else if (call.isOperator("tile.store")
                && call.args().getFirst().type() instanceof TileType tile) {
              note(call, tile, function, target, transfers);
            }
          });
    }
    ImmutableList.Builder<Diagnostic> hints = ImmutableList.builder();
    transfers.forEach(
        (transfer, times) ->
            hints.add(
                new Diagnostic(
                    Severity.PERF_HINT,
                    RULE,
                    CODE,
                    SHORT_ROWS,
                    transfer.message + (times == 1 ? "" : " (%d times here)".formatted(times)),
                    transfer.place)));
    return hints.build();
  }

  private static void note(
      Call call,
      TileType tile,
      Function function,
      Target target,
      Map<Transfer, Integer> transfers) {
    if (!(tile.shape().getLast() instanceof ConstInt(_, _, long elements)) || elements <= 0) {
      return;
    }
    long bytes = bytes(elements, tile.dtype());
    if (bytes < target.innermostBytes()) {
      transfers.merge(
          new Transfer(Diagnostic.place(call.span(), function), message(call, tile, bytes, target)),
          1,
          Integer::sum);
    }
  }

  private static String message(Call call, TileType tile, long bytes, Target target) {
    return ("%s has innermost dim = %dB (tile %s[%s], target_memory=%s)%s; recommended >= %dB on %s"
            + " (L2 cache line = %dB); make the last axis of the tile longer")
        .formatted(
            call.op().name(),
            bytes,
            tile.dtype().text(),
            ((ConstInt) tile.shape().getLast()).value(),
            tile.memorySpace().map(space -> space.text()).orElse("unknown"),
            moved(tile),
            target.innermostBytes(),
            target.name(),
            target.cacheLineBytes());
  }

  /** How much is moved; nothing where that is known at run time only. */
  private static String moved(TileType tile) {
    List<Expr> valid = tile.validShape();
    OptionalLong rows = product(valid.subList(0, valid.size() - 1));
    OptionalLong columns = product(valid.subList(valid.size() - 1, valid.size()));
    if (rows.isEmpty() || columns.isEmpty()) {
      return "";
    }
    long row = bytes(columns.getAsLong(), tile.dtype());
    return "; moves %dB as %d x %dB rows".formatted(rows.getAsLong() * row, rows.getAsLong(), row);
  }

  private static OptionalLong product(List<Expr> extents) {
    long product = 1;
    for (Expr extent : extents) {
      if (!(extent instanceof ConstInt(_, _, long value))) {
        return OptionalLong.empty();
      }
      product *= value;
    }
    return OptionalLong.of(product);
  }

  private static long bytes(long elements, DataType dtype) {
    return Math.ceilDiv(elements * dtype.bits(), Byte.SIZE);
  }
}
