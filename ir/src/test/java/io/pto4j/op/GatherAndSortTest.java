package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Picking, placing and sorting elements. */
class GatherAndSortTest {
  private static Attrs pattern(int code) {
    return Attrs.of("mask_pattern", AttrValue.of(code));
  }

  /** The columns that a pattern takes, by the definition of the patterns. */
  private static long picked(int code, int columns) {
    return IntStream.range(0, columns)
        .filter(
            c ->
                switch (code) {
                  case 1 -> c % 2 == 0;
                  case 2 -> c % 2 == 1;
                  case 7 -> true;
                  default -> c % 4 == code - 3;
                })
        .count();
  }

  @Property(tries = 100)
  void aPatternPicksItsColumns(
      @ForAll @IntRange(min = 1, max = 7) int code,
      @ForAll @IntRange(min = 1, max = 16) int quads) {
    int columns = 4 * quads;
    long picked = picked(code, columns);
    assertThat(call("tile.gather_mask", pattern(code), vec(FP32, 8, columns)).type())
        .isEqualTo(TileType.of(FP32, VEC, 8, picked));
    var target = vec(FP32, 8, columns);
    assertThat(call("tile.scatter_mask", pattern(code), target, vec(FP32, 8, picked)).type())
        .isEqualTo(target.type());
    var tensor = tensor(FP32, 8, columns);
    assertThat(call("tensor.scatter_mask", pattern(code), tensor(FP32, 8, picked), tensor).type())
        .isEqualTo(tensor.type());
  }

  @Property(tries = 50)
  void aGatherHasTheShapeOfItsIndices(
      @ForAll @IntRange(min = 1, max = 8) int rows,
      @ForAll @IntRange(min = 2, max = 64) int columns) {
    assertThat(
            call(
                    "tile.gather",
                    vec(FP16, 16, 64),
                    vec(INT16, rows, columns),
                    vec(INT32, rows, columns))
                .type())
        .isEqualTo(TileType.of(FP16, VEC, rows, columns));
    assertThat(
            call(
                    "tensor.gather",
                    Attrs.of("dim", AttrValue.of(-1)),
                    tensor(FP32, 8, 4),
                    tensor(INT32, rows, columns))
                .type())
        .isEqualTo(TensorType.of(FP32, rows, columns));
  }

  @Test
  void indicesHaveTheirType() {
    assertThatThrownBy(
            () -> call("tile.gather", vec(FP32, 8, 8), vec(INT16, 8, 8), vec(INT32, 8, 8)))
        .isInstanceOf(IrException.class)
        .hasMessage("tile.gather: operand 'indices' has dtype int16 for elements of fp32");
    assertThatThrownBy(
            () -> call("tile.scatter", vec(FP32, 8, 8), vec(FP32, 8, 8), vec(INT16, 8, 8)))
        .hasMessage("tile.scatter: operand 'indexes' has dtype int16");
    assertThatThrownBy(
            () ->
                call(
                    "tensor.gather",
                    Attrs.of("dim", AttrValue.of(1)),
                    tensor(FP32, 4, 8),
                    tensor(INT32, 5, 8)))
        .hasMessageContaining("go past the input [4, 8] in dimension 0");
  }

  @Test
  void comparisonFindsIndicesAndCounts() {
    Attrs greater = Attrs.of("cmp_mode", AttrValue.of(4)).with("out_cols", AttrValue.of(16));
    assertThat(
            call(
                    "tile.gather_compare",
                    greater,
                    vec(FP32, 8, 64),
                    ConstFloat.of(0.5, FP32),
                    vec(INT32, 8, 64))
                .type())
        .isEqualTo(
            new TupleType(
                ImmutableList.of(TileType.of(INT32, VEC, 8, 16), TileType.of(INT32, VEC, 1, 8))));
  }

  @Test
  void blocks() {
    assertThat(call("tile.gatherb", vec(FP16, 16, 64), vec(UINT32, 2, 8)).type())
        .isEqualTo(TileType.of(FP16, VEC, 2, 128));
  }

  @Property(tries = 50)
  void aSortedRecordHasEightBytes(@ForAll @IntRange(min = 1, max = 8) int runs) {
    for (var dtype : ImmutableList.of(FP16, FP32)) {
      TileType records =
          (TileType)
              call("tile.sort32", vec(dtype, 1, 32L * runs), vec(UINT32, 1, 32L * runs)).type();
      long bytes = ((ConstInt) records.shape().get(1)).value() * dtype.bytes();
      assertThat(bytes).isEqualTo(8L * 32 * runs);
    }
  }

  @Test
  void merges() {
    var row = vec(FP32, 1, 256);
    assertThat(call("tile.mrgsort_format1", row, ConstInt.index(64)).type()).isEqualTo(row.type());
    assertThatThrownBy(() -> call("tile.mrgsort_format1", row, ConstInt.index(32)))
        .hasMessageContaining("a run cannot have 32 elements");
    assertThat(call("tile.mrgsort_format2", row, row, vec(FP32, 1, 512)).type())
        .isEqualTo(TileType.of(FP32, VEC, 1, 512));
    assertThat(call("tensor.mrgsort_format2", tensor(FP32, 1, 64), tensor(FP32, 1, 128)).type())
        .isEqualTo(TensorType.of(FP32, 1, 192));
  }
}
