package io.pto4j.pass.tile;

import static io.pto4j.pass.tile.Kernel.dims;
import static io.pto4j.pass.tile.Kernel.dtype;
import static io.pto4j.pass.tile.Kernel.fp32;
import static io.pto4j.pass.tile.Kernel.kernel;
import static io.pto4j.pass.tile.Kernel.main;
import static io.pto4j.pass.tile.Kernel.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Dump;
import io.pto4j.text.IrParser;
import org.junit.jupiter.api.Test;

class KernelPassesTest {
  private final Kernel k = new Kernel();

  private static TileType tile(Program program, String name) {
    return Walk.definedVars(kernel(program).body()).stream()
        .filter(v -> v.nameHint().equals(name))
        .findFirst()
        .map(v -> (TileType) v.type())
        .orElseThrow();
  }

  @Test
  void aKernelThatForgetsToReturnItsTensorIsRefused() {
    Program program =
        IrParser.program(
            """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]) -> pl.Tensor[[8, 64], pl.FP32]:
                    y1 = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)
            """,
            "k.py");

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(program, new NormalizeReturnOrder()))
        .withMessage("function 'k' declares a tensor as its result, but does not return")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(4));
  }

  @Test
  void operandsOfTheMatrixUnitAreMovedToIt() {
    Var x = k.in("x", DataType.FP16, 32, 64);
    Var w = k.in("w", DataType.FP16, 64, 32);
    Var y = k.out("y", DataType.FP32, 32, 32);
    Var a = k.load("a", x, MemorySpace.MAT);
    Var b = k.load("b", w, MemorySpace.MAT);
    Var c = k.let("c", "tile.matmul", a, b);
    Var d = k.let("d", "tile.matmul_acc", c, a, b);
    Program program = run(k.returning(k.store("y1", d, y)), new InferTileMemorySpace());

    assertThat(Dump.of(kernel(program)))
        .contains("a_Left = tile.move(a)", "b_Right = tile.move(b)")
        .contains("c = tile.matmul(a_Left, b_Right)")
        .contains("d = tile.matmul_acc(c, a_Left, b_Right)");
    assertThat(tile(program, "c").memorySpace()).contains(MemorySpace.ACC);
    assertThat(kernel(run(program, new ExpandMixedKernel())).funcType())
        .isEqualTo(FunctionType.AIC);
  }

  @Test
  void aTileGoesWhereItsConsumerWantsIt() {
    Var x = k.in("x", DataType.FP16, 32, 64);
    Var w = k.in("w", DataType.FP16, 64, 32);
    Var y = k.out("y", DataType.FP32, 32, 32);
    Var acc = k.let("acc", "tile.create", dtype(DataType.FP32), dims(32, 32));
    Var a = k.load("a", x, MemorySpace.MAT);
    Var b = k.load("b", w, MemorySpace.MAT);
    Var r = k.loop("r", 2, acc, c -> k.let("n", "tile.matmul_acc", c, a, b));
    Program program = run(k.returning(k.store("y1", r, y)), new InferTileMemorySpace());

    assertThat(tile(program, "acc").memorySpace()).contains(MemorySpace.ACC);
    assertThat(tile(program, "r").memorySpace()).contains(MemorySpace.ACC);
  }

  @Test
  void anOperandLargerThanItsMemoryIsRefused() {
    Var x = k.in("x", DataType.FP16, 64, 512);
    Var w = k.in("w", DataType.FP16, 512, 128);
    Var y = k.out("y", DataType.FP32, 64, 128);
    Var a = k.load("a", x, MemorySpace.MAT);
    Var b = k.load("b", w, MemorySpace.MAT);
    Var c = k.let("c", "tile.matmul", a, b);
    Program program = k.returning(k.store("y1", c, y));

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(program, new InferTileMemorySpace()))
        .withMessage(
            "tile.matmul: Tile[[512, 128], fp16] takes 131072 bytes, but memory Right of Tiny has"
                + " 65536")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(12));
  }

  @Test
  void aColumnVectorIsReadAsARowByTheVectorUnit() {
    Var x = k.in("x", DataType.FP32, 32, 64);
    Var y = k.out("y", DataType.FP32, 32, 1);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var tmp =
        k.let(
            "tmp",
            "tile.create",
            dtype(DataType.FP32).with("target_memory", AttrValue.of(MemorySpace.VEC)),
            dims(32, 128));
    Var s = k.let("s", "tile.row_sum", t, tmp);
    Var m = k.let("m", "tile.adds", s, fp32(1));
    Program program = run(k.returning(k.store("y1", m, y)), new ResolveBackendOpLayouts());

    assertThat(Dump.of(kernel(program)))
        .contains(
            """
              m__rm_a0_tmp_v0 = tile.reshape(s, [1, 32])
              m__row_major_tmp_v1 = tile.adds(m__rm_a0_tmp_v0, 1.0)
              m = tile.reshape(m__row_major_tmp_v1, [32, 1])
            """);
    assertThat(tile(program, "m").effectiveView()).isEqualTo(((TileType) m.type()).effectiveView());
    assertThat(run(program, new ResolveBackendOpLayouts())).isSameAs(program);
  }

  @Test
  void aRowMajorColumnNextToAnotherIsReadAsARowToo() {
    Var x = k.in("x", DataType.FP32, 32, 1);
    Var y = k.out("y", DataType.FP32, 32, 1);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var one = k.let("one", "tile.full", dtype(DataType.FP32), dims(32, 1), fp32(1));
    Var m = k.let("m", "tile.add", t, one);
    Program program = run(k.returning(k.store("y1", m, y)), new ResolveBackendOpLayouts());

    assertThat(Dump.of(kernel(program)))
        .containsPattern("m__rm_a0_tmp_v\\d+ = tile.reshape\\(t, \\[1, 32\\]\\)")
        .containsPattern("m__rm_a1_tmp_v\\d+ = tile.reshape\\(one, \\[1, 32\\]\\)");
    assertThat(tile(program, "m").shape()).hasSize(2);
  }

  @Test
  void aKernelOnVectorsRunsOnAVectorCore() {
    Var x = k.in("x", DataType.FP32, 32, 64);
    Var y = k.out("y", DataType.FP32, 32, 64);
    Var t = k.load("t", x, MemorySpace.VEC);
    Program program = run(k.returning(k.store("y1", t, y)), new ExpandMixedKernel());

    assertThat(kernel(program).funcType()).isEqualTo(FunctionType.AIV);
    assertThat(main(program).funcType()).isEqualTo(FunctionType.ORCHESTRATION);
  }

  @Test
  void aKernelThatOnlyWritesElementsRunsOnAVectorCore() {
    Var y = k.out("y", DataType.FP32, 8);
    Var y1 = k.let("y1", "tensor.write", y, dims(0), fp32(1));

    assertThat(kernel(run(k.returning(y1), new ExpandMixedKernel())).funcType())
        .isEqualTo(FunctionType.AIV);
  }

  @Test
  void aKernelOnBothCoresIsRefused() {
    Var x = k.in("x", DataType.FP16, 32, 64);
    Var w = k.in("w", DataType.FP16, 64, 32);
    Var y = k.out("y", DataType.FP32, 32, 32);
    Var a = k.load("a", x, MemorySpace.MAT);
    Var b = k.load("b", w, MemorySpace.MAT);
    Var c = k.let("c", "tile.matmul", a, b);
    Var d = k.let("d", "tile.exp", c);
    Program program = run(k.returning(k.store("y1", d, y)), new InferTileMemorySpace());

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(program, new ExpandMixedKernel()))
        .withMessageContaining("kernel 'k' works on the cube core and on a vector core")
        .withMessageContaining("tile.load (line 10)")
        .withMessageContaining("tile.exp (line 13)")
        .withMessageContaining("tile.move (line 13) between the two")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(13))
        .satisfies(e -> assertThat(e.hint()).contains("two kernels"));
  }

  @Test
  void resultsAreTheParametersInTheirOrder() {
    Var x = k.in("x", DataType.FP32, 8);
    Var a = k.out("oa", DataType.FP32, 8);
    Var b = k.out("ob", DataType.FP32, 8);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var b1 = k.store("b1", t, b);
    Var a1 = k.store("a1", t, a);
    Program program = run(k.returning(b1, a1), new NormalizeReturnOrder());

    assertThat(Dump.of(kernel(program))).contains("return oa, ob\n");
    assertThat(Dump.of(main(program))).contains("r0 = r[1]\n", "r1 = r[0]\n");
    assertThat(run(program, new NormalizeReturnOrder())).isSameAs(program);
  }

  @Test
  void stridesOfAPackedViewAreWrittenOut() {
    TensorType dn =
        TensorType.of(DataType.FP32, 2, 6, 5)
            .withTensorView(TensorView.packed().withLayout(TensorLayout.DN));
    Var x = k.param("x", ParamDirection.IN, dn);
    Program program = run(k.returning(x), new MaterializeTensorStrides());

    TensorType type = (TensorType) kernel(program).params().getFirst().type();
    assertThat(Dims.same(type.tensorView().orElseThrow().stride(), Dims.of(30, 1, 6))).isTrue();
    assertThat(run(program, new MaterializeTensorStrides())).isSameAs(program);
  }

  @Test
  void leadingAxesOfTilesAreMerged() {
    Var x = k.in("x", DataType.FP32, 2, 3, 8);
    Var y = k.out("y", DataType.FP32, 2, 3, 8);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var u = k.let("u", "tile.add", t, t);
    Program program = run(k.returning(k.store("y1", u, y)), new FlattenTileNdTo2D());

    assertThat(Dump.of(kernel(program)))
        .contains("t = tile.load(x, [0, 0, 0], [2, 3, 8], [2, 3, 8])")
        .contains("y1 = tile.store(u, [0, 0, 0], y, [2, 3, 8])");
    assertThat(Dims.same(tile(program, "u").shape(), Dims.of(6, 8))).isTrue();
    assertThat(run(program, new FlattenTileNdTo2D())).isSameAs(program);
  }

  @Test
  void aColumnReductionAcrossMergedAxesIsRefused() {
    Var x = k.in("x", DataType.FP32, 2, 3, 8);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var s = k.let("s", "tile.col_sum", t);
    Program program = k.returning(s);

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(program, new FlattenTileNdTo2D()))
        .withMessage("tile.col_sum does not take tiles of more than two dimensions")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(11));
  }

  @Test
  void aTranspositionGetsAScratchTile() {
    Var x = k.in("x", DataType.FP32, 16, 32);
    Var y = k.out("y", DataType.FP32, 32, 16);
    Var t = k.load("t", x, MemorySpace.VEC);
    Var u = k.let("u", "tile.transpose", t, index(0), index(1));
    Program program = run(k.returning(k.store("y1", u, y)), new FlattenTileNdTo2D());

    assertThat(Dump.of(kernel(program)))
        .contains("transpose_tmp = tile.create([16, 32])")
        .contains("u = tile.transpose(t, 0, 1, transpose_tmp)");
  }

  private static Expr index(long value) {
    return ConstInt.index(value);
  }

  @Test
  void fromTensorsToCores() {
    Var x = k.in("x", DataType.FP32, 32, 256);
    Var gain = k.in("g", DataType.FP32, 1, 256);
    Var y = k.out("y", DataType.FP32, 32, 256);
    Var square = k.let("square", "tensor.mul", x, x);
    Var sum = k.let("sum", "tensor.row_sum", square);
    Var mean = k.let("mean", "tensor.muls", sum, fp32(1.0 / 256));
    Var shifted = k.let("shifted", "tensor.adds", mean, fp32(1e-6));
    Var norm = k.let("norm", "tensor.rsqrt", Attrs.empty(), shifted);
    Var scaled = k.let("scaled", "tensor.row_expand_mul", x, norm);
    Var gained = k.let("gained", "tensor.mul", scaled, gain);
    Var y1 = k.let("y1", "tensor.assemble", y, gained, Kernel.zeros(2));

    Program program =
        run(
            k.returning(y1),
            new ConvertTensorToTileOps(),
            new FlattenTileNdTo2D(),
            new InferTileMemorySpace(),
            new ResolveBackendOpLayouts(),
            new ExpandMixedKernel(),
            new NormalizeReturnOrder(),
            new MaterializeTensorStrides());

    assertThat(kernel(program).funcType()).isEqualTo(FunctionType.AIV);
    assertThat(kernel(program).paramDirections())
        .isEqualTo(ImmutableList.of(ParamDirection.IN, ParamDirection.IN, ParamDirection.OUT));
    assertThat(Dump.of(kernel(program)))
        .contains("norm__row_major_tmp_v5 = tile.rsqrt(norm__rm_a0_tmp_v4)")
        .contains("gained__tile = tile.col_expand_mul(scaled__tile, g__tile)")
        .contains("return y\n");
  }

  @Test
  void aColumnOfStoredRowsIsRefusedAlsoAsARow() {
    Var x = k.in("x", DataType.FP32, 16, 64);
    Var t = k.load("t", x, MemorySpace.VEC);
    k.let("row", "tile.slice", t, dims(1, 64), dims(3, 0), dims(), dims(0));
    k.let("column", "tile.slice", t, dims(16, 1), dims(0, 3), dims(), dims(1));
    Program program = k.returning();

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(program, new ResolveBackendOpLayouts()))
        .withMessage("a window of one column cannot be taken of a tile whose rows are stored")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(12));
  }
}
