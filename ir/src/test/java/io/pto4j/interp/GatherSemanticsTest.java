package io.pto4j.interp;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.UINT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Picking, placing and sorting against plain definitions. */
class GatherSemanticsTest {
  private static Value apply(String operator, Attrs attributes, Value... operands) {
    return OpSemantics.apply(operator, ImmutableList.copyOf(operands), attributes);
  }

  private static float[] floats(Value value) {
    return ((TensorValue) value).floats("test");
  }

  private static TensorValue random(Random random, DataType dtype, int... shape) {
    float[] elements = new float[Shapes.count(shape)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = random.nextInt(-8, 8) / 2f;
    }
    return TensorValue.of(dtype, shape, shape, elements);
  }

  private static TensorValue indices(Random random, int bound, int... shape) {
    return TensorValue.of(
        INT32, shape, shape, random.ints(Shapes.count(shape), 0, bound).asLongStream().toArray());
  }

  @Property
  void gatheredElementsAreThoseAtTheIndices(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int rows,
      @ForAll @IntRange(min = 1, max = 9) int cols) {
    Random random = new Random(seed);
    TensorValue source = random(random, FP32, rows, cols);
    TensorValue flat = indices(random, rows * cols, 3, 2);
    TensorValue along = indices(random, cols, rows, 4);
    Attrs last = Attrs.of("dim", AttrValue.of(-1));

    float[] picked = floats(apply("tile.gather", Attrs.empty(), source, flat, flat));
    float[] inRows = floats(apply("tensor.gather", last, source, along));

    for (int i = 0; i < picked.length; i++) {
      assertThat(picked[i]).isEqualTo(floats(source)[(int) flat.longs("")[i]]);
    }
    for (int i = 0; i < inRows.length; i++) {
      assertThat(inRows[i]).isEqualTo(floats(source)[i / 4 * cols + (int) along.longs("")[i]]);
    }
  }

  @Test
  void anIndexOutsideIsAnError() {
    TensorValue source = random(new Random(1), FP32, 2, 3);
    for (long index : new long[] {-1, 6}) {
      TensorValue at =
          TensorValue.of(INT32, new int[] {1, 1}, new int[] {1, 1}, new long[] {index});
      assertThatThrownBy(() -> apply("tile.gather", Attrs.empty(), source, at, at))
          .hasMessage("tile.gather: index " + index + " into 6 elements");
    }
  }

  @Property
  void scatteringWritesWhereTheIndicesSay(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int cols) {
    Random random = new Random(seed);
    TensorValue target = random(random, FP32, 3, 8);
    TensorValue source = random(random, FP32, 2, cols);
    TensorValue at = indices(random, 8, 2, cols);
    float[] expected = floats(target).clone();
    for (int i = 0; i < 2 * cols; i++) {
      expected[i / cols * 8 + (int) at.longs("")[i]] = floats(source)[i];
    }

    Attrs last = Attrs.of("dim", AttrValue.of(1));
    assertThat(floats(apply("tensor.scatter", last, target, at, source))).isEqualTo(expected);
    TensorValue flat = (TensorValue) apply("tile.scatter", Attrs.empty(), target, source, at);
    for (int i = 0; i < 8; i++) {
      int place = i;
      boolean written = Arrays.stream(at.longs("")).anyMatch(p -> p == place);
      TensorValue one = flat.window(new int[] {0, i}, new int[] {1, 1}, new int[] {1, 1});
      if (written) {
        assertThat(floats(source)).contains(floats(one)[0]);
      } else {
        assertThatThrownBy(() -> floats(one)).isInstanceOf(PoisonException.class);
      }
    }
  }

