package io.pto4j.interp;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.IrException;
import io.pto4j.text.IrParser;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and elements at indices, and repeated values, against plain definitions. */
class IndexedSemanticsTest {
  private static Value apply(String operator, Attrs attributes, Value... operands) {
    return OpSemantics.apply(operator, ImmutableList.copyOf(operands), attributes);
  }

  private static Value apply(String operator, Value... operands) {
    return apply(operator, Attrs.empty(), operands);
  }

  private static Attrs ints(Object... pairs) {
    Attrs attributes = Attrs.empty();
    for (int i = 0; i < pairs.length; i += 2) {
      attributes = attributes.with((String) pairs[i], AttrValue.of((int) pairs[i + 1]));
    }
    return attributes;
  }

  private static int[] dims(int... extents) {
    return extents;
  }

  private static float[] floats(Value value) {
    return ((TensorValue) value).floats("test");
  }

  private static float at(Value value, int... position) {
    int[] one = new int[position.length];
    Arrays.fill(one, 1);
    return ((TensorValue) value).window(position, one, one).floats("test")[0];
  }

  /** Elements 1, 2, ..., so that no two are equal and none is zero. */
  private static TensorValue counting(int... shape) {
    float[] elements = new float[Shapes.count(shape)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = i + 1;
    }
    return TensorValue.of(FP32, shape, shape, elements);
  }

  private static TensorValue negative(int... shape) {
    TensorValue value = counting(shape);
    return (TensorValue) apply("tile.neg", value);
  }

  private static TensorValue indices(int[] shape, long... elements) {
    return TensorValue.of(INT32, shape, shape, elements);
  }

  private static TensorValue indices(Random random, int bound, int... shape) {
    return indices(shape, random.ints(Shapes.count(shape), 0, bound).asLongStream().toArray());
  }

  // ---- triangles and repeated values

