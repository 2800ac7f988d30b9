package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.Reduction;
import java.util.Arrays;

/**
 * Reductions along an axis: {@code row_*} the last one, {@code col_*} the first one of a tile and
 * the second-to-last one of a tensor.
 */
final class ReductionOps {
  private static final ImmutableMap<String, Reduction> REDUCTIONS =
      ImmutableMap.of(
          "sum", Reduction.SUM,
          "max", Reduction.MAX,
          "min", Reduction.MIN,
          "prod", Reduction.PROD);

  private ReductionOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    for (String level : new String[] {"tile.", "tensor."}) {
      REDUCTIONS.forEach(
          (name, reduction) -> {
            table.put(level + "row_" + name, call -> reduce(call, -1, reduction, true));
            table.put(level + "col_" + name, call -> reduce(call, -2, reduction, false));
          });
      for (boolean rows : new boolean[] {true, false}) {
        String along = level + (rows ? "row_" : "col_");
        table.put(along + "argmax", call -> extremum(call, rows ? -1 : -2, true));
        table.put(along + "argmin", call -> extremum(call, rows ? -1 : -2, false));
      }
    }
  }

  private static int axis(OpCall call, TensorValue x, int standard) {
    boolean firstOfTile = call.tileLevel() && standard == -2;
    int axis = firstOfTile ? 0 : call.attributes().getInt("axis", standard);
    return call.axis(axis, x.rank());
  }

  private static Value reduce(OpCall call, int standard, Reduction reduction, boolean alongRows) {
    TensorValue x = call.tensor(0);
    int axis = axis(call, x, standard);
    int[] valid = nonEmpty(call, x);
    int length = valid[axis];
    int inner = Shapes.count(Arrays.copyOfRange(valid, axis + 1, valid.length));
    int outer = Shapes.count(Arrays.copyOf(valid, axis));
    int[] shape = Shapes.with(x.shape(), axis, 1);
    int[] resultValid = Shapes.with(valid, axis, 1);
    if (alongRows && inner != 1) {
      throw call.unsupported("a row reduction along axis " + axis);
    }
    int n = outer * inner;
    TensorValue result =
        x.isFloat()
            ? TensorValue.of(
                x.dtype(),
                shape,
                resultValid,
                floats(reduction, alongRows, x, call.operator(), length, inner, new float[n]))
            : TensorValue.of(
                x.dtype(),
                shape,
                resultValid,
                longs(reduction, x, call.operator(), length, inner, new long[n]));
    return kept(call, result, axis);
  }

  private static float[] floats(
      Reduction reduction,
      boolean alongRows,
      TensorValue x,
      String reader,
      int length,
      int inner,
      float[] d) {
    FloatFormat format = FloatFormat.of(x.dtype());
    float[] a = x.floats(reader);
    if (alongRows) {
      reduction.rows(format, a, 0, length, d.length, length, d, 0);
      return d;
    }
    for (int at = 0; at < d.length; at += inner) {
      reduction.columns(format, a, at * length, inner, length, inner, d, at);
    }
    return d;
  }

  /** Along rows, too, every step wraps, so one loop serves both. */
  private static long[] longs(
      Reduction reduction, TensorValue x, String reader, int length, int inner, long[] d) {
    IntFormat format = IntFormat.of(x.dtype());
    long[] a = x.longs(reader);
    for (int at = 0; at < d.length; at += inner) {
      reduction.columns(format, a, at * length, inner, length, inner, d, at);
    }
    return d;
  }

  private static int[] nonEmpty(OpCall call, TensorValue x) {
    int[] valid = x.valid();
    if (Shapes.count(valid) == 0) {
      throw call.error("nothing to reduce in " + x);
    }
    return valid;
  }

  private static Value kept(OpCall call, TensorValue result, int axis) {
    return call.attributes().getBool("keep_dim", true) ? result : result.dropAxes(new int[] {axis});
  }

  /** Positions of the first largest or smallest elements. */
  private static Value extremum(OpCall call, int standard, boolean largest) {
    TensorValue x = call.tensor(0);
    int axis = axis(call, x, standard);
    int[] valid = nonEmpty(call, x);
    int length = valid[axis];
    int inner = Shapes.count(Arrays.copyOfRange(valid, axis + 1, valid.length));
    int outer = Shapes.count(Arrays.copyOf(valid, axis));
    Better better = x.isFloat() ? floats(call, x, largest) : longs(call, x, largest);
    long[] d = new long[outer * inner];
    for (int o = 0; o < outer; o++) {
      for (int i = 0; i < inner; i++) {
        int start = o * length * inner + i;
        int best = 0;
        for (int k = 1; k < length; k++) {
          if (better.than(start + k * inner, start + best * inner)) {
            best = k;
          }
        }
        d[o * inner + i] = best;
      }
    }
    int[] shape = Shapes.with(x.shape(), axis, 1);
    TensorValue result = TensorValue.of(DataType.INT32, shape, Shapes.with(valid, axis, 1), d);
    return kept(call, result, axis);
  }

  /** Whether one element is strictly further than another. */
  private interface Better {
    boolean than(int candidate, int best);
  }

  private static Better floats(OpCall call, TensorValue x, boolean largest) {
    float[] a = x.floats(call.operator());
    return largest ? (c, b) -> a[c] > a[b] : (c, b) -> a[c] < a[b];
  }

  private static Better longs(OpCall call, TensorValue x, boolean largest) {
    long[] a = x.longs(call.operator());
    IntFormat format = IntFormat.of(x.dtype());
    return largest
        ? (c, b) -> format.compare(a[c], a[b]) > 0
        : (c, b) -> format.compare(a[c], a[b]) < 0;
  }
}