  @Property
  void aPatternPicksColumnsAndPutsThemBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 7) int code,
      @ForAll @IntRange(min = 1, max = 4) int rows) {
    Attrs pattern = Attrs.of("mask_pattern", AttrValue.of(code));
    TensorValue source = random(new Random(seed), FP32, rows, 16);
    List<Float> expected = new ArrayList<>();
    for (int i = 0; i < rows * 16; i++) {
      boolean taken = code == 7 || (code <= 2 ? i % 2 == code - 1 : i % 4 == code - 3);
      if (taken) {
        expected.add(floats(source)[i]);
      }
    }

    Value picked = apply("tile.gather_mask", pattern, source);
    Value spread = apply("tile.scatter_mask", pattern, source, picked);

    assertThat(floats(picked)).containsExactly(expected.toArray(Float[]::new));
    assertThat(floats(apply("tile.gather_mask", pattern, spread))).isEqualTo(floats(picked));
    assertThat(floats(apply("tensor.scatter_mask", pattern, picked, source)))
        .isEqualTo(floats(source));
  }

  @Test
  void pickedElementsMayBeReadAsAnotherType() {
    Attrs all = Attrs.of("mask_pattern", AttrValue.of(7)).with("output_dtype", AttrValue.of(INT32));
    TensorValue source =
        TensorValue.of(
            FP32, new int[] {1, 3}, new int[] {1, 3}, new float[] {1, -0f, Float.MIN_VALUE});
    assertThat(((TensorValue) apply("tensor.gather_mask", all, source)).longs(""))
        .containsExactly(Float.floatToIntBits(1), Integer.MIN_VALUE, 1);
  }

  @Test
  void blocksOfBytes() {
    TensorValue source = random(new Random(3), FP32, 2, 8);
    int[] shape = {1, 8};
    TensorValue at = TensorValue.of(UINT32, shape, shape, new long[] {32, 0, 4, 0, 0, 0, 0, 0});
    float[] picked = floats(apply("tile.gatherb", Attrs.empty(), source, at));
    for (int i = 0; i < 8; i++) {
      assertThat(picked[i]).isEqualTo(floats(source)[8 + i]);
      assertThat(picked[16 + i]).isEqualTo(floats(source)[1 + i]);
    }
  }

  @Test
  void comparisonGivesColumnsAndCounts() {
    float nan = Float.NaN;
    TensorValue source =
        TensorValue.of(
            FP32, new int[] {2, 4}, new int[] {2, 4}, new float[] {1, 5, nan, 7, 0, 0, 0, 0});
    Attrs greater =
        Attrs.of("cmp_mode", AttrValue.of(4))
            .with("out_cols", AttrValue.of(1))
            .with("offset", AttrValue.of(10));
    Value.OfTuple result =
        (Value.OfTuple) apply("tensor.gather_compare", greater, source, Value.of(2.0));
    TensorValue found = (TensorValue) result.elements().getFirst();
    assertThat(((TensorValue) result.elements().getLast()).longs("")).containsExactly(2, 0);
    assertThat(found.window(new int[] {0, 0}, new int[] {1, 1}, new int[] {1, 1}).longs(""))
        .containsExactly(11);
    assertThatThrownBy(() -> found.longs("")).isInstanceOf(PoisonException.class);
  }

  @Test
  void onlyValidRowsAreComparedAndCounted() {
    TensorValue source =
        TensorValue.of(FP32, new int[] {3, 2}, new int[] {2, 1}, new float[] {5, 1});
    Attrs greater = Attrs.of("cmp_mode", AttrValue.of(4)).with("out_cols", AttrValue.of(2));
    TensorValue scratch = TensorValue.undefined(FP32, 3, 2);
    for (Value compared :
        ImmutableList.of(
            apply("tensor.gather_compare", greater, source, Value.of(2.0)),
            apply("tile.gather_compare", greater, source, Value.of(2.0), scratch))) {
      Value.OfTuple result = (Value.OfTuple) compared;
      assertThat(((TensorValue) result.elements().getFirst()).valid()).containsExactly(2, 2);
      TensorValue counts = (TensorValue) result.elements().getLast();
      assertThat(counts.valid()).containsExactly(1, 2);
      assertThat(counts.longs("")).containsExactly(1, 0);
    }
  }

  @Property
  void runsOf32AreSortedDownwardsWithTheirIndices(@ForAll long seed, @ForAll boolean half) {
    DataType dtype = half ? FP16 : FP32;
    int width = half ? 4 : 2;
    TensorValue source = random(new Random(seed), dtype, 2, 64);
    long[] numbers = new long[128];
    for (int i = 0; i < 128; i++) {
      numbers[i] = i;
    }
    int[] shape = {2, 64};
    TensorValue index = TensorValue.of(UINT32, shape, shape, numbers);

    float[] records = floats(apply("tile.sort32", Attrs.empty(), source, index));

    for (int k = 0; k < 128; k++) {
      float bits = records[k * width + width / 2];
      int from = half ? Float.floatToFloat16(bits) : Float.floatToRawIntBits(bits);
      assertThat(from / 32).isEqualTo(k / 32);
      assertThat(records[k * width]).isEqualTo(floats(source)[from]);
      if (k % 32 > 0) {
        assertThat(records[k * width]).isLessThanOrEqualTo(records[(k - 1) * width]);
      }
    }
  }

  private static TensorValue list(float... scores) {
    float[] records = new float[2 * scores.length];
    for (int i = 0; i < scores.length; i++) {
      records[2 * i] = scores[i];
      records[2 * i + 1] = i;
    }
    int[] shape = {1, records.length};
    return TensorValue.of(FP32, shape, shape, records);
  }

  @Test
  void mergingKeepsTheOrderOfEqualScoresAndPutsNanLast() {
    TensorValue a = list(9, 5, 5, Float.NaN);
    TensorValue b = list(8, 5, 1);
    float[] merged = floats(apply("tensor.mrgsort_format2", Attrs.empty(), a, b));
    assertThat(merged).containsExactly(9, 0, 8, 0, 5, 1, 5, 2, 5, 1, 1, 2, Float.NaN, 3);
    Attrs exhausted = Attrs.of("exhausted", AttrValue.of(true));
    TensorValue room = TensorValue.undefined(FP32, 1, 14);
    TensorValue cut = (TensorValue) apply("tile.mrgsort_format2", exhausted, a, list(8), room);
    assertThat(cut.window(new int[] {0, 0}, new int[] {1, 4}, new int[] {1, 4}).floats(""))
        .containsExactly(9, 0, 8, 0);
    assertThatThrownBy(() -> floats(cut)).isInstanceOf(PoisonException.class);
  }

  @Test
  void onlyValidRecordsAreMerged() {
    int[] shape = {2, 4};
    TensorValue a = TensorValue.of(FP32, shape, new int[] {1, 4}, new float[] {9, 0, 5, 1});
    TensorValue b = TensorValue.of(FP32, shape, new int[] {2, 2}, new float[] {7, 0, 6, 0});
    TensorValue merged = (TensorValue) apply("tensor.mrgsort_format2", Attrs.empty(), b, a);
    assertThat(merged.shape()).containsExactly(2, 8);
    assertThat(merged.valid()).containsExactly(1, 6);
    assertThat(floats(merged)).containsExactly(9, 0, 7, 0, 5, 1);
    TensorValue room = TensorValue.undefined(FP32, 2, 4);
    TensorValue cut = (TensorValue) apply("tile.mrgsort_format2", Attrs.empty(), a, b, room);
    assertThat(cut.valid()).containsExactly(1, 4);
    assertThat(floats(cut)).containsExactly(9, 0, 7, 0);
  }

  @Test
  void fourRunsBecomeOneAndTheRestIsNotWritten() {
    TensorValue runs = list(4, 1, 8, 2, 7, 0, 6, 5, 3, 3);
    TensorValue merged =
        (TensorValue) apply("tile.mrgsort_format1", Attrs.empty(), runs, Value.of(4L));
    float[] scores = new float[8];
    float[] whole =
        merged.window(new int[] {0, 0}, new int[] {1, 16}, new int[] {1, 16}).floats("");
    for (int i = 0; i < 8; i++) {
      scores[i] = whole[2 * i];
    }
    assertThat(scores).containsExactly(8, 7, 6, 5, 4, 2, 1, 0);
    assertThatThrownBy(() -> floats(merged)).isInstanceOf(PoisonException.class);
  }
}