  @Property
  void aTriangleEndsAtTheDiagonal(
      @ForAll @IntRange(min = 1, max = 6) int rows,
      @ForAll @IntRange(min = 1, max = 6) int cols,
      @ForAll @IntRange(min = -8, max = 8) int diagonal,
      @ForAll boolean upper,
      @ForAll boolean ofFloats) {
    Attrs attributes =
        Attrs.of("dtype", AttrValue.of(ofFloats ? FP16 : INT32)).with("upper", AttrValue.of(upper));
    TensorValue triangle =
        (TensorValue)
            apply(
                "tile.tri",
                attributes,
                Value.of((long) diagonal),
                Value.tuple(6, 6),
                Value.tuple(rows, cols));
    assertThat(triangle.shape()).containsExactly(6, 6);
    assertThat(triangle.valid()).containsExactly(rows, cols);
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        int expected = upper ? (c >= r + diagonal ? 1 : 0) : c <= r + diagonal ? 1 : 0;
        float element =
            ofFloats ? triangle.floats("")[r * cols + c] : triangle.longs("")[r * cols + c];
        assertThat(element).isEqualTo(expected);
      }
    }
  }

  @Test
  void aTriangleFitsItsShape() {
    Attrs attributes = Attrs.of("dtype", AttrValue.of(INT32));
    Value diagonal = Value.of(0L);
    assertThatThrownBy(() -> apply("tile.tri", attributes, diagonal, Value.tuple(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two axes");
    assertThatThrownBy(
            () -> apply("tile.tri", attributes, diagonal, Value.tuple(4, 4), Value.tuple(4, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("axis 1, which has 4");
  }

  @Property
  void oneAxisIsRepeatedIntoTheTarget(
      @ForAll @IntRange(min = 1, max = 4) int a,
      @ForAll @IntRange(min = 1, max = 4) int b,
      @ForAll @IntRange(min = 1, max = 4) int c,
      @ForAll @IntRange(min = 0, max = 3) int axis) {
    int[] shape = {a, b, c};
    TensorValue input = counting(axis < 3 ? Shapes.with(shape, axis, 1) : shape);
    TensorValue target = TensorValue.undefined(FP32, shape);
    Value result = apply("tensor.expand_clone", input, target);
    assertThat(floats(result)).isEqualTo(floats(target));
    for (int i = 0; i < a * b * c; i++) {
      int[] to = {i / (b * c), i / c % b, i % c};
      assertThat(floats(result)[i]).isEqualTo(at(input, axis < 3 ? Shapes.with(to, axis, 0) : to));
    }
  }

  @Test
  void repeatingCopiesAndRefusesOtherShapes() {
    TensorValue input = counting(1, 1, 2);
    TensorValue target = TensorValue.undefined(FP32, 1, 2, 2);
    apply("tensor.expand_clone", input, target);
    apply("tensor.write", input, Value.tuple(0, 0, 0), Value.of(9.0));
    assertThat(floats(target)).containsExactly(1, 2, 1, 2);
    for (int[] shape : new int[][] {{2, 2, 2}, {1, 1, 3}, {1, 2}}) {
      assertThatThrownBy(
              () -> apply("tensor.expand_clone", input, TensorValue.undefined(FP32, shape)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one axis");
    }
    assertThatThrownBy(
            () -> apply("tensor.expand_clone", input, TensorValue.undefined(FP16, 1, 1, 2)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("of another type");
  }

  // ---- windows of rows

  @Property
  void aWindowIsWrittenIntoTheAccumulator(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3) int rows,
      @ForAll @IntRange(min = 0, max = 4) int cols,
      @ForAll boolean transposed,
      @ForAll boolean tile) {
    Random random = new Random(seed);
    TensorValue source = counting(5, 7);
    TensorValue target = negative(6, 6);
    float[] expected = floats(target).clone();
    int fromRow = random.nextInt(6 - rows);
    int fromCol = random.nextInt(8 - cols);
    int toRow = random.nextInt(7 - (transposed ? cols : rows));
    int toCol = random.nextInt(7 - (transposed ? rows : cols));
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        int to = transposed ? (toRow + c) * 6 + toCol + r : (toRow + r) * 6 + toCol + c;
        expected[to] = at(source, fromRow + r, fromCol + c);
      }
    }
    Value result =
        apply(
            tile ? "tile.gather_row" : "tensor.gather_row",
            Attrs.of("transpose", AttrValue.of(transposed)),
            target,
            source,
            Value.tuple(toRow, toCol),
            Value.tuple(fromRow, fromCol),
            Value.tuple(4, 5),
            Value.tuple(rows, cols));
    assertThat(floats(result)).isEqualTo(expected);
    assertThat(floats(target)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"5, 0, 0, 0", "0, 6, 0, 0", "-1, 0, 0, 0", "0, 0, 6, 0", "0, 0, 0, 5", "0, 0, -1, 0"})
  void aWindowThatLeavesIsAnError(int fromRow, int fromCol, int toRow, int toCol) {
    assertThatThrownBy(
            () ->
                apply(
                    "tile.gather_row",
                    negative(6, 6),
                    counting(5, 7),
                    Value.tuple(toRow, toCol),
                    Value.tuple(fromRow, fromCol),
                    Value.tuple(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tile.gather_row");
  }

  @Test
  void aWindowMayHaveAxesInFrontButNoElementsWithoutValue() {
    TensorValue target = negative(2, 3);
    Value at = Value.tuple(1, 0);
    Value from = Value.tuple(1, 1, 0);
    Value window = Value.tuple(1, 1, 3);
    apply("tile.gather_row", target, counting(2, 2, 3), at, from, window);
    assertThat(floats(target)).containsExactly(-1, -2, -3, 10, 11, 12);
    TensorValue partial = counting(2, 2, 3).withValid(2, 2, 2);
    assertThatThrownBy(() -> apply("tile.gather_row", target, partial, at, from, window))
        .isInstanceOf(PoisonException.class);
    assertThatThrownBy(
            () ->
                apply("tile.gather_row", target, counting(2, 2, 3), at, from, Value.tuple(2, 1, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    TensorValue half = TensorValue.undefined(FP16, 2, 3);
    assertThatThrownBy(() -> apply("tile.gather_row", half, target, at, at, Value.tuple(1, 3)))
        .hasMessageContaining("fp32 into fp16");
  }

  // ---- rows that are replaced

  @Property
  void rowsAreReplacedWhereTheIndicesSay(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3) int b,
      @ForAll @IntRange(min = 1, max = 3) int s,
      @ForAll @IntRange(min = 1, max = 4) int cols,
      @ForAll boolean deep) {
    TensorValue index = indices(new Random(seed), 6, b, s);
    TensorValue input = deep ? counting(3, 2, 1, cols) : counting(6, cols);
    TensorValue source = deep ? negative(b, s, 1, cols) : negative(b * s, cols);
    float[] before = floats(input).clone();
    float[] expected = before.clone();
    for (int k = 0; k < b * s; k++) {
      for (int c = 0; c < cols; c++) {
        expected[(int) index.longs("")[k] * cols + c] = floats(source)[k * cols + c];
      }
    }
    assertThat(floats(apply("tensor.scatter_update", input, index, source))).isEqualTo(expected);
    assertThat(floats(input)).isEqualTo(before);
    assertThat(floats(apply("tile.scatter_update", input, index, source))).isEqualTo(expected);
    assertThat(floats(input)).isEqualTo(expected);
  }

  @Test
  void onlyValidIndicesReplaceRows() {
    TensorValue index = indices(dims(2, 2), 0, 9, 2, 9).withValid(2, 1);
    Value result = apply("tensor.scatter_update", counting(3, 1), index, negative(4, 1));
    assertThat(floats(result)).containsExactly(-1, 2, -3);
    Value same =
        apply("tensor.scatter_update", counting(3, 1), index.withValid(0, 2), negative(4, 1));
    assertThat(floats(same)).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3})
  void aRowOutsideIsAnError(long row) {
    assertThatThrownBy(
            () ->
                apply(
                    "tensor.scatter_update",
                    counting(3, 2),
                    indices(dims(1, 1), row),
                    negative(1, 2)))
        .hasMessage("tensor.scatter_update: index " + row + " into 3 elements");
  }

  @Test
  void thereIsARowForEachIndex() {
    TensorValue two = indices(dims(1, 2), 0, 1);
    for (TensorValue source : List.of(counting(1, 2), counting(2, 3))) {
      assertThatThrownBy(() -> apply("tile.scatter_update", counting(3, 2), two, source))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("does not give a row");
    }
  }

  // ---- indices into memory

  @Property
  void elementsAreGatheredFromMemory(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int rows,
      @ForAll @IntRange(min = 1, max = 5) int cols) {
    TensorValue memory = counting(2, rows, cols);
    TensorValue index = indices(new Random(seed), 2 * rows * cols, 3, 4);
    float[] picked = floats(apply("tile.mgather", ints("coalesce", 1), memory, index));
    for (int i = 0; i < 12; i++) {
      assertThat(picked[i]).isEqualTo((float) (index.longs("")[i] + 1));
    }
  }

  @Property
  void rowsAreGatheredFromMemory(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int rows,
      @ForAll @IntRange(min = 1, max = 5) int cols,
      @ForAll @IntRange(min = 1, max = 5) int count,
      @ForAll @IntRange(min = 0, max = 5) int valid,
      @ForAll boolean column) {
    int used = Math.min(valid, count);
    TensorValue memory = counting(rows, cols);
    TensorValue index =
        column
            ? indices(new Random(seed), rows, count, 1).withValid(used, 1)
            : indices(new Random(seed), rows, 1, count).withValid(1, used);
    TensorValue picked = (TensorValue) apply("tile.mgather", memory, index);
    assertThat(picked.shape()).containsExactly(count, cols);
    assertThat(picked.valid()).containsExactly(used, cols);
    for (int i = 0; i < used * cols; i++) {
      long from = index.longs("")[i / cols];
      assertThat(floats(picked)[i]).isEqualTo((float) (from * cols + i % cols + 1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, -1, 64", "1, 64, 64", "1, 100, 64", "1, 5, 6",
    "2, -1, 64", "2, 64, 1", "2, 100, 37", "2, 5, 6",
    "3, -1, 0", "3, 64, 0", "3, 100, 0", "3, 5, 6"
  })
  void anIndexOutsideStandsForWhatThePolicySays(int policy, int index, float expected) {
    TensorValue at = indices(dims(1, 1), index);
    Attrs elements = ints("coalesce", 1, "gather_oob", policy);
    assertThat(floats(apply("tile.mgather", elements, counting(8, 8), at)))
        .containsExactly(expected);
    Attrs rows = ints("coalesce", 0, "gather_oob", policy);
    assertThat(floats(apply("tile.mgather", rows, counting(64, 1), at))).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, -1, 2", "0, 2, 2", "1, -1, 6", "1, 6, 6"})
  void anIndexIntoMemoryIsInside(int coalesce, long index, int count) {
    assertThatThrownBy(
            () ->
                apply(
                    "tile.mgather",
                    ints("coalesce", coalesce),
                    counting(2, 3),
                    indices(dims(1, 1), index)))
        .hasMessage("tile.mgather: index " + index + " into " + count + " elements");
  }

  @Test
  void gathersHaveValidParts() {
    TensorValue memory = counting(4, 3);
    TensorValue at = indices(dims(1, 2), 3, 9);
    TensorValue rows = (TensorValue) apply("tile.mgather", memory, at, Value.tuple(1, 2));
    assertThat(rows.shape()).containsExactly(2, 3);
    assertThat(floats(rows)).containsExactly(10, 11);
    Attrs elements = ints("coalesce", 1);
    Value scratch = TensorValue.undefined(FP32, 2);
    assertThat(floats(apply("tile.mgather", elements, memory, at, scratch, Value.tuple(1, 1))))
        .containsExactly(4);
    assertThat(floats(apply("tile.mgather", elements, memory, at.withValid(1, 0)))).isEmpty();
    assertThatThrownBy(() -> apply("tile.mgather", memory.withValid(4, 2), at))
        .isInstanceOf(PoisonException.class);
  }

  @Test
  void whatCannotBeGatheredIsRefused() {
    TensorValue memory = counting(4, 3);
    TensorValue square = indices(dims(2, 2), 0, 1, 2, 3);
    assertThatThrownBy(() -> apply("tile.mgather", memory, square))
        .hasMessageContaining("no row of indices");
    assertThatThrownBy(() -> apply("tile.mgather", ints("coalesce", 2), memory, square))
        .hasMessageContaining("no gather 2");
    Attrs unknown = ints("coalesce", 1, "gather_oob", 4);
    assertThatThrownBy(() -> apply("tile.mgather", unknown, memory, square))
        .hasMessageContaining("no policy 4");
    TensorValue part = memory.window(dims(0, 0), dims(4, 2), dims(4, 2));
    assertThatThrownBy(() -> apply("tile.mgather", ints("coalesce", 1), part, square))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("tile.mgather: a flat index into a part of a tensor is not supported");
  }

  @Property
  void elementsAreScatteredIntoMemory(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int rows,
      @ForAll @IntRange(min = 1, max = 4) int cols,
      @ForAll @IntRange(min = 0, max = 4) int valid) {
    TensorValue memory = counting(5, 4);
    TensorValue source = negative(rows, cols).withValid(rows, Math.min(valid, cols));
    TensorValue index = indices(new Random(seed), 20, rows, cols);
    float[] expected = floats(memory).clone();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < Math.min(valid, cols); c++) {
        expected[(int) index.longs("")[r * cols + c]] = at(source, r, c);
      }
    }
    assertThat(floats(apply("tile.mscatter", source, index, memory))).isEqualTo(expected);
    assertThat(floats(memory)).isEqualTo(expected);
  }

  @Test
  void aScatterStaysInMemory() {
    for (long index : new long[] {-1, 20}) {
      assertThatThrownBy(
              () ->
                  apply(
                      "tile.mscatter", counting(1, 1), indices(dims(1, 1), index), counting(5, 4)))
          .hasMessage("tile.mscatter: index " + index + " into 20 elements");
    }
  }

  // ---- blocks of rows

  @Property
  void rowsAreFoundThroughTheTableOfBlocks(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int blockSize,
      @ForAll @IntRange(min = 1, max = 5) int count,
      @ForAll @IntRange(min = 1, max = 3) int size,
      @ForAll boolean transposed) {
    Random random = new Random(seed);
    int columns = 4;
    TensorValue source = counting(3 * blockSize, columns);
    TensorValue table = indices(random, 3, 1, 6);
    TensorValue index = indices(random, 6 * blockSize, count);
    int first = random.nextInt(columns - size + 1);
    Attrs attributes =
        ints("block_size", blockSize, "size", size, "col_off", first, "max_indices", 6)
            .with("is_trans", AttrValue.of(transposed));
    TensorValue rows = (TensorValue) apply("tensor.paged_gather", attributes, source, index, table);
    assertThat(rows.shape()).isEqualTo(transposed ? dims(size, 6) : dims(6, size));
    assertThat(rows.valid()).isEqualTo(transposed ? dims(size, count) : dims(count, size));
    for (int i = 0; i < count; i++) {
      int named = (int) index.longs("")[i];
      int row = (int) table.longs("")[named / blockSize] * blockSize + named % blockSize;
      for (int c = 0; c < size; c++) {
        assertThat(transposed ? at(rows, c, i) : at(rows, i, c))
            .isEqualTo(row * columns + first + c + 1);
      }
    }
    int[] beyond = transposed ? dims(0, count) : dims(count, 0);
    assertThatThrownBy(() -> at(rows, beyond)).isInstanceOf(PoisonException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, index -1 into 4 rows",
    "4, 0, index 4 into 4 rows",
    "1, 3, index 7 into 6 elements",
    "0, -1, index -2 into 6 elements"
  })
  void aPageOutsideIsAnError(long index, long block, String message) {
    Attrs attributes = ints("block_size", 2, "size", 2, "max_indices", 1);
    TensorValue table = indices(dims(2), block, block);
    assertThatThrownBy(
            () ->
                apply(
                    "tensor.paged_gather",
                    attributes,
                    counting(6, 2),
                    indices(dims(1), index),
                    table))
        .hasMessage("tensor.paged_gather: " + message);
  }

  @Test
  void pagesHaveRoom() {
    Attrs attributes = ints("block_size", 2, "size", 2, "max_indices", 1);
    TensorValue two = indices(dims(2), 0, 0);
    assertThatThrownBy(() -> apply("tensor.paged_gather", attributes, counting(2, 2), two, two))
        .hasMessageContaining("2 indices do not fit max_indices 1");
    assertThatThrownBy(
            () ->
                apply(
                    "tensor.paged_gather",
                    attributes.with("size", AttrValue.of(0)),
                    counting(2, 2),
                    two,
                    two))
        .hasMessageContaining("size is 0");
  }

  // ---- in a program

  private static final String PROGRAM =
      """
      @pl.program
      class Rows:
          @pl.function(type=pl.FunctionType.InCore)
          def rows(x: pl.Tensor[[8, 16], pl.FP32], i: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[8, 16], pl.FP32]]) -> pl.Tensor[[8, 16], pl.FP32]:
              n: pl.Tile[[1, 8], pl.INT32, pl.Mem.Vec] = pl.tile.load(i, [0, 0], [1, 8], [1, 8], target_memory=pl.Mem.Vec)
              t: pl.Tile[[8, 16], pl.FP32, pl.Mem.Vec] = pl.tile.mgather(x, n)
              y: pl.Tensor[[8, 16], pl.FP32] = pl.tile.store(t, [0, 0], y)
              return y
      """;

  @Test
  void aWrongIndexOfAProgramHasAPlace() {
    Interpreter interpreter = new Interpreter(IrParser.program(PROGRAM, "rows.py"));
    TensorValue x = counting(8, 16);
    TensorValue y = TensorValue.undefined(FP32, 8, 16);
    TensorValue back = indices(dims(1, 8), 7, 6, 5, 4, 3, 2, 1, 0);
    interpreter.call("rows", List.of(x, back, y));
    assertThat(at(y, 2, 3)).isEqualTo(at(x, 5, 3));
    TensorValue wrong = indices(dims(1, 8), 0, 0, 0, 8, 0, 0, 0, 0);
    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> interpreter.call("rows", List.of(x, wrong, y)))
        .withMessageContaining("index 8 into 8 elements")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(6));
  }
}
