package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Collections;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Operands of unusual rank, tuples that are variables, and layouts that an operator needs. */
class RanksAndTuplesTest {
  private static Var indices(int count) {
    Type index = ScalarType.of(DataType.INDEX);
    return value("at", new TupleType(ImmutableList.copyOf(Collections.nCopies(count, index))));
  }

  private static TensorType type(Expr call) {
    return (TensorType) call.type();
  }

  private static Var laid(DataType dtype, TileLayout blayout, int rows, int columns) {
    return value(
        "t",
        TileType.of(dtype, VEC, rows, columns)
            .withTileView(
                Optional.of(
                    TileView.of(blayout, TileLayout.NONE_BOX, 512)
                        .withValidShape(dims(rows, columns)))));
  }

  @Property
  void aVectorInAProductTakesItsAxisAway(
      @ForAll @IntRange(min = 1, max = 9) int m,
      @ForAll @IntRange(min = 1, max = 9) int k,
      @ForAll @IntRange(min = 1, max = 9) int n) {
    Var row = tensor(FP16, k);
    assertThat(type(call("tensor.matmul", row, row)).shape()).isEmpty();
    assertThat(type(call("tensor.matmul", tensor(FP16, m, k), row)).shape()).isEqualTo(dims(m));
    assertThat(type(call("tensor.matmul", row, tensor(FP16, k, n))).shape()).isEqualTo(dims(n));
    refused("the inner dimensions differ", "tensor.matmul", row, tensor(FP16, k + 1, n));
    refused("the inner dimensions differ", "tensor.matmul", tensor(FP16, m, k + 1), row);
  }

  @Test
  void aVectorIsNotTransposedAndMeetsNoBatches() {
    Attrs transposed = Attrs.of("a_trans", AttrValue.of(true));
    Var row = tensor(FP16, 8);
    refused("a vector cannot", "tensor.matmul", transposed, row, tensor(FP16, 8, 4));
    refused("a vector cannot", "tensor.matmul", row, tensor(FP16, 2, 8, 4));
    assertThat(type(call("tensor.matmul", transposed, tensor(FP16, 8, 4), row)).shape())
        .isEqualTo(dims(4));
    refused("rank 2 or more", "tensor.matmul_acc", tensor(FP32, 8), row, tensor(FP16, 8, 8));
  }

  @Property
  void windowsOfAnotherRankAreTakenAtTheirWord(
      @ForAll @IntRange(min = 1, max = 4) int from, @ForAll @IntRange(min = 1, max = 4) int to) {
    long[] shape = Collections.nCopies(from, 8L).stream().mapToLong(n -> n).toArray();
    Expr window = tuple(Collections.nCopies(to, 4).toArray());
    Expr offset = tuple(Collections.nCopies(to, 6).toArray());
    Var source = tensor(FP32, shape);
    if (from == to) {
      refused("reads past the end", "tensor.slice", source, window, offset);
    } else {
      assertThat(type(call("tensor.slice", source, window, offset)).shape())
          .isEqualTo(Exprs.elements(window));
      assertThat(
              type(call("tensor.assemble", source, call("tensor.exp", tensor(FP32, 99)), offset)))
          .isEqualTo(source.type());
    }
  }

  @Test
  void axesAreDroppedInAnyOrderFromATensor() {
    Var x = tensor(FP32, 4, 8, 16);
    Expr window = tuple(1, 1, 16);
    Expr at = tuple(0, 0, 0);
    assertThat(type(call("tensor.slice", x, window, at, tuple(), tuple(1, 0))).shape())
        .isEqualTo(dims(16));
    refused("each once", "tensor.slice", x, window, at, tuple(), tuple(1, 1));
    refused("each once", "tensor.slice", x, window, at, tuple(), tuple(-1));
    Var t = vec(FP32, 8, 16);
    refused("in ascending order", "tile.slice", t, tuple(1, 1), at(2), tuple(), tuple(1, 0));
  }

  private static Expr at(int rank) {
    return tuple(Collections.nCopies(rank, 0).toArray());
  }

  @Test
  void aTupleMayBeAVariableWhereItCountsElements() {
    Var x = tensor(FP32, 8, 8);
    assertThat(call("tensor.read", x, indices(2)).type()).isEqualTo(ScalarType.of(FP32));
    assertThat(type(call("tensor.slice", x, tuple(4, 4), indices(2))).shape())
        .isEqualTo(dims(4, 4));
    assertThat(
            type(call("tensor.create", Attrs.of("dtype", AttrValue.of(FP32)), indices(3))).rank())
        .isEqualTo(3);
    refused("has 3 elements", "tensor.read", x, indices(3));
  }

  @Test
  void aTupleIsWrittenWhereItIsPartOfTheType() {
    Var x = tensor(FP32, 8, 8);
    refused(
        "must be a tuple of integer scalars that is written at the call",
        "tile.load",
        in(VEC),
        x,
        indices(2),
        tuple(4, 4),
        tuple(4, 4));
    refused("written at the call", "tensor.slice", x, tuple(1, 8), at(2), tuple(), indices(1));
  }

  @Test
  void theSmallestElementsOfRowsNeedRows() {
    Var scratch = vec(FP32, 8, 16);
    assertThat(call("tile.row_min", vec(FP32, 8, 16), scratch).type()).isInstanceOf(TileType.class);
    refused("row-major without boxes", "tile.row_min", tile(FP32, MAT, 8, 16), scratch);
    refused(
        "row-major without boxes",
        "tile.row_min",
        laid(FP32, TileLayout.COL_MAJOR, 8, 16),
        scratch);
    assertThat(call("tile.row_max", laid(FP32, TileLayout.COL_MAJOR, 8, 16), scratch).type())
        .isInstanceOf(TileType.class);
  }

  @Test
  void aSumOfRowsTakesAColumnOrBlocks() {
    Var matrix = vec(FP32, 16, 64);
    assertThat(call("tile.row_expand_add", matrix, vec(FP32, 16, 1)).type())
        .isEqualTo(matrix.type());
    assertThat(call("tile.row_expand_add", matrix, laid(FP32, TileLayout.ROW_MAJOR, 16, 8)).type())
        .isEqualTo(matrix.type());
    Var row = vec(FP32, 1, 64);
    assertThat(call("tile.row_expand_add", row, vec(FP32, 1, 1)).type()).isEqualTo(row.type());
    refused(
        "must have 8 valid columns",
        "tile.row_expand_add",
        matrix,
        laid(FP32, TileLayout.ROW_MAJOR, 16, 1));
    refused(
        "must have 16 valid columns",
        "tile.row_expand_add",
        vec(FP16, 16, 64),
        laid(FP16, TileLayout.ROW_MAJOR, 16, 8));
    refused(
        "must have 32 valid columns",
        "tile.row_expand_add",
        vec(INT8, 16, 64),
        laid(INT8, TileLayout.ROW_MAJOR, 16, 8));
    refused("is valid in [8, 1]", "tile.row_expand_add", matrix, vec(FP32, 8, 1));
    refused(
        "must be row-major",
        "tile.row_expand_add",
        laid(FP32, TileLayout.COL_MAJOR, 16, 64),
        vec(FP32, 16, 1));
  }
}
