package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.FP4;
import static io.pto4j.ir.DataType.FP8E4M3FN;
import static io.pto4j.ir.DataType.FP8E5M2;
import static io.pto4j.ir.DataType.HF8;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT4;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT16;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT8;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import io.pto4j.ir.DataType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The conversions between element types that one instruction of a machine does, and how the others
 * are made of several. Source: PTO ISA, TCVT; PyPTO passes, LegalizeTileCast.
 */
public final class NativeCasts {
  static final NativeCasts A2A3 =
      new NativeCasts(
          ImmutableListMultimap.<DataType, DataType>builder()
              .putAll(FP32, FP16, BF16, INT16, INT32, INT64)
              .putAll(FP16, FP32, INT32, INT16, INT8, UINT8, INT4)
              .putAll(BF16, FP32, INT32)
              .putAll(INT16, FP16, FP32)
              .putAll(INT32, FP32, INT16, INT64, FP16)
              .putAll(INT64, FP32, INT32)
              .putAll(UINT8, FP16)
              .putAll(INT8, FP16)
              .putAll(INT4, FP16)
              .build());

  static final NativeCasts A5 =
      new NativeCasts(
          ImmutableListMultimap.<DataType, DataType>builder()
              .putAll(FP32, FP16, BF16, INT16, INT32, INT64, FP8E4M3FN, FP8E5M2, HF8)
              .putAll(FP16, FP32, INT32, INT16, INT8, UINT8, HF8)
              .putAll(BF16, FP32, INT32, FP16, FP4)
              .putAll(INT16, FP16, FP32, UINT8, UINT32, INT32)
              .putAll(INT32, FP32, INT16, INT64, UINT16, UINT8)
              .putAll(INT64, FP32, INT32)
              .putAll(UINT8, FP16, UINT16)
              .putAll(INT8, FP16, INT16, INT32)
              .putAll(UINT32, UINT8, UINT16, INT16)
              .putAll(FP8E4M3FN, FP32)
              .putAll(FP8E5M2, FP32)
              .putAll(HF8, FP32)
              .putAll(FP4, BF16)
              .build());

  private final ImmutableListMultimap<DataType, DataType> edges;
  private final Map<Pair, ImmutableList<DataType>> paths = new ConcurrentHashMap<>();

  /**
   * @param edges for each element type those that it is converted to at once; of equally good ways
   *     between two the one that comes first here is taken
   */
  private NativeCasts(ImmutableListMultimap<DataType, DataType> edges) {
    this.edges = edges;
  }

  /** Whether one instruction converts {@code from} to {@code to}. */
  public boolean contains(DataType from, DataType to) {
    return edges.containsEntry(from, to);
  }

  /**
   * The element types that a value takes on its way from one to the other, the last included: as
   * few as possible and none that holds less than the last one. Of several ways the one that
   * changes least on the way: an integer becomes the float of its width rather than another, a
   * float becomes a float rather than an integer. Empty when there is no way.
   */
  public ImmutableList<DataType> path(DataType from, DataType to) {
    return paths.computeIfAbsent(new Pair(from, to), _ -> search(from, to));
  }

  private ImmutableList<DataType> search(DataType from, DataType to) {
    Set<DataType> reached = EnumSet.of(from);
    Map<DataType, Way> ends = Map.of(from, new Way(ImmutableList.of(), 0));
    while (!ends.isEmpty() && !reached.contains(to)) {
      Map<DataType, Way> next = new LinkedHashMap<>();
      ends.forEach(
          (at, way) -> {
            for (DataType step : edges.get(at)) {
              if (!reached.contains(step) && (step == to || !holdsLess(step, to))) {
                next.merge(step, way.then(at, step), Way::better);
              }
            }
          });
      reached.addAll(next.keySet());
      ends = next;
    }
    return ends.containsKey(to) ? ends.get(to).types() : ImmutableList.of();
  }

  private static boolean isFloatOfWidth(DataType from, DataType to) {
    return from.isInt() && to.isFloat() && from.bits() == to.bits();
  }

  /** Whether {@code through} is known to lose what {@code to} could hold. */
  private static boolean holdsLess(DataType through, DataType to) {
    if (to.isFloat()) {
      return through.isInt()
          || (exponent(through) > 0
              && exponent(to) > 0
              && (significand(through) < significand(to) || exponent(through) < exponent(to)));
    }
    if (through.isFloat()) {
      return exponent(through) > 0 && significand(through) < valueBits(to);
    }
    return (through.isUnsignedInt() && to.isSignedInt()) || valueBits(through) < valueBits(to);
  }

  private static int significand(DataType dtype) {
    return switch (dtype) {
      case FP32 -> 24;
      case FP16 -> 11;
      default -> 8;
    };
  }

  /** Bits of the exponent; zero where the format is not looked at. */
  private static int exponent(DataType dtype) {
    return switch (dtype) {
      case FP32, BF16 -> 8;
      case FP16 -> 5;
      default -> 0;
    };
  }

  private static int valueBits(DataType dtype) {
    return dtype.isSignedInt() ? dtype.bits() - 1 : dtype.bits();
  }

  private record Pair(DataType from, DataType to) {}

  /** The types after the first, and how much changes between them. */
  private record Way(ImmutableList<DataType> types, int cost) {
    Way then(DataType from, DataType to) {
      int step = isFloatOfWidth(from, to) ? 0 : from.isFloat() && to.isFloat() ? 1 : 2;
      return new Way(ImmutableList.<DataType>builder().addAll(types).add(to).build(), cost + step);
    }

    Way better(Way other) {
      return other.cost < cost ? other : this;
    }
  }
}
