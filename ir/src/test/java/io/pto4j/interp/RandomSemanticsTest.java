package io.pto4j.interp;

import static io.pto4j.ir.DataType.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The generator of random bits against its published results. */
class RandomSemanticsTest {
  private static Value apply(String operator, Attrs attributes, Value... operands) {
    return OpSemantics.apply(operator, ImmutableList.copyOf(operands), attributes);
  }

  private static int[] dims(int... extents) {
    return extents;
  }

  private static long[] bits(DataType dtype, int rounds, int[] shape, long... seeds) {
    Value[] operands = new Value[7];
    for (int i = 0; i < 6; i++) {
      operands[i] = Value.of((long) (int) seeds[i]);
    }
    operands[6] = Value.tuple(shape[0], shape[1]);
    Attrs attributes = Attrs.of("dtype", AttrValue.of(dtype)).with("rounds", AttrValue.of(rounds));
    Value tile = apply("tile.random", attributes, operands);
    assertThat(((TensorValue) apply("tensor.random", attributes, operands)).longs(""))
        .isEqualTo(((TensorValue) tile).longs(""));
    return ((TensorValue) tile).longs("");
  }

  /** The published results of the generator for a counter and a key. */
  @ParameterizedTest
  @CsvSource({
    "10, 0, 0, 0, 0, 0, 0, 6627e8d5, e169c58d, bc57ac4c, 9b00dbd8",
    "10, ffffffff, ffffffff, ffffffff, ffffffff, ffffffff, ffffffff,"
        + " 408f276d, 41c83b0e, a20bc7c6, 6d5451fd",
    "10, a4093822, 299f31d0, 243f6a88, 85a308d3, 13198a2e, 03707344,"
        + " d16cfe09, 94fdcceb, 5001e420, 24126ea1",
    "7, 0, 0, 0, 0, 0, 0, 5f6fb709, 0d893f64, 4f121f81, 4f730a48"
  })
  void publishedWords(
      int rounds,
      String key0,
      String key1,
      String counter0,
      String counter1,
      String counter2,
      String counter3,
      String word0,
      String word1,
      String word2,
      String word3) {
    long[] seeds = new long[6];
    String[] texts = {key0, key1, counter0, counter1, counter2, counter3};
    for (int i = 0; i < 6; i++) {
      seeds[i] = Long.parseLong(texts[i], 16);
    }
    long[] row = bits(DataType.UINT32, rounds, dims(1, 256), seeds);
    String[] words = {word0, word1, word2, word3};
    for (int i = 0; i < 4; i++) {
      assertThat(row[64 * i]).isEqualTo(Long.parseLong(words[i], 16));
      assertThat(bits(INT32, rounds, dims(1, 256), seeds)[64 * i])
          .isEqualTo(Integer.parseUnsignedInt(words[i], 16));
    }
  }

  @Property(tries = 30)
  void eachBlockOfARowStartsAtItsCounter(
      @ForAll int key,
      @ForAll @IntRange(min = 1, max = 3) int rows,
      @ForAll @IntRange(min = 1, max = 600) int cols) {
    long[] all = bits(DataType.UINT32, 10, dims(rows, cols), key, 1, -3, -1, 5, 6);
    int blocks = (cols + 255) / 256;
    for (int i = 0; i < rows * cols; i += 7) {
      int column = i % cols;
      int steps = (i / cols * blocks + column / 256) * (cols / 4) + column % 64;
      // the words -3, -1 carry into the third one when 3 or more are added
      long[] counter = steps < 3 ? new long[] {-3 + steps, -1, 5} : new long[] {steps - 3, 0, 6};
      long[] one =
          bits(DataType.UINT32, 10, dims(1, 256), key, 1, counter[0], counter[1], counter[2], 6);
      assertThat(all[i]).isEqualTo(one[column % 256 / 64 * 64]);
    }
  }

  @Test
  void randomBitsOfAPart() {
    Attrs attributes = Attrs.of("dtype", AttrValue.of(INT32));
    Value[] operands = new Value[8];
    Arrays.fill(operands, Value.of(1L));
    operands[6] = Value.tuple(2, 8);
    operands[7] = Value.tuple(1, 3);
    TensorValue part = (TensorValue) apply("tile.random", attributes, operands);
    assertThat(part.longs(""))
        .isEqualTo(Arrays.copyOf(bits(INT32, 10, dims(2, 8), 1, 1, 1, 1, 1, 1), 3));
    operands[6] = Value.tuple(2, 512);
    assertThatThrownBy(() -> apply("tile.random", attributes, operands))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("a valid region that leaves out blocks of 256 columns");
    assertThatThrownBy(
            () -> apply("tile.random", attributes.with("rounds", AttrValue.of(8)), operands))
        .hasMessageContaining("8 rounds");
  }
}
