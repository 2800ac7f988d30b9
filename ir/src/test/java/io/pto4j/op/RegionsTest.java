package io.pto4j.op;

import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.partial;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Valid regions against sets of elements: what a window read, a write and a reshape say of the
 * valid rectangle must be what happens to the elements one by one.
 */
class RegionsTest {
  /** An element of a matrix. */
  private record Cell(long row, long column) {}

  private static Set<Cell> rectangle(long row, long column, long rows, long columns) {
    Set<Cell> cells = new HashSet<>();
    for (long i = 0; i < rows; i++) {
      for (long j = 0; j < columns; j++) {
        cells.add(new Cell(row + i, column + j));
      }
    }
    return cells;
  }

  private static List<Long> constants(List<Expr> dims) {
    return dims.stream().map(d -> ((ConstInt) d).value()).toList();
  }

  private static ImmutableList<Expr> valid(Type type) {
    return switch (type) {
      case TileType tile -> tile.validShape();
      case TensorType tensor -> tensor.effectiveView().validShape();
      default -> throw new AssertionError(type);
    };
  }

  private static Var source(int rows, int columns, int validRows, int validColumns) {
    TensorType type = TensorType.of(FP32, rows, columns);
    return value(
        "x",
        type.withTensorView(
            Optional.of(TensorView.packed().withValidShape(Dims.of(validRows, validColumns)))));
  }

  @Property(tries = 300)
  void aLoadedElementIsValidWhereItsSourceIs(
      @ForAll @IntRange(min = 0, max = 4) int offset,
      @ForAll @IntRange(min = 1, max = 5) int window,
      @ForAll @IntRange(min = 0, max = 2) int behind,
      @ForAll @IntRange(min = 0, max = 11) int valid) {
    int rows = offset + window + behind;
    int validRows = valid % (rows + 1);
    Type loaded =
        call(
                "tile.load",
                in(VEC),
                source(rows, 3, validRows, 3),
                tuple(offset, 0),
                tuple(window, 3),
                tuple(window, 3))
            .type();
    long expected = 0;
    for (int i = 0; i < window; i++) {
      expected += offset + i < validRows ? 1 : 0;
    }
    assertThat(constants(valid(loaded))).containsExactly(expected, 3L);
  }

  @Property(tries = 300)
  void aRequestNarrowsAWindow(
      @ForAll @IntRange(min = 1, max = 5) int rows,
      @ForAll @IntRange(min = 0, max = 5) int offset,
      @ForAll @IntRange(min = 1, max = 5) int window,
      @ForAll @IntRange(min = 0, max = 5) int wanted) {
    int request = wanted % (window + 1);
    Var x = source(rows, 3, rows, 3);
    Var[] operands = {x};
    if (offset + request > rows) {
      assertThatThrownBy(
              () ->
                  call(
                      "tensor.slice",
                      operands[0],
                      tuple(window, 3),
                      tuple(offset, 0),
                      tuple(request, 3)))
          .isInstanceOf(IrException.class)
          .hasMessageContaining("reads past the end of dimension 0");
      return;
    }
    Type slice =
        call("tensor.slice", x, tuple(window, 3), tuple(offset, 0), tuple(request, 3)).type();
    assertThat(constants(valid(slice))).containsExactly((long) request, 3L);
  }

  @Property(tries = 1000)
  void aWriteLeavesTheUnionOfBothRegions(
      @ForAll @IntRange(min = 0, max = 4) int targetRows,
      @ForAll @IntRange(min = 0, max = 4) int targetColumns,
      @ForAll @IntRange(min = 0, max = 4) int row,
      @ForAll @IntRange(min = 0, max = 4) int column,
      @ForAll @IntRange(min = 0, max = 4) int rows,
      @ForAll @IntRange(min = 0, max = 4) int columns) {
    int extent = 4;
    int sourceRows = rows % (extent - row + 1);
    int sourceColumns = columns % (extent - column + 1);
    Var tile = partial(FP32, Dims.of(4, 4), Dims.of(sourceRows, sourceColumns));
    Var tensor = source(extent, extent, targetRows, targetColumns);
    Set<Cell> union = rectangle(0, 0, targetRows, targetColumns);
    union.addAll(rectangle(row, column, sourceRows, sourceColumns));
    Optional<Cell> corner = cornerOfRectangle(union);
    if (corner.isEmpty()) {
      assertThatThrownBy(() -> call("tile.store", tile, tuple(row, column), tensor))
          .isInstanceOf(IrException.class)
          .hasMessageContaining("would not leave a rectangle");
      return;
    }
    List<Long> after =
        constants(valid(call("tile.store", tile, tuple(row, column), tensor).type()));
    assertThat(rectangle(0, 0, after.get(0), after.get(1))).isEqualTo(union);
  }

