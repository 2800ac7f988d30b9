package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.rule.Promotion;
import io.pto4j.op.rule.Shapes;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Result shapes and element types against independent statements of the rules. */
class TypeRulesTest {
  private static List<Long> shape(Type type) {
    return ((ShapedType) type).shape().stream().map(d -> ((ConstInt) d).value()).toList();
  }

  @Provide
  Arbitrary<long[]> shapes() {
    return Arbitraries.longs().between(1, 3).array(long[].class).ofMinSize(1).ofMaxSize(3);
  }

  @Provide
  Arbitrary<String> rowReductions() {
    return Arbitraries.of("tensor.row_sum", "tensor.row_max", "tensor.row_min", "tensor.row_prod");
  }

  @Provide
  Arbitrary<String> columnReductions() {
    return Arbitraries.of("tensor.col_sum", "tensor.col_max", "tensor.col_min", "tensor.col_prod");
  }

  @Provide
  Arbitrary<DataType> elements() {
    return Arbitraries.of(
        Arrays.stream(DataType.values()).filter(d -> d.isFloat() || d.isInt()).toList());
  }

  /**
   * Shapes broadcast when every index of the result, cut to a shape's rank and with its unit axes
   * put to 0, lies in both shapes; so each extent is the larger one and divides into both.
   */
  @Property(tries = 500)
  void broadcast(@ForAll("shapes") long[] a, @ForAll("shapes") long[] b) {
    int rank = Math.max(a.length, b.length);
    Long[] expected = new Long[rank];
    boolean fits = true;
    for (int fromEnd = 1; fromEnd <= rank; fromEnd++) {
      long x = fromEnd <= a.length ? a[a.length - fromEnd] : 1;
      long y = fromEnd <= b.length ? b[b.length - fromEnd] : 1;
      fits &= x == y || Math.min(x, y) == 1;
      expected[rank - fromEnd] = Math.max(x, y);
    }
    if (!fits) {
      assertThat(Shapes.broadcast(Dims.of(a), Dims.of(b))).isEmpty();
      assertThatThrownBy(() -> call("tensor.add", tensor(FP32, a), tensor(FP32, b)))
          .isInstanceOf(IrException.class)
          .hasMessageContaining("do not broadcast");
      return;
    }
    assertThat(shape(call("tensor.add", tensor(FP32, a), tensor(FP32, b)).type()))
        .containsExactly(expected);
  }

  @Property
  void promotionTakesOneOfTheTwo(@ForAll("elements") DataType a, @ForAll("elements") DataType b) {
    DataType promoted = Promotion.of(a, b);
    assertThat(promoted).isIn(a, b);
    assertThat(promoted.isFloat()).isEqualTo(a.isFloat() || b.isFloat());
    if (a.isFloat() == b.isFloat()) {
      assertThat(promoted.bits()).isEqualTo(Math.max(a.bits(), b.bits()));
      if (a.bits() == b.bits() && a != b && a.isInt()) {
        assertThat(promoted.isSignedInt()).isEqualTo(a.isSignedInt() || b.isSignedInt());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UINT32, INT32, INT32",
    "INT64, UINT64, INT64",
    "FP16, BF16, FP16",
    "BF16, FP16, BF16",
    "INT32, FP16, FP16",
    "INT8, UINT16, UINT16",
    "FP32, INT64, FP32"
  })
  void promotionTable(DataType a, DataType b, DataType expected) {
    assertThat(Promotion.of(a, b)).isEqualTo(expected);
  }

  @Property(tries = 100)
  void rowReductionHasOneElementPerRow(
      @ForAll("rowReductions") String op,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns) {
    assertThat(call(op, tensor(FP32, rows, columns)).type())
        .isEqualTo(TensorType.of(FP32, rows, 1));
    // a column is column-major, from which row_min cannot read
    Assume.that(!op.endsWith("row_min") || columns > 1);
    Type tile =
        call(op.replace("tensor", "tile"), vec(FP32, rows, columns), vec(FP32, rows, columns))
            .type();
    assertThat(shape(tile)).containsExactly((long) rows, 1L);
  }

  @Property(tries = 100)
  void columnReductionHasOneElementPerColumn(
      @ForAll("columnReductions") String op,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns) {
    assertThat(call(op, tensor(FP32, rows, columns)).type())
        .isEqualTo(TensorType.of(FP32, 1, columns));
    assertThat(shape(call(op.replace("tensor", "tile"), vec(FP32, rows, columns)).type()))
        .containsExactly(1L, (long) columns);
  }

  @Property(tries = 100)
  void aReductionIsTheVectorOfItsExpansion(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 40) int columns) {
    var matrix = vec(FP32, rows, columns);
    Type sums = call("tile.row_sum", matrix, matrix).type();
    assertThat(call("tile.row_expand_div", matrix, value("s", sums)).type())
        .isEqualTo(matrix.type());
    Type maxima = call("tile.col_max", matrix).type();
    assertThat(call("tile.col_expand_sub", matrix, value("m", maxima)).type())
        .isEqualTo(matrix.type());
  }

