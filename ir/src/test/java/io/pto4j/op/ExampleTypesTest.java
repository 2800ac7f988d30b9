package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.INDEX;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.ir.TileLayout.COL_MAJOR;
import static io.pto4j.ir.TileLayout.NONE_BOX;
import static io.pto4j.ir.TileLayout.ROW_MAJOR;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.laidOut;
import static io.pto4j.op.Calls.partialType;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The result types that kernels of the ecosystem have at these calls. */
class ExampleTypesTest {
  private static final Var I = index("i");

  private static Expr times(Expr a, long b) {
    return Exprs.binary(BinaryOp.MUL, a, ConstInt.index(b), Span.unknown());
  }

  private static void check(Type actual, Type expected) {
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void loadOfARowBlock() {
    check(
        call(
                "tile.load",
                in(VEC),
                tensor(FP32, 256, 64),
                tuple(times(I, 64), 0),
                tuple(64, 64),
                tuple(64, 64))
            .type(),
        TileType.of(FP32, VEC, 64, 64));
  }

  @Test
  void loadOfRuntimeRows() {
    Var n = index("n");
    Var x = value("x", TensorType.of(FP32, dims(index("N"), 64)));
    Type loaded =
        call("tile.load", in(VEC), x, tuple(times(I, 32), 0), tuple(32, 64), tuple(n, 64)).type();
    check(loaded, partialType(FP32, dims(32, 64), dims(n, 64)));
    check(call("tile.abs", value("a", loaded)).type(), loaded);
  }

  @Test
  void loadForTheMatrixUnitIsInBoxes() {
    check(
        call(
                "tile.load",
                in(MAT),
                tensor(BF16, 64, 512),
                tuple(0, 0),
                tuple(64, 512),
                tuple(64, 512))
            .type(),
        TileType.of(BF16, MAT, 64, 512));
  }

  @Test
  void loadOfOneRowForTheMatrixUnitIsNotInBoxes() {
    check(
        call("tile.load", in(MAT), tensor(FP16, 1, 64), tuple(0, 0), tuple(1, 64), tuple(1, 64))
            .type(),
        laidOut(FP16, MAT, ROW_MAJOR, NONE_BOX, 1, 64));
  }

  @Test
  void loadOfATransposedTensorReadsItsBoxesByColumn() {
    Type transposed =
        call("tensor.transpose", tensor(FP16, 48, 64), ConstInt.index(0), ConstInt.index(1)).type();
    check(
        call(
                "tile.load",
                in(MAT),
                value("b", transposed),
                tuple(0, 0),
                tuple(64, 48),
                tuple(64, 48))
            .type(),
        laidOut(FP16, MAT, ROW_MAJOR, COL_MAJOR, 64, 48));
  }

  @Test
  void storeGivesTheTensor() {
    Var y = tensor(FP32, 256, 64);
    check(call("tile.store", vec(FP32, 64, 64), tuple(times(I, 64), 0), y).type(), y.type());
  }

  @Test
  void accumulatorNarrowsOnTheWayOut() {
    Var c = tensor(FP16, 64, 128);
    check(call("tile.store", tile(FP32, ACC, 64, 128), tuple(0, 0), c).type(), c.type());
  }

  @Test
  void softmax() {
    Var x = vec(FP32, 32, 128);
    Type m = call("tile.row_max", x, vec(FP32, 32, 128)).type();
    check(m, TileType.of(FP32, VEC, 32, 1));
    check(call("tile.row_expand_sub", x, value("m", m)).type(), TileType.of(FP32, VEC, 32, 128));
    check(call("tile.exp", x).type(), TileType.of(FP32, VEC, 32, 128));
    check(call("tile.row_expand_div", x, value("s", m)).type(), TileType.of(FP32, VEC, 32, 128));
    Var t = tensor(FP32, 32, 128);
    check(call("tensor.row_max", t).type(), TensorType.of(FP32, 32, 1));
    check(call("tensor.row_expand_sub", t, tensor(FP32, 32, 1)).type(), t.type());
    check(call("tensor.assemble", t, t, tuple(0, 0)).type(), t.type());
  }

  @Test
  void matrixProduct() {
    Var a = tile(FP16, MAT, 64, 64);
    check(call("tile.move", in(LEFT), a).type(), TileType.of(FP16, LEFT, 64, 64));
    Var b = tile(FP16, MAT, 64, 128);
    check(call("tile.move", in(RIGHT), b).type(), TileType.of(FP16, RIGHT, 64, 128));
    check(
        call("tile.matmul", tile(FP16, LEFT, 64, 64), tile(FP16, RIGHT, 64, 128)).type(),
        TileType.of(FP32, ACC, 64, 128));
    check(
        call(
                "tile.matmul_acc",
                tile(FP32, ACC, 64, 128),
                tile(BF16, LEFT, 64, 128),
                tile(BF16, RIGHT, 128, 128))
            .type(),
        TileType.of(FP32, ACC, 64, 128));
    check(
        call(
                "tile.create",
                Attrs.of(Map.of("dtype", AttrValue.of(FP32), "target_memory", AttrValue.of(ACC))),
                tuple(64, 128))
            .type(),
        TileType.of(FP32, ACC, 64, 128));
  }

  @Test
  void windowsForTheMatrixUnit() {
    Var a = tile(BF16, MAT, 64, 512);
    check(
        call("tile.extract", in(LEFT), a, ConstInt.index(0), I, tuple(64, 128)).type(),
        laidOut(BF16, LEFT, ROW_MAJOR, ROW_MAJOR, 64, 128));
    Var b = tile(BF16, MAT, 512, 128);
    check(
        call("tile.extract", in(RIGHT), b, I, ConstInt.index(0), tuple(128, 128)).type(),
        TileType.of(BF16, RIGHT, 128, 128));
  }

  @Test
  void transposedOperand() {
    Type view = call("tile.transpose_view", tile(FP16, MAT, 48, 64)).type();
    check(view, laidOut(FP16, MAT, ROW_MAJOR, COL_MAJOR, 64, 48));
    check(call("tile.move", in(RIGHT), value("tb", view)).type(), TileType.of(FP16, RIGHT, 64, 48));
  }

  @Test
  void accumulatorOnTheVectorUnit() {
    Var m = tile(FP32, ACC, 64, 128);
    TileType boxed = laidOut(FP32, VEC, COL_MAJOR, ROW_MAJOR, 64, 128);
    check(call("tile.move", in(VEC), m).type(), boxed);
    check(call("tile.sub", m, vec(FP32, 64, 128)).type(), boxed);
    Attrs flat =
        in(VEC)
            .with("blayout", new AttrValue.OfTileLayout(ROW_MAJOR))
            .with("slayout", new AttrValue.OfTileLayout(NONE_BOX));
    check(call("tile.move", flat, m).type(), TileType.of(FP32, VEC, 64, 128));
  }

  @Test
  void castsAndColumnSum() {
    Attrs toFloat = Attrs.of("target_type", AttrValue.of(FP32)).with("mode", AttrValue.of(2));
    check(call("tile.cast", toFloat, vec(FP16, 32, 64)).type(), TileType.of(FP32, VEC, 32, 64));
    Attrs toByte = Attrs.of("target_type", AttrValue.of(INT8)).with("mode", AttrValue.of(2));
    check(call("tile.cast", toByte, vec(FP16, 32, 64)).type(), TileType.of(INT8, VEC, 32, 64));
    check(
        call("tile.col_sum", vec(FP32, 32, 64), vec(FP32, 32, 64)).type(),
        TileType.of(FP32, VEC, 1, 64));
  }

  @Test
  void tensorProductAndCreation() {
    Attrs product =
        Attrs.of("a_trans", AttrValue.of(false))
            .with("b_trans", AttrValue.of(false))
            .with("c_matrix_nz", AttrValue.of(false))
            .with("out_dtype", AttrValue.of(FP32));
    check(
        call("tensor.matmul", product, tensor(BF16, 64, 512), tensor(BF16, 512, 128)).type(),
        TensorType.of(FP32, 64, 128));
    Attrs created =
        Attrs.of("dtype", AttrValue.of(FP32))
            .with("layout", new AttrValue.OfTensorLayout(TensorLayout.ND));
    check(call("tensor.create", created, tuple(64, 64)).type(), TensorType.of(FP32, 64, 64));
  }

  @Test
  void allocationsTasksAndPlaces() {
    check(call("tile.alloc", ConstInt.index(1), ConstInt.index(16384)).type(), PtrType.INSTANCE);
    check(call("system.task_invalid").type(), ScalarType.of(DataType.TASK_ID));
    check(call("tile.get_block_idx").type(), ScalarType.of(INDEX));
  }

  @Test
  void literalsTakeTheElementType() {
    assertThat(call("tile.muls", vec(FP16, 32, 32), ConstFloat.of(0.5, FP32)).args().get(1))
        .isEqualTo(ConstFloat.of(0.5, FP16));
    assertThat(call("tile.adds", vec(FP32, 32, 32), ConstInt.index(2)).args().get(1))
        .isEqualTo(ConstFloat.of(2, FP32));
    assertThat(
            call("tensor.maximum", tensor(DataType.INT32, 8, 8), ConstInt.index(2)).args().get(1))
        .isEqualTo(ConstInt.of(2, DataType.INT32));
  }

  @Test
  void windowOfAColumnVector() {
    check(
        call("tile.slice", vec(FP32, 32, 1), tuple(16, 1), tuple(8, 0)).type(),
        TileType.of(FP32, VEC, 16, 1));
    check(
        call("tile.reshape", vec(FP32, 32, 1), tuple(1, 32)).type(), TileType.of(FP32, VEC, 1, 32));
    assertThat(((TileType) call("tile.row_sum", vec(FP32, 1, 64), vec(FP32, 1, 64)).type()))
        .isEqualTo(laidOut(FP32, VEC, COL_MAJOR, NONE_BOX, 1, 1));
  }

  @Test
  void rowOfATensor() {
    check(
        call("tensor.slice", tensor(FP32, 64, 64), tuple(1, 64), tuple(3, 0), tuple(), tuple(0))
            .type(),
        TensorType.of(FP32, 64));
  }

  @Test
  void spaceIsOpenUntilItIsInferred() {
    Type loaded =
        call("tile.load", tensor(FP32, 64, 64), tuple(0, 0), tuple(64, 64), tuple(64, 64)).type();
    check(
        loaded,
        new TileType(FP32, dims(64, 64), Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
