package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Operators that pick and place elements, sort them, or make random ones. */
final class IndexedCases {
  private static final int PATTERNS = 7;

  private IndexedCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    put(cases, "tile.gather", IndexedCases::gathered);
    put(cases, "tensor.gather", IndexedCases::gatheredAlong);
    put(cases, "tile.gatherb", IndexedCases::blocks);
    put(cases, "tile.scatter", IndexedCases::scattered);
    put(cases, "tensor.scatter", IndexedCases::scatteredAlong);
    put(cases, "tile.scatter_mask", IndexedCases::spread);
    put(cases, "tensor.scatter_mask", IndexedCases::spread);
    put(cases, "tile.mgather", IndexedCases::fromMemory);
    put(cases, "tile.mscatter", IndexedCases::intoMemory);
    put(cases, "tensor.paged_gather", IndexedCases::paged);
    for (String level : ImmutableList.of("tile.", "tensor.")) {
      put(cases, level + "gather_mask", IndexedCases::masked);
      put(cases, level + "gather_compare", IndexedCases::compared);
      put(cases, level + "gather_row", IndexedCases::windowed);
      put(cases, level + "scatter_update", IndexedCases::replaced);
      put(cases, level + "random", IndexedCases::random);
      put(cases, level + "sin", (o, t, g, r) -> wave(o, true, t, g, r));
      put(cases, level + "cos", (o, t, g, r) -> wave(o, false, t, g, r));
    }
  }

  private static List<Number> below(int n) {
    return LongStream.range(0, n).mapToObj(i -> (Number) i).toList();
  }

  private static Cells whole(DataType t, int rows, int cols, Random random) {
    return new Geometry(rows, cols).any(t, random);
  }

  private static Number flat(Cells a, Number index) {
    return a.at(Cells.position(a.shape(), index.intValue()));
  }

  // ---- by index

  private static boolean gathered(String operator, DataType t, Geometry g, Random random) {
    Cells source = whole(t, 3, 11, random);
    Cells index = g.pick(DataType.INT32, below(33), random);
    Applied applied = Applied.of(operator).with(source).with(index);
    return ElementwiseCases.scratched(applied, operator, DataType.INT32, g.shape())
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> flat(source, index.at(p))));
  }

  private static boolean gatheredAlong(String operator, DataType t, Geometry g, Random random) {
    Cells source = whole(t, g.rows(), 11, random);
    Cells index = g.pick(DataType.INT32, below(11), random);
    return Applied.of(operator)
        .with(source)
        .with(index)
        .attr("dim", AttrValue.of(-1))
        .gives(
            () -> Cells.of(t, g.shape(), g.valid(), p -> source.at(p[0], index.at(p).intValue())));
  }

  private static boolean blocks(String operator, DataType t, Geometry g, Random random) {
    if (t.bits() > 32) {
      return false;
    }
    int each = 256 / t.bits();
    Cells source = whole(t, 2, 4 * each, random);
    Cells offsets =
        new Geometry(g.rows(), g.cols(), g.validRows(), g.validCols())
            .pick(DataType.UINT32, List.of(0L, 32L, 96L, 224L), random);
    int[] shape = {g.rows(), g.cols() * each};
    int[] valid = {g.validRows(), g.validCols() * each};
    return Applied.of(operator)
        .with(source)
        .with(offsets)
        .gives(
            () ->
                Cells.of(
                    t,
                    shape,
                    valid,
                    p -> {
                      int bytes = offsets.at(p[0], p[1] / each).intValue();
                      return flat(source, bytes / 32 * each + p[1] % each);
                    }));
  }

  private static boolean scattered(String operator, DataType t, Geometry g, Random random) {
    Cells target = whole(t, 5, 33, random);
    Cells source = g.any(t, random);
    Cells index = g.pick(DataType.INT32, below(165), random);
    return Applied.of(operator)
        .with(target)
        .with(source)
        .with(index)
        .gives(
            () -> Cells.of(t, target.shape(), p -> last(source, index, p[0] * 33L + p[1], null)));
  }

  /** The last of the elements whose index is a number. */
  private static Number last(Cells source, Cells index, long wanted, Number otherwise) {
    Number found = otherwise;
    for (int i = 0; i < source.elements().size(); i++) {
      if (index.elements().get(i).longValue() == wanted) {
        found = source.elements().get(i);
      }
    }
    return found;
  }

  private static boolean scatteredAlong(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    Cells target = whole(t, g.rows(), 13, random);
    Cells source = g.any(t, random);
    Cells index = g.pick(DataType.INT32, below(13), random);
    return Applied.of(operator)
        .with(target)
        .with(index)
        .with(source)
        .attr("dim", AttrValue.of(-1))
        .gives(
            () ->
                Cells.of(
                    t,
                    target.shape(),
                    p -> {
                      Number found = target.at(p);
                      for (int c = 0; c < g.cols(); c++) {
                        if (index.at(p[0], c).intValue() == p[1]) {
                          found = source.at(p[0], c);
                        }
                      }
                      return found;
                    }));
  }

  private static boolean replaced(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole() || g.rows() > 20) {
      return false;
    }
    Cells target = whole(t, 21, g.cols(), random);
    Cells source = g.any(t, random);
    Cells index = new Geometry(1, g.rows()).pick(DataType.INT32, below(21), random);
    return Applied.of(operator)
        .with(target)
        .with(index)
        .with(source)
        .gives(
            () ->
                Cells.of(
                    t,
                    target.shape(),
                    p -> {
                      Number found = target.at(p);
                      for (int r = 0; r < g.rows(); r++) {
                        if (index.at(0, r).intValue() == p[0]) {
                          found = source.at(r, p[1]);
                        }
                      }
                      return found;
                    }));
  }

  private static boolean windowed(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    Cells target = whole(t, g.rows() + 2, g.cols() + 3, random);
    Cells source = whole(t, g.rows() + 1, g.cols() + 1, random);
    return Applied.of(operator)
        .with(target)
        .with(source)
        .with(2, 3)
        .with(1, 1)
        .with(g.shape())
        .gives(
            () ->
                Cells.of(
                    t,
                    target.shape(),
                    p -> p[0] >= 2 && p[1] >= 3 ? source.at(p[0] - 1, p[1] - 2) : target.at(p)));
  }

  // ---- into and out of memory

  private static boolean fromMemory(String operator, DataType t, Geometry g, Random random) {
    Cells memory = whole(t, 3, 11, random);
    Cells index = g.pick(DataType.INT32, below(33), random);
    return Applied.of(operator)
        .with(memory)
        .with(index)
        .attr("coalesce", AttrValue.of(1))
        .attr("target_memory", AttrValue.of(MemorySpace.VEC))
        .gives(() -> Cells.of(t, g.shape(), g.valid(), p -> flat(memory, index.at(p))));
  }

  private static boolean intoMemory(String operator, DataType t, Geometry g, Random random) {
    Cells source = g.any(t, random);
    Cells index = g.pick(DataType.INT32, below(165), random);
    Cells memory = whole(t, 5, 33, random);
    return Applied.of(operator)
        .with(source)
        .with(index)
        .with(memory)
        .gives(
            () ->
                Cells.of(
                    t, memory.shape(), p -> last(source, index, p[0] * 33L + p[1], memory.at(p))));
  }

  /** Two blocks of three rows, found through a table. */
  private static boolean paged(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    int[] blocks = {1, 0};
    Cells memory = whole(t, 6, g.cols() + 1, random);
    Cells index = new Geometry(1, g.rows()).pick(DataType.INT32, below(6), random);
    Cells table = Cells.of(DataType.INT32, new int[] {1, 2}, p -> (long) blocks[p[1]]);
    return Applied.of(operator)
        .with(memory)
        .with(index)
        .with(table)
        .attr("block_size", AttrValue.of(3))
        .attr("size", AttrValue.of(g.cols()))
        .attr("col_off", AttrValue.of(1))
        .attr("max_indices", AttrValue.of(g.rows()))
        .gives(
            () ->
                Cells.of(
                    t,
                    g.shape(),
                    p -> {
                      int named = index.at(0, p[0]).intValue();
                      return memory.at(blocks[named / 3] * 3 + named % 3, p[1] + 1);
                    }));
  }

  // ---- by pattern or comparison

  private static boolean picks(int pattern, int column) {
    return switch (pattern) {
      case 1, 2 -> column % 2 == pattern - 1;
      case 3, 4, 5, 6 -> column % 4 == pattern - 3;
      default -> true;
    };
  }

  private static List<Integer> columns(int pattern, int cols) {
    return IntStream.range(0, cols).filter(c -> picks(pattern, c)).boxed().toList();
  }

  private static boolean masked(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    Cells source = whole(t, g.rows(), 16, random);
    boolean allowed = false;
    for (int pattern = 1; pattern <= PATTERNS; pattern++) {
      List<Integer> columns = columns(pattern, 16);
      allowed |=
          Applied.of(operator)
              .with(source)
              .attr("mask_pattern", AttrValue.of(pattern))
              .gives(
                  () ->
                      Cells.of(
                          t,
                          new int[] {g.rows(), columns.size()},
                          p -> source.at(p[0], columns.get(p[1]))));
    }
    return allowed;
  }

  private static boolean spread(String operator, DataType t, Geometry g, Random random) {
    if (!g.isWhole()) {
      return false;
    }
    boolean tile = operator.startsWith("tile.");
    Number zero = t.isFloat() ? (Number) 0.0 : (Number) 0L;
    Cells target = whole(t, g.rows(), 16, random);
    boolean allowed = false;
    for (int pattern = 1; pattern <= PATTERNS; pattern++) {
      List<Integer> columns = columns(pattern, 16);
      Cells source = whole(t, g.rows(), columns.size(), random);
      Applied applied = Applied.of(operator);
      allowed |=
          (tile ? applied.with(target).with(source) : applied.with(source).with(target))
              .attr("mask_pattern", AttrValue.of(pattern))
              .gives(
                  () ->
                      Cells.of(
                          t,
                          target.shape(),
                          p ->
                              columns.contains(p[1])
                                  ? source.at(p[0], columns.indexOf(p[1]))
                                  : tile ? zero : target.at(p)));
    }
    return allowed;
  }

  private static boolean compared(String operator, DataType t, Geometry g, Random random) {
    Cells source = g.any(t, random);
    Number limit = Edges.elements(t).get(random.nextInt(Edges.elements(t).size()));
    Applied applied = Applied.of(operator).with(source).with(t, limit);
    ElementwiseCases.scratched(applied, operator, DataType.INT32, g.shape())
        .attr("cmp_mode", AttrValue.of(4))
        .attr("out_cols", AttrValue.of(g.cols()));
    if (applied.type().isEmpty()) {
      return false;
    }
    ImmutableList<Value> results = ((Value.OfTuple) applied.value()).elements();
    TensorValue found = (TensorValue) results.get(0);
    TensorValue counts = (TensorValue) results.get(1);
    for (int r = 0; r < g.validRows(); r++) {
      List<Long> columns = new ArrayList<>();
      for (int c = 0; c < g.validCols(); c++) {
        if (Plain.compare(4, t, source.at(r, c), limit)) {
          columns.add((long) c);
        }
      }
      assertThat(Applied.element(counts, 0, r)).isEqualTo((long) columns.size());
      for (int c = 0; c < columns.size(); c++) {
        assertThat(Applied.element(found, r, c)).isEqualTo(columns.get(c));
      }
    }
    return true;
  }

  // ---- made up

  private static boolean random(String operator, DataType t, Geometry g, Random random) {
    int rounds = random.nextBoolean() ? 10 : 7;
    int[] key = {random.nextInt(), random.nextInt()};
    int[] counter = {-1, -1, random.nextInt(), random.nextInt()};
    Applied applied = Applied.of(operator);
    IntStream.concat(IntStream.of(key), IntStream.of(counter))
        .forEach(word -> applied.with(DataType.INT32, (long) word));
    return applied
        .with(g.shape())
        .attr("dtype", AttrValue.of(t))
        .attr("rounds", AttrValue.of(rounds))
        .gives(
            () ->
                Cells.of(
                    t,
                    g.shape(),
                    p -> {
                      // rows narrower than 256: one block of 64 lanes with four words each
                      int[] at = Plain.advanced(counter, p[0] * (g.cols() / 4) + p[1] % 64);
                      int word = Plain.philox(at, key, rounds)[p[1] / 64];
                      return t == DataType.UINT32 ? Integer.toUnsignedLong(word) : (long) word;
                    }));
  }

  private static boolean wave(
      String operator, boolean sine, DataType t, Geometry g, Random random) {
    List<Number> angles =
        Edges.elements(t, x -> Double.isNaN(x.doubleValue()) || Math.abs(x.doubleValue()) < 1000);
    Cells a = g.pick(t, angles, random);
    Applied applied = Applied.of(operator).with(a);
    if (applied.type().isEmpty()) {
      return false;
    }
    Cells result = Cells.of((TensorValue) applied.value());
    assertThat(result.valid()).isEqualTo(g.valid());
    for (int i = 0; i < a.elements().size(); i++) {
      double x = a.elements().get(i).doubleValue();
      double expected = sine ? StrictMath.sin(x) : StrictMath.cos(x);
      if (Double.isNaN(x)) {
        assertThat(result.elements().get(i)).isEqualTo(Double.NaN);
      } else {
        assertThat(result.elements().get(i).doubleValue()).isCloseTo(expected, within(1e-5));
      }
    }
    return true;
  }
}
