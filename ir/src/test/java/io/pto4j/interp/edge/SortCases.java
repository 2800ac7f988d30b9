package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Sorting: records of a value and the bits of its index, eight bytes each. */
final class SortCases {
  private static final int RUN = 32;

  private SortCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      put(cases, level + "sort32", SortCases::sorted);
      put(cases, level + "mrgsort_format1", SortCases::runs);
      put(cases, level + "mrgsort_format2", SortCases::merged);
    }
  }

  /** A value and its index as elements of the value's type. */
  private record Entry(double value, int index) {
    List<Number> elements(DataType t) {
      return t == DataType.FP32
          ? List.of(value, (double) Float.intBitsToFloat(index))
          : List.of(value, 0.0, (double) Float.float16ToFloat((short) index), 0.0);
    }
  }

  /** Descending, with NaN after all numbers; equal ones stay in order. */
  private static List<Entry> descending(List<Entry> entries) {
    return entries.stream()
        .sorted(
            Comparator.comparing((Entry e) -> Double.isNaN(e.value()))
                .thenComparing(
                    (a, b) -> a.value() > b.value() ? -1 : a.value() < b.value() ? 1 : 0))
        .toList();
  }

  private static List<Number> elements(DataType t, List<Entry> entries) {
    List<Number> elements = new ArrayList<>();
    entries.forEach(e -> elements.addAll(e.elements(t)));
    return elements;
  }

  private static int width(DataType t) {
    return 64 / t.bits();
  }

  private static boolean sorted(String operator, DataType t, Geometry g, Random random) {
    if (!t.isFloat() || !g.isWhole()) {
      return false;
    }
    Geometry source = new Geometry(g.rows(), RUN * (1 + g.cols() % 2));
    Cells values = source.any(t, random);
    Cells index = Cells.of(DataType.UINT32, source.shape(), p -> (long) p[1]);
    return Applied.of(operator)
        .with(values)
        .with(index)
        .gives(
            () -> {
              List<Number> elements = new ArrayList<>();
              for (int r = 0; r < source.rows(); r++) {
                for (int run = 0; run < source.cols(); run += RUN) {
                  int row = r;
                  List<Entry> entries =
                      IntStream.range(run, run + RUN)
                          .mapToObj(c -> new Entry((Double) values.at(row, c), c))
                          .toList();
                  elements.addAll(elements(t, descending(entries)));
                }
              }
              int[] shape = {source.rows(), source.cols() * width(t)};
              return new Cells(t, shape, shape, elements);
            });
  }

  /** Entries that are in order. */
  private static List<Entry> run(DataType t, int first, Random random) {
    List<Number> from = Edges.elements(t);
    return descending(
        IntStream.range(first, first + RUN)
            .mapToObj(i -> new Entry((Double) from.get(random.nextInt(from.size())), i))
            .toList());
  }

  private static Cells row(DataType t, List<Entry> entries) {
    List<Number> elements = elements(t, entries);
    int[] shape = {1, elements.size()};
    return new Cells(t, shape, shape, elements);
  }

  private static boolean runs(String operator, DataType t, Geometry g, Random random) {
    if (!t.isFloat()) {
      return false;
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      entries.addAll(run(t, i * RUN, random));
    }
    return Applied.of(operator)
        .with(row(t, entries))
        .with(DataType.INT32, (long) RUN * width(t))
        .gives(() -> row(t, descending(entries)));
  }

  private static boolean merged(String operator, DataType t, Geometry g, Random random) {
    if (!t.isFloat()) {
      return false;
    }
    List<Entry> first = run(t, 0, random);
    List<Entry> second = run(t, RUN, random);
    List<Entry> both = new ArrayList<>(first);
    both.addAll(second);
    Applied applied = Applied.of(operator).with(row(t, first)).with(row(t, second));
    if (operator.startsWith("tile.")) {
      applied.with(row(t, both));
    }
    return applied.gives(() -> row(t, descending(both)));
  }
}
