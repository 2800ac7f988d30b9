package io.pto4j.verify;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Target;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What in compiled kernels keeps the machine from its speed. Source: PyPTO passes, performance
 * hints.
 */
public final class PerformanceHints {
  /** What is looked for. */
  public static final ImmutableSet<DiagnosticCheck> CHECKS =
      Sets.immutableEnumSet(DiagnosticCheck.TILE_INNERMOST_DIM_GRANULARITY);

  /**
   * A transfer that moves rows shorter than the machine likes; equal ones at one place are one.
   *
   * @param bytes of a row of the tile
   * @param elements of a row of the tile
   * @param rows that are moved; -1 where that is known at run time only, as for the next
   * @param rowBytes of a row that is moved
   */
  private record Transfer(
      Span place,
      String operator,
      DataType dtype,
      long bytes,
      long elements,
      Optional<MemorySpace> space,
      long rows,
      long rowBytes) {
    static final Comparator<Transfer> ORDER =
        comparing((Transfer t) -> t.place.filename())
            .thenComparingInt(t -> t.place.beginLine())
            .thenComparingInt(t -> t.place.beginColumn())
            .thenComparing(Transfer::operator)
            .thenComparing(Transfer::dtype)
            .thenComparingLong(Transfer::bytes)
            .thenComparingInt(t -> t.space.map(MemorySpace::ordinal).orElse(-1))
            .thenComparingLong(Transfer::rows)
            .thenComparingLong(Transfer::rowBytes);

    /** A transfer of {@code tile}; empty where the length of its rows is not constant. */
    static Optional<Transfer> of(Call call, TileType tile, Function function) {
      if (!(tile.shape().getLast() instanceof ConstInt(_, _, long elements)) || elements <= 0) {
        return Optional.empty();
      }
      List<Expr> valid = tile.validShape();
      OptionalLong rows = product(valid.subList(0, valid.size() - 1));
      OptionalLong columns = product(valid.subList(valid.size() - 1, valid.size()));
      boolean counted = rows.isPresent() && columns.isPresent();
      return Optional.of(
          new Transfer(
              Diagnostic.place(call.span(), function),
              call.op().name(),
              tile.dtype(),
              PerformanceHints.bytes(elements, tile.dtype()),
              elements,
              tile.memorySpace(),
              counted ? rows.getAsLong() : -1,
              counted ? PerformanceHints.bytes(columns.getAsLong(), tile.dtype()) : -1));
    }

    String message(Target target, int times) {
      return ("%s has innermost dim = %dB (tile %s[%d], target_memory=%s)%s; recommended >= %dB for"
              + " backend %s (L2 cache line = %dB). Consider increasing tile shape on the innermost"
              + " axis.%s")
          .formatted(
              operator,
              bytes,
              dtype.text(),
              elements,
              space.map(MemorySpace::text).orElse("unknown"),
              rows < 0
                  ? ""
                  : "; moves %dB as %d x %dB rows".formatted(rows * rowBytes, rows, rowBytes),
              target.innermostBytes(),
              target.arch(),
              target.cacheLineBytes(),
              times == 1 ? "" : " (%d occurrences at this source location)".formatted(times));
    }
  }

  private PerformanceHints() {}

  /**
   * The hints about every kernel: those without a place, then one for each place in the source and
   * kind of transfer in the order of the places.
   */
  public static ImmutableList<Diagnostic> of(Program program, Target target) {
    ImmutableList.Builder<Diagnostic> hints = ImmutableList.builder();
    Map<Transfer, Integer> transfers = new TreeMap<>(Transfer.ORDER);
    for (Function function : program.functions().values()) {
      Walk.calls(
          function.body(),
          call ->
              moved(call)
                  .flatMap(tile -> Transfer.of(call, tile, function))
                  .filter(transfer -> transfer.bytes() < target.innermostBytes())
                  .ifPresent(
                      transfer -> {
                        if (transfer.place().isKnown()) {
                          transfers.merge(transfer, 1, Integer::sum);
                        } else {
                          hints.add(hint(transfer, 1, target));
                        }
                      }));
    }
    return hints
        .addAll(
            transfers.entrySet().stream()
                .map(t -> hint(t.getKey(), t.getValue(), target))
                .collect(toImmutableList()))
        .build();
  }

  private static Diagnostic hint(Transfer transfer, int times, Target target) {
    return DiagnosticCheck.TILE_INNERMOST_DIM_GRANULARITY.at(
        transfer.place(), transfer.message(target, times));
  }

  /** The tile that the call moves from or to global memory. */
  private static Optional<TileType> moved(Call call) {
    boolean stored = call.isOperator("tile.store") && !call.args().isEmpty();
    if (!stored && !call.isOperator("tile.load")) {
      return Optional.empty();
    }
    Expr moved = stored ? call.args().getFirst() : call;
    return moved.type() instanceof TileType tile ? Optional.of(tile) : Optional.empty();
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