  @Property(tries = 100)
  void productOfMatrices(
      @ForAll @IntRange(min = 1, max = 64) int m,
      @ForAll @IntRange(min = 1, max = 64) int k,
      @ForAll @IntRange(min = 1, max = 64) int k2,
      @ForAll @IntRange(min = 1, max = 64) int n) {
    var lhs = tile(FP16, LEFT, m, k);
    if (k != k2) {
      assertThatThrownBy(() -> call("tile.matmul", lhs, tile(FP16, RIGHT, k2, n)))
          .isInstanceOf(IrException.class)
          .hasMessageContaining(k + " columns meet " + k2 + " rows");
    }
    TileType product = (TileType) call("tile.matmul", lhs, tile(FP16, RIGHT, k, n)).type();
    assertThat(shape(product)).containsExactly((long) m, (long) n);
    assertThat(product.dtype()).isEqualTo(FP32);
    Attrs transposed = Attrs.of("a_trans", AttrValue.of(true)).with("b_trans", AttrValue.of(true));
    assertThat(
            shape(call("tensor.matmul", transposed, tensor(FP16, k, m), tensor(FP16, n, k)).type()))
        .containsExactly((long) m, (long) n);
  }

  @Provide
  Arbitrary<long[]> matrices() {
    return Arbitraries.longs().between(1, 3).array(long[].class).ofMinSize(2).ofMaxSize(3);
  }

  @Property(tries = 100)
  void transposingTwiceChangesNothing(
      @ForAll("matrices") long[] extents,
      @ForAll @IntRange(min = 0, max = 5) int axis,
      @ForAll @IntRange(min = 0, max = 1) int further) {
    int first = axis % extents.length;
    int second = (first + 1 + further % (extents.length - 1)) % extents.length;
    var x = tensor(FP32, extents);
    var axes = List.of(ConstInt.index(first), ConstInt.index(second - extents.length));
    var once = call("tensor.transpose", x, axes.get(0), axes.get(1));
    assertThat(shape(once.type()).get(first)).isEqualTo(extents[second]);
    var twice = call("tensor.transpose", value("y", once.type()), axes.get(0), axes.get(1));
    assertThat(twice.type()).isEqualTo(x.type());
    if (extents.length == 2) {
      var boxes = tile(FP32, MAT, extents);
      var view = call("tile.transpose_view", boxes);
      assertThat(call("tile.transpose_view", value("v", view.type())).type())
          .isEqualTo(boxes.type());
    }
  }

  @Property(tries = 50)
  void comparisonGivesABitPerElement(
      @ForAll @IntRange(min = 1, max = 8) int rows,
      @ForAll @IntRange(min = 1, max = 700) int columns) {
    TileType mask =
        (TileType)
            call(
                    "tile.cmp",
                    Attrs.of("cmp_type", AttrValue.of(2)),
                    vec(FP32, rows, columns),
                    vec(FP32, rows, columns))
                .type();
    assertThat(mask.dtype()).isEqualTo(DataType.UINT8);
    long bytes = ((ConstInt) mask.shape().get(1)).value();
    long valid = ((ConstInt) mask.validShape().get(1)).value();
    assertThat(bytes % 32).isZero();
    assertThat(valid * 8).isBetween((long) columns, columns + 7L);
    assertThat(bytes).isBetween(valid, valid + 31);
    var x = vec(FP32, rows, columns);
    assertThat(call("tile.sel", value("m", mask), x, x, vec(DataType.UINT8, 1, 32)).type())
        .isEqualTo(x.type());
  }

  @Property(tries = 50)
  void scalarsLeaveTheTypeAlone(@ForAll @IntRange(min = -100, max = 100) int literal) {
    for (String op : List.of("adds", "subs", "muls", "divs")) {
      assertThat(call("tile." + op, vec(INT32, 8, 8), ConstInt.index(literal)).type())
          .isEqualTo(vec(INT32, 8, 8).type());
      assertThat(call("tensor." + op, tensor(FP16, 8, 8), ConstInt.index(literal)).type())
          .isEqualTo(tensor(FP16, 8, 8).type());
    }
  }

  @Property(tries = 50)
  void countingIsARow(@ForAll @IntRange(min = 2, max = 100) int n) {
    Attrs int32 = Attrs.of("dtype", AttrValue.of(INT32));
    assertThat(call("tensor.ci", int32, ConstInt.index(3), tuple(1, n)).type())
        .isEqualTo(TensorType.of(INT32, 1, n));
  }
}
