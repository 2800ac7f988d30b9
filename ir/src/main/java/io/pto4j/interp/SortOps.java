package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sorting in descending order. Elements travel as records of eight bytes: the value, and the bits
 * of its index as elements of the value's type. A NaN comes after every number, and equal values
 * keep their order. Source: PTO ISA, TSORT32 and TMRGSORT.
 */
final class SortOps {
  private static final int RUN = 32;
  private static final int RUNS_MERGED = 4;
  private static final int RECORD_BYTES = 8;
  private static final int HALF_BITS = 16;
  private static final long HALF_MASK = 0xFFFF;

  private SortOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    for (String level : new String[] {"tile.", "tensor."}) {
      table.put(level + "sort32", SortOps::sorted);
      table.put(level + "mrgsort_format1", SortOps::mergedRuns);
    }
    table.put("tile.mrgsort_format2", call -> merged(call, call.count() - 1));
    table.put("tensor.mrgsort_format2", call -> merged(call, call.count()));
  }

  /** Elements of a record. */
  private static int width(DataType dtype) {
    return RECORD_BYTES / dtype.bytes();
  }

  /** Descending, NaN last; 0 for values that are equal, as the zeros are. */
  private static int compare(float a, float b) {
    if (Float.isNaN(a) || Float.isNaN(b)) {
      return Boolean.compare(Float.isNaN(a), Float.isNaN(b));
    }
    return a > b ? -1 : a < b ? 1 : 0;
  }

  private static Value sorted(OpCall call) {
    TensorValue source = call.tensor(0);
    int[] valid = source.valid();
    int last = valid.length - 1;
    int width = width(source.dtype());
    float[] values = source.floats(call.operator());
    long[] indices = call.tensor(1).longs(valid, call.operator());
    float[] records = new float[values.length * width];
    for (int row = 0; row < values.length; row += valid[last]) {
      for (int run = row; run < row + valid[last]; run += RUN) {
        int end = Math.min(run + RUN, row + valid[last]);
        int[] order =
            IntStream.range(run, end)
                .boxed()
                .sorted(
                    Comparator.comparing((Integer i) -> values[i], SortOps::compare)
                        .thenComparingLong(i -> indices[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int k = 0; k < order.length; k++) {
          int at = (run + k) * width;
          records[at] = values[order[k]];
          putIndex(call, indices[order[k]], source.dtype(), records, at);
        }
      }
    }
    return TensorValue.of(
        source.dtype(),
        Shapes.with(source.shape(), last, source.extent(last) * width),
        Shapes.with(valid, last, valid[last] * width),
        records);
  }

  /**
   * The bits of the index, read as elements of the value's type, in the second half of a record.
   */
  private static void putIndex(OpCall call, long index, DataType dtype, float[] records, int at) {
    if (dtype == DataType.FP16) {
      records[at + 2] = half(call, index & HALF_MASK);
      records[at + 3] = half(call, index >>> HALF_BITS);
    } else {
      records[at + 1] = number(call, Float.intBitsToFloat((int) index));
    }
  }

  private static float half(OpCall call, long bits) {
    return number(call, Float.float16ToFloat((short) bits));
  }

  /** Bits that are no number would not survive in a floating-point element. */
  private static float number(OpCall call, float bits) {
    if (Float.isNaN(bits)) {
      throw call.unsupported("an index whose bits are a NaN");
    }
    return bits;
  }

  /** What follows the last four whole runs is not written. */
  private static Value mergedRuns(OpCall call) {
    TensorValue source = call.tensor(0);
    long length = call.integer(1);
    int width = width(source.dtype());
    if (length <= 0 || length % width != 0) {
      throw call.error("a run cannot have " + length + " elements");
    }
    int[] valid = source.valid();
    int last = valid.length - 1;
    TensorValue result = TensorValue.undefined(source.dtype(), source.shape()).withValid(valid);
    float[] a = source.floats(call.operator());
    long group = RUNS_MERGED * length;
    for (int row = 0; row < a.length; row += valid[last]) {
      for (long start = 0; start + group <= valid[last]; start += group) {
        List<float[]> runs = new ArrayList<>();
        for (int k = 0; k < RUNS_MERGED; k++) {
          int from = (int) (row + start + k * length);
          runs.add(Arrays.copyOfRange(a, from, (int) (from + length)));
        }
        write(result, row / valid[last], (int) start, merge(runs, width, (int) group, false));
      }
    }
    return result;
  }

  private static void write(TensorValue result, int row, int column, float[] records) {
    int last = result.rank() - 1;
    int[] at = Shapes.position(Shapes.with(result.valid(), last, 1), row);
    at[last] = column;
    int[] region = new int[last + 1];
    Arrays.fill(region, 1);
    region[last] = records.length;
    result.write(at, region, records);
  }

  /**
   * @param sources how many operands are lists; one after them is scratch and as wide as the result
   */
  private static Value merged(OpCall call, int sources) {
    TensorValue first = call.tensor(0);
    int last = first.rank() - 1;
    int width = width(first.dtype());
    boolean scratch = sources < call.count();
    int columns =
        scratch
            ? call.tensor(sources).extent(last)
            : IntStream.range(0, sources).map(i -> call.tensor(i).extent(last)).sum();
    boolean exhausted = call.attributes().getBool("exhausted", false);
    int[] valid = mergedExtents(call, sources, columns);
    TensorValue result =
        TensorValue.undefined(first.dtype(), Shapes.with(first.shape(), last, columns))
            .withValid(valid);
    int rows = Shapes.count(Arrays.copyOf(valid, last));
    for (int row = 0; row < rows; row++) {
      List<float[]> lists = new ArrayList<>();
      for (int i = 0; i < sources; i++) {
        int length = call.tensor(i).valid()[last];
        float[] a = call.tensor(i).floats(Shapes.with(valid, last, length), call.operator());
        lists.add(Arrays.copyOfRange(a, row * length, (row + 1) * length));
      }
      write(result, row, 0, merge(lists, width, columns, exhausted));
    }
    return result;
  }

  /** The rows that all lists have, and in each as many elements as fit. */
  private static int[] mergedExtents(OpCall call, int sources, int room) {
    int[] extents = call.tensor(0).valid();
    int last = extents.length - 1;
    for (int i = 1; i < sources; i++) {
      int[] more = call.tensor(i).valid();
      for (int axis = 0; axis < last; axis++) {
        extents[axis] = Math.min(extents[axis], more[axis]);
      }
      extents[last] += more[last];
    }
    extents[last] = Math.min(extents[last], room);
    return extents;
  }

  /** The records of sorted lists in one order; of equal ones the earlier list's come first. */
  private static float[] merge(List<float[]> lists, int width, int room, boolean exhausted) {
    int total = lists.stream().mapToInt(list -> list.length).sum();
    float[] records = new float[Math.min(total, room)];
    int[] next = new int[lists.size()];
    int written = 0;
    while (written < records.length) {
      int best = -1;
      for (int i = 0; i < next.length; i++) {
        boolean left = next[i] < lists.get(i).length;
        if (!left && exhausted) {
          return Arrays.copyOf(records, written);
        }
        if (left && (best < 0 || compare(lists.get(i)[next[i]], lists.get(best)[next[best]]) < 0)) {
          best = i;
        }
      }
      System.arraycopy(lists.get(best), next[best], records, written, width);
      next[best] += width;
      written += width;
    }
    return records;
  }
}