  /** Rows and columns, when the cells are a rectangle at the origin. */
  private static Optional<Cell> cornerOfRectangle(Set<Cell> cells) {
    long rows = cells.stream().mapToLong(c -> c.row() + 1).max().orElse(0);
    long columns = cells.stream().mapToLong(c -> c.column() + 1).max().orElse(0);
    return cells.equals(rectangle(0, 0, rows, columns))
        ? Optional.of(new Cell(rows, columns))
        : Optional.empty();
  }

  /** The largest divisor of {@code n} up to {@code most}. */
  private static int divisor(int n, int most) {
    int divisor = most;
    while (n % divisor != 0) {
      divisor--;
    }
    return divisor;
  }

  @Property(tries = 1000)
  void aReshapeKeepsTheValidElements(
      @ForAll @IntRange(min = 1, max = 4) int rows,
      @ForAll @IntRange(min = 1, max = 4) int columns,
      @ForAll @IntRange(min = 0, max = 4) int someRows,
      @ForAll @IntRange(min = 0, max = 4) int someColumns,
      @ForAll @IntRange(min = 1, max = 16) int wanted) {
    int validRows = someRows % (rows + 1);
    int validColumns = someColumns % (columns + 1);
    int newRows = divisor(rows * columns, wanted);
    int newColumns = rows * columns / newRows;
    Type reshaped;
    try {
      reshaped =
          call(
                  "tensor.reshape",
                  source(rows, columns, validRows, validColumns),
                  tuple(newRows, newColumns))
              .type();
    } catch (IrException e) {
      assertThat(e).hasMessageContaining("no rectangular valid region");
      assertThat(flat(rectangle(0, 0, validRows, validColumns), columns))
          .isNotEqualTo(flatPrefixInRows((long) validRows * validColumns, newColumns));
      return;
    }
    List<Long> after = constants(valid(reshaped));
    assertThat(flat(rectangle(0, 0, after.get(0), after.get(1)), newColumns))
        .isEqualTo(flat(rectangle(0, 0, validRows, validColumns), columns));
  }

  private static Set<Long> flat(Set<Cell> cells, long columns) {
    Set<Long> result = new HashSet<>();
    cells.forEach(c -> result.add(c.row() * columns + c.column()));
    return result;
  }

  /** The first elements, when they are whole rows or lie in the first one. */
  private static Set<Long> flatPrefixInRows(long elements, long columns) {
    Set<Long> result = new HashSet<>();
    if (elements % columns == 0 || elements < columns) {
      for (long i = 0; i < elements; i++) {
        result.add(i);
      }
    }
    return result;
  }

  @Property(tries = 200)
  void elementwiseIsValidWhereBothOperandsAre(
      @ForAll @IntRange(min = 0, max = 4) int aRows,
      @ForAll @IntRange(min = 0, max = 4) int aColumns,
      @ForAll @IntRange(min = 0, max = 4) int bRows,
      @ForAll @IntRange(min = 0, max = 4) int bColumns) {
    Var a = partial(FP32, Dims.of(4, 4), Dims.of(aRows, aColumns));
    Var b = partial(FP32, Dims.of(4, 4), Dims.of(bRows, bColumns));
    List<Long> after = constants(valid(call("tile.add", a, b).type()));
    Set<Cell> both = rectangle(0, 0, aRows, aColumns);
    both.retainAll(rectangle(0, 0, bRows, bColumns));
    assertThat(rectangle(0, 0, after.get(0), after.get(1))).isEqualTo(both);
  }

  @Property(tries = 200)
  void partialAdditionIsValidWhereEitherOperandIs(
      @ForAll @IntRange(min = 0, max = 4) int aRows,
      @ForAll @IntRange(min = 0, max = 4) int aColumns,
      @ForAll @IntRange(min = 0, max = 4) int bRows,
      @ForAll @IntRange(min = 0, max = 4) int bColumns) {
    Var a = partial(FP32, Dims.of(4, 4), Dims.of(aRows, aColumns));
    Var b = partial(FP32, Dims.of(4, 4), Dims.of(bRows, bColumns));
    Set<Cell> either = rectangle(0, 0, aRows, aColumns);
    either.addAll(rectangle(0, 0, bRows, bColumns));
    Type type;
    try {
      type = call("tile.part_add", a, b).type();
    } catch (IrException e) {
      assertThat(e).hasMessageContaining("neither valid region");
      boolean oneContainsTheOther =
          (aRows <= bRows && aColumns <= bColumns) || (bRows <= aRows && bColumns <= aColumns);
      assertThat(oneContainsTheOther).isFalse();
      return;
    }
    List<Long> after = constants(valid(type));
    assertThat(rectangle(0, 0, after.get(0), after.get(1))).isEqualTo(either);
  }
}
