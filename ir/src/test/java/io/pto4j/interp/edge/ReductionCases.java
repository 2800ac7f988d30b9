package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;
import static io.pto4j.interp.edge.ElementwiseCases.scratched;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.DataType;
import java.util.Random;
import java.util.function.IntFunction;

/** Reductions of rows and columns. */
final class ReductionCases {
  private ReductionCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      for (boolean rows : new boolean[] {true, false}) {
        String along = level + (rows ? "row_" : "col_");
        for (String f : ImmutableList.of("sum", "max", "min", "prod")) {
          put(cases, along + f, (o, t, g, r) -> reduced(o, f, rows, t, g, r));
        }
        put(cases, along + "argmax", (o, t, g, r) -> extremum(o, 4, rows, t, g, r));
        put(cases, along + "argmin", (o, t, g, r) -> extremum(o, 2, rows, t, g, r));
      }
    }
  }

  private static boolean reduced(
      String operator, String f, boolean rows, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Geometry result = rows ? g.column() : g.row();
    return scratched(Applied.of(operator).with(a), operator, t, g.shape())
        .gives(
            () ->
                Cells.of(
                    t,
                    result.shape(),
                    result.valid(),
                    p ->
                        rows
                            ? fold(f, true, t, g.validCols(), c -> a.at(p[0], c))
                            : fold(f, false, t, g.validRows(), r -> a.at(r, p[1]))));
  }

  /** From the first element on; the sum of a row is rounded to its type at the end only. */
  private static Number fold(
      String f, boolean row, DataType t, int count, IntFunction<Number> element) {
    String step = f.equals("sum") ? "add" : f.equals("prod") ? "mul" : f;
    DataType steps = row && f.equals("sum") && t.isFloat() ? DataType.FP32 : t;
    Number folded = element.apply(0);
    for (int i = 1; i < count; i++) {
      folded = Plain.binary(step, steps, folded, element.apply(i));
    }
    return folded instanceof Double x ? (Number) Plain.round(t, x) : folded;
  }

  private static boolean extremum(
      String operator, int comparison, boolean rows, DataType t, Geometry g, Random random) {
    Cells a = g.any(t, random);
    Geometry result = rows ? g.column() : g.row();
    return scratched(Applied.of(operator).with(a), operator, t, g.shape())
        .gives(
            () ->
                Cells.of(
                    DataType.INT32,
                    result.shape(),
                    result.valid(),
                    p ->
                        rows
                            ? first(comparison, t, g.validCols(), c -> a.at(p[0], c))
                            : first(comparison, t, g.validRows(), r -> a.at(r, p[1]))));
  }

  private static long first(int comparison, DataType t, int count, IntFunction<Number> element) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      if (Plain.compare(comparison, t, element.apply(i), element.apply(best))) {
        best = i;
      }
    }
    return best;
  }
}
