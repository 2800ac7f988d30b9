package io.pto4j.interp;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.FP8E4M3FN;
import static io.pto4j.ir.DataType.FP8E5M2;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.PadValue;
import io.pto4j.op.OpDef;
import io.pto4j.op.OpDef.Category;
import io.pto4j.op.Operators;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpSemanticsTest {

  /** Categories whose effect lies in the machine around the kernel, not in a value. */
  private static final ImmutableSet<Category> OUTSIDE_VALUES =
      ImmutableSet.of(
          Category.ARRAY,
          Category.SYNC,
          Category.TASK,
          Category.CROSS_CORE,
          Category.PREFETCH,
          Category.DISTRIBUTED,
          Category.BUFFER);

  /**
   * As those, for single operators: allocation, other cores, which core this is, and
   * reinterpretation of stored bytes, which values do not have.
   */
  private static final ImmutableSet<String> AROUND_KERNELS =
      ImmutableSet.of(
          "tensor.alloc",
          "tensor.get_block_idx",
          "tensor.get_block_num",
          "tensor.get_subblock_idx",
          "tensor.reinterpret_view",
          "tensor.view",
          "tile.aic_gather",
          "tile.aiv_shard",
          "tile.alloc",
          "tile.get_block_idx",
          "tile.get_block_num",
          "tile.get_subblock_idx",
          "tile.reinterpret_view",
          "tile.tpop_from_aic",
          "tile.tpop_from_aiv",
          "tile.tpush_to_aic",
          "tile.tpush_to_aiv");

  @Test
  void everyOperatorOnValuesHasAMeaning() {
    assertThat(
            Operators.table().values().stream()
                .filter(op -> !OUTSIDE_VALUES.contains(op.category()))
                .map(OpDef::name)
                .filter(name -> !OpSemantics.operators().contains(name)))
        .containsExactlyInAnyOrderElementsOf(AROUND_KERNELS);
  }

  private static Value apply(String operator, Value... operands) {
    return apply(operator, Attrs.empty(), operands);
  }

  private static Value apply(String operator, Attrs attributes, Value... operands) {
    return OpSemantics.apply(operator, ImmutableList.copyOf(operands), attributes);
  }

  private static TensorValue tensor(String operator, Value... operands) {
    return (TensorValue) apply(operator, operands);
  }

  private static int[] dims(int... extents) {
    return extents;
  }

  private static TensorValue floats(int[] shape, float... elements) {
    return TensorValue.of(FP32, shape, shape, elements);
  }

  private static TensorValue ints(DataType dtype, int[] shape, long... elements) {
    return TensorValue.of(dtype, shape, shape, elements);
  }

  private static TensorValue counting(int... shape) {
    float[] elements = new float[Shapes.count(shape)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = i;
    }
    return floats(shape, elements);
  }

  private static TensorValue random(long seed, int rows, int cols) {
    Random random = new Random(seed);
    float[] elements = new float[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) random.nextGaussian();
    }
    return floats(dims(rows, cols), elements);
  }

  private static float[] elements(Value value) {
    return ((TensorValue) value).floats("test");
  }

  private static Attrs attr(String name, AttrValue value) {
    return Attrs.of(name, value);
  }

  @ParameterizedTest
  @CsvSource({
    "add, 5, 7, 9",
    "sub, -3, -3, -3",
    "mul, 4, 10, 18",
    "div, 0.25, 0.4, 0.5",
    "maximum, 4, 5, 6",
    "minimum, 1, 2, 3",
    "fmod, 1, 2, 3"
  })
  void elementwise(String name, float x, float y, float z) {
    TensorValue a = floats(dims(1, 3), 1, 2, 3);
    TensorValue b = floats(dims(1, 3), 4, 5, 6);
    assertThat(elements(apply("tile." + name, a, b))).containsExactly(x, y, z);
    assertThat(elements(apply("tensor." + name, a, b))).containsExactly(x, y, z);
  }

  @Test
  void tileOperatorsNeitherBroadcastNorConvert() {
    assertThatThrownBy(() -> apply("tile.add", counting(2, 3), counting(2, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tile.add")
        .hasMessageContaining("[2, 1]")
        .hasMessageEndingWith("expand or cast one of them");
    assertThatThrownBy(() -> apply("tile.addc", counting(2, 3), counting(2, 3), counting(1, 3)))
        .hasMessageContaining("[1, 3]");
    assertThatThrownBy(() -> apply("tile.mul", counting(1, 2), ints(INT32, dims(1, 2), 1, 2)))
        .hasMessageContaining("int32");
    assertThat(elements(apply("tensor.add", counting(2, 3), ints(INT32, dims(2, 1), 10, 20))))
        .containsExactly(10, 11, 12, 23, 24, 25);
  }

  @Property
  void expandingIsRepeatingTheVector(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int rows,
      @ForAll @IntRange(min = 1, max = 9) int cols) {
    TensorValue m = random(seed, rows, cols);
    TensorValue column = random(seed + 1, rows, 1);
    TensorValue row = random(seed + 2, 1, cols);
    float[] a = elements(m);
    float[] byRow = elements(apply("tile.row_expand_div", m, column));
    float[] byCol = elements(apply("tensor.col_expand_sub", m, row));
    float[] swapped = elements(apply("tensor.sub", column, m));
    float[] repeated = elements(apply("tile.row_expand", m, column));
    for (int i = 0; i < a.length; i++) {
      assertThat(byRow[i]).isEqualTo(a[i] / elements(column)[i / cols]);
      assertThat(byCol[i]).isEqualTo(a[i] - elements(row)[i % cols]);
      assertThat(swapped[i]).isEqualTo(elements(column)[i / cols] - a[i]);
      assertThat(repeated[i]).isEqualTo(elements(column)[i / cols]);
    }
  }

  @Property
  void onlyTheValidRegionIsRead(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int validRows,
      @ForAll @IntRange(min = 1, max = 7) int validCols) {
    TensorValue whole = random(seed, 5, 7);
    TensorValue part =
        tensor(
            "tile.load",
            whole,
            Value.tuple(0, 0),
            Value.tuple(5, 7),
            Value.tuple(validRows, validCols));
    TensorValue sums = tensor("tile.row_sum", part);
    assertThat(sums.shape()).containsExactly(5, 1);
    assertThat(sums.valid()).containsExactly(validRows, 1);
    TensorValue maxima = tensor("tile.col_max", tensor("tile.neg", part));
    assertThat(maxima.valid()).containsExactly(1, validCols);
    for (int r = 0; r < validRows; r++) {
      float sum = elements(whole)[r * 7];
      for (int c = 1; c < validCols; c++) {
        sum += elements(whole)[r * 7 + c];
      }
      assertThat(elements(sums)[r]).isEqualTo(sum);
    }
    TensorValue sum = tensor("tile.add", whole, part);
    assertThat(sum.valid()).containsExactly(validRows, validCols);
    if (validRows < 5) {
      assertThatThrownBy(() -> apply("tile.read", sum, Value.tuple(validRows, 0)))
          .isInstanceOf(PoisonException.class)
          .hasMessageContaining("tile.read reads element [" + validRows + ", 0]");
    }
    TensorValue target = TensorValue.undefined(FP32, 6, 8);
    apply("tile.store", part, Value.tuple(1, 1), target);
    assertThatThrownBy(() -> target.floats("test")).isInstanceOf(PoisonException.class);
    TensorValue back =
        tensor(
            "tile.load",
            target,
            Value.tuple(1, 1),
            Value.tuple(5, 7),
            Value.tuple(validRows, validCols));
    assertThat(elements(back)).isEqualTo(elements(part));
  }

  @Test
  void aScalarTakesTheElementType() {
    TensorValue x = TensorValue.of(FP16, dims(1, 1), dims(1, 1), new float[] {1});
    assertThat(elements(apply("tile.muls", x, Value.of(0.1))))
        .containsExactly(Float.float16ToFloat(Float.floatToFloat16(0.1f)));
    TensorValue i = ints(INT8, dims(1, 2), 100, -100);
    assertThat(tensor("tile.adds", i, Value.of(100L)).longs("test")).containsExactly(-56, 0);
    assertThatThrownBy(() -> apply("tile.adds", i, Value.of(300L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("int8");
    assertThat(elements(apply("tensor.maximum", floats(dims(2), 1, 5), Value.of(3L))))
        .containsExactly(3, 5);
  }

  @Test
  void aSliceSharesElementsWithItsSource() {
    TensorValue x = counting(4, 6);
    TensorValue window = tensor("tensor.slice", x, Value.tuple(2, 3), Value.tuple(1, 2));
    assertThat(elements(window)).containsExactly(8, 9, 10, 14, 15, 16);
    apply("tensor.assemble", x, floats(dims(1, 1), 99), Value.tuple(2, 3));
    assertThat(elements(window)).containsExactly(8, 9, 10, 14, 99, 16);
    apply("tensor.write", window, Value.tuple(0, 0), Value.of(-1.0));
    assertThat(apply("tensor.read", x, Value.tuple(1, 2))).isEqualTo(Value.of(-1.0));
    TensorValue loaded =
        tensor("tile.load", x, Value.tuple(0, 0), Value.tuple(4, 6), Value.tuple(4, 6));
    apply("tensor.write", x, Value.tuple(0, 0), Value.of(7.0));
    assertThat(elements(loaded)[0]).isEqualTo(0);
  }

  @Test
  void aSliceMayDropAxes() {
    TensorValue x = counting(3, 2, 4);
    TensorValue row =
        tensor(
            "tensor.slice",
            x,
            Value.tuple(1, 1, 4),
            Value.tuple(2, 1, 0),
            Value.tuple(),
            Value.tuple(0, 1));
    assertThat(row.shape()).containsExactly(4);
    assertThat(elements(row)).containsExactly(20, 21, 22, 23);
    TensorValue tile =
        tensor(
            "tile.slice",
            x,
            Value.tuple(1, 1, 4),
            Value.tuple(2, 1, 0),
            Value.tuple(),
            Value.tuple(0, 1));
    assertThat(tile.shape()).containsExactly(1, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tensor.slice", "tile.slice"})
  void aWindowOutsideIsAnError(String operator) {
    assertThatThrownBy(() -> apply(operator, counting(4, 6), Value.tuple(2, 3), Value.tuple(3, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(operator)
        .hasMessageContaining("axis 0, which has 4 elements");
  }

  @Test
  void aClampedWindowIsAsValidAsTheSource() {
    TensorValue window =
        (TensorValue)
            apply(
                "tile.load",
                attr("clamp", AttrValue.of(true)),
                counting(4, 6),
                Value.tuple(3, 4),
                Value.tuple(2, 4),
                Value.tuple(2, 4));
    assertThat(window.valid()).containsExactly(1, 2);
    assertThat(elements(window)).containsExactly(22, 23);
  }

  @ParameterizedTest
  @CsvSource({
    "4 6, 2 6, 24, 12",
    "4 6, 2 6, 2 12, 1 12",
    "4 6, 2 6, 8 3, 4 3",
    "4 1 6, 3 1 5, 4 6, 3 5",
    "4 6, 3 5, 4 1 6 1, 3 1 5 1",
    "4 6, 0 6, 24, 0",
    "1 24, 1 8, 6 4, 2 4"
  })
  void reshapeKeepsTheValidElements(String shape, String valid, String to, String expected) {
    TensorValue x = counting(dims(shape)).withValid(dims(valid));
    long[] target = Arrays.stream(dims(to)).asLongStream().toArray();
    TensorValue reshaped = tensor("tile.reshape", x, Value.tuple(target));
    assertThat(reshaped.shape()).containsExactly(dims(to));
    assertThat(reshaped.valid()).containsExactly(dims(expected));
    assertThat(elements(reshaped)).isEqualTo(elements(x));
  }

  private static int[] dims(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void aValidRegionThatIsNoRectangleAfterAReshapeIsAnError() {
    TensorValue x = counting(4, 6).withValid(4, 5);
    assertThatThrownBy(() -> apply("tile.reshape", x, Value.tuple(24)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tile.reshape");
  }

  @Test
  void transposeMovesTheValidRegion() {
    TensorValue x = counting(2, 3).withValid(1, 2);
    TensorValue t = tensor("tile.transpose", x, Value.of(0L), Value.of(-1L));
    assertThat(t.shape()).containsExactly(3, 2);
    assertThat(t.valid()).containsExactly(2, 1);
    assertThat(elements(t)).containsExactly(0, 1);
  }

  @Property
  void products(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int m,
      @ForAll @IntRange(min = 1, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 8) int n) {
    TensorValue a = random(seed, m, k);
    TensorValue b = random(seed + 1, k, n);
    TensorValue acc = random(seed + 2, m, n);
    float[] product = elements(apply("tile.matmul", a, b));
    float[] sum = elements(apply("tile.matmul_acc", acc, a, b));
    float[] bias = elements(apply("tile.matmul_bias", a, b, random(seed + 3, 1, n)));
    TensorValue bt = tensor("tensor.transpose", b, Value.of(0L), Value.of(1L));
    float[] transposed =
        elements(apply("tensor.matmul", attr("b_trans", AttrValue.of(true)), a, bt));
    for (int i = 0; i < m * n; i++) {
      float chain = 0;
      for (int p = 0; p < k; p++) {
        chain = Math.fma(elements(a)[i / n * k + p], elements(b)[p * n + i % n], chain);
      }
      assertThat(product[i]).isEqualTo(chain);
      assertThat(sum[i]).isEqualTo(elements(acc)[i] + chain);
      assertThat(bias[i]).isEqualTo(chain + elements(random(seed + 3, 1, n))[i % n]);
      assertThat(transposed[i]).isEqualTo(chain);
    }
    float[] overwritten =
        elements(apply("tile.matmul_acc", TensorValue.undefined(FP32, m, n), a, b, Value.of(1L)));
    assertThat(overwritten).isEqualTo(product);
  }

  @Test
  void batchesOfProductsBroadcast() {
    TensorValue a = counting(2, 1, 2, 3);
    TensorValue b = counting(3, 3, 2);
    for (String operator : new String[] {"tile.batch_matmul", "tensor.matmul"}) {
      TensorValue c = tensor(operator, a, b);
      assertThat(c.shape()).containsExactly(2, 3, 2, 2);
      float[] expected = new float[24];
      for (int i = 0; i < 24; i++) {
        int left = i / 12 * 6 + i / 2 % 2 * 3;
        int right = i / 4 % 3 * 6 + i % 2;
        for (int k = 0; k < 3; k++) {
          expected[i] += elements(a)[left + k] * elements(b)[right + 2 * k];
        }
      }
      assertThat(elements(c)).isEqualTo(expected);
    }
  }

  @Test
  void aRowTimesAMatrixHasOneValidRow() {
    TensorValue row = floats(dims(1, 2), 3, 4);
    TensorValue matrix = counting(2, 2);
    TensorValue product = tensor("tile.gemv", row, matrix);
    assertThat(product.shape()).containsExactly(16, 2);
    assertThat(product.valid()).containsExactly(1, 2);
    assertThat(elements(product)).containsExactly(8, 15);
    assertThat(elements(apply("tile.gemv_acc", product, row, matrix))).containsExactly(16, 30);
    assertThat(elements(apply("tile.gemv_bias", row, matrix, floats(dims(1, 2), 1, 2))))
        .containsExactly(9, 17);
  }

  @Test
  void integerProductsAreInt32() {
    TensorValue a = ints(INT8, dims(1, 2), 127, -128);
    TensorValue b = ints(INT8, dims(2, 1), 127, -128);
    TensorValue c = tensor("tile.matmul", a, b);
    assertThat(c.dtype()).isEqualTo(INT32);
    assertThat(c.longs("test")).containsExactly(127 * 127 + 128 * 128);
  }

  @Test
  void tensorReductionsTakeTheSecondToLastAxisAndTileReductionsTheFirst() {
    TensorValue x = counting(2, 2, 3);
    assertThat(elements(apply("tensor.col_sum", x))).containsExactly(3, 5, 7, 15, 17, 19);
    assertThat(elements(apply("tile.col_sum", x))).containsExactly(6, 8, 10, 12, 14, 16);
    TensorValue flat =
        (TensorValue) apply("tensor.row_sum", attr("keep_dim", AttrValue.of(false)), x);
    assertThat(flat.shape()).containsExactly(2, 2);
    assertThat(elements(flat)).containsExactly(3, 12, 21, 30);
  }

  @Test
  void positionsOfExtremaAreTheFirstOnes() {
    TensorValue x = floats(dims(2, 3), 1, 3, 3, 2, 0, 0);
    assertThat(tensor("tile.row_argmax", x).longs("test")).containsExactly(1, 0);
    assertThat(tensor("tile.row_argmin", x).longs("test")).containsExactly(0, 1);
    assertThat(tensor("tensor.col_argmax", x).longs("test")).containsExactly(1, 0, 0);
  }

  @Test
  void masksHoldABitPerElement() {
    float[] values = new float[10];
    for (int i = 0; i < 10; i++) {
      values[i] = i;
    }
    TensorValue x = floats(dims(1, 10), values);
    TensorValue mask =
        (TensorValue) apply("tile.cmps", attr("cmp_type", AttrValue.of(5)), x, Value.of(7L));
    assertThat(mask.dtype()).isEqualTo(UINT8);
    assertThat(mask.shape()).containsExactly(1, 32);
    assertThat(mask.longs("test")).containsExactly(0x80, 0x03);
    float[] selected = elements(apply("tile.sel", mask, x, tensor("tile.neg", x)));
    assertThat(selected).containsExactly(-0.0f, -1, -2, -3, -4, -5, -6, 7, 8, 9);
    assertThat(elements(apply("tensor.cmp", attr("cmp_type", AttrValue.of(2)), x, Value.of(2L))))
        .containsExactly(1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void operatorsOfThreeOperands() {
    TensorValue a = floats(dims(1, 2), 1, -2);
    TensorValue b = floats(dims(1, 2), 10, 20);
    TensorValue c = floats(dims(1, 2), 100, 200);
    assertThat(elements(apply("tile.addc", a, b, c))).containsExactly(111, 218);
    assertThat(elements(apply("tile.subc", a, b, c))).containsExactly(91, 178);
    assertThat(elements(apply("tile.subsc", a, Value.of(5L), c))).containsExactly(96, 193);
    assertThat(elements(apply("tile.prelu", a, b))).containsExactly(1, -40);
    assertThat(elements(apply("tile.lrelu", a, Value.of(0.5)))).containsExactly(1, -1);
    TensorValue mask = ints(UINT8, dims(1, 32), new long[32]);
    TensorValue scratch = ints(UINT8, dims(1, 32), new long[32]);
    assertThat(elements(apply("tile.sels", mask, a, scratch, Value.of(7.0)))).containsExactly(7, 7);
  }

  @Test
  void partialOperatorsTakeWhatIsValid() {
    TensorValue ones = floats(dims(2, 4), 1, 1, 1, 1, 1, 1, 1, 1).withValid(1, 3);
    TensorValue twos = floats(dims(2, 4), 2, 2, 2, 2, 2, 2, 2, 2).withValid(2, 2);
    for (String operator : new String[] {"tile.part_add", "tensor.part_add"}) {
      assertThat(tensor(operator, ones, twos).valid()).containsExactly(2, 3);
      assertThat(elements(apply(operator, ones, twos))).containsExactly(3, 3, 1, 2, 2, 0);
    }
  }

  @Test
  void paddingFillsTheRest() {
    TensorValue x = counting(2, 2).withValid(1, 1);
    Attrs least = attr("pad_value", new AttrValue.OfPadValue(PadValue.MIN));
    assertThat(elements(apply("tile.fillpad", least, x)))
        .containsExactly(
            0, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY);
    TensorValue i = ints(INT8, dims(1, 2), 5, 6).withValid(1, 1);
    assertThat(((TensorValue) apply("tensor.fillpad", least, i)).longs("test"))
        .containsExactly(5, -128);
    Value eighths = apply("tile.cast", attr("target_type", AttrValue.of(FP8E4M3FN)), x);
    assertThat(elements(apply("tile.fillpad", least, eighths))).containsExactly(0, 0, 0, 0);
  }

  @Test
  void castsToFp8RoundAndComeBackExactly() {
    TensorValue x = floats(dims(1, 4), 17, -500, 1e9f, Float.NaN);
    for (String level : new String[] {"tile.cast", "tensor.cast"}) {
      assertThat(throughFp8(level, FP8E4M3FN, x)).containsExactly(18, -448, 448, Float.NaN);
      assertThat(throughFp8(level, FP8E5M2, x))
          .containsExactly(16, -512, Float.POSITIVE_INFINITY, Float.NaN);
    }
  }

  private static float[] throughFp8(String cast, DataType type, TensorValue x) {
    TensorValue narrow = (TensorValue) apply(cast, attr("target_type", AttrValue.of(type)), x);
    assertThat(narrow.dtype()).isEqualTo(type);
    Value wide = apply(cast, attr("target_type", AttrValue.of(FP32)), narrow);
    assertThat(elements(wide)).isEqualTo(elements(narrow));
    return elements(wide);
  }

  @Test
  void anAtomicStoreAdds() {
    TensorValue target = counting(1, 3);
    apply(
        "tile.store",
        attr("atomic", AttrValue.of(1)),
        floats(dims(1, 2), 10, 20),
        Value.tuple(0, 1),
        target);
    assertThat(elements(target)).containsExactly(0, 11, 22);
  }

  @Test
  void anAccumulatorNarrowsOnItsWayOut() {
    TensorValue target = TensorValue.undefined(FP16, 1, 1);
    apply("tile.store", floats(dims(1, 1), 0.1f), Value.tuple(0, 0), target);
    assertThat(elements(target)).containsExactly(Float.float16ToFloat(Float.floatToFloat16(0.1f)));
    assertThatThrownBy(
            () -> apply("tile.store", ints(INT32, dims(1, 1), 1), Value.tuple(0, 0), target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("int32");
  }

  @Property
  void sineAndCosine(@ForAll @IntRange(min = -6000, max = 6000) int thousandths) {
    float x = thousandths / 100f;
    TensorValue value = floats(dims(1, 1), x);
    assertThat(elements(apply("tile.sin", value))[0]).isCloseTo((float) Math.sin(x), within(1e-5f));
    assertThat(elements(apply("tensor.cos", value))[0])
        .isCloseTo((float) Math.cos(x), within(1e-5f));
  }

  @Test
  void anUnknownOperatorIsNamed() {
    assertThatThrownBy(() -> apply("tile.nothing"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("tile.nothing");
  }
}
