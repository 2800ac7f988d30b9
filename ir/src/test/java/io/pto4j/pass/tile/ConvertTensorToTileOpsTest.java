package io.pto4j.pass.tile;

import static io.pto4j.pass.tile.Kernel.dims;
import static io.pto4j.pass.tile.Kernel.fp32;
import static io.pto4j.pass.tile.Kernel.kernel;
import static io.pto4j.pass.tile.Kernel.main;
import static io.pto4j.pass.tile.Kernel.run;
import static io.pto4j.pass.tile.Kernel.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import org.junit.jupiter.api.Test;

class ConvertTensorToTileOpsTest {
  private final Kernel k = new Kernel();
  private final ConvertTensorToTileOps pass = new ConvertTensorToTileOps();

  @Test
  void operandsAreLoadedOnceAndResultsStored() {
    Var x = k.in("x__ssa_v0", DataType.FP32, 32, 128);
    Var y = k.out("y__ssa_v0", DataType.FP32, 32, 128);
    Var m = k.let("m__ssa_v0", "tensor.row_max", x);
    Var c = k.let("c__ssa_v0", "tensor.row_expand_sub", x, m);
    k.let("y__ssa_v1", "tensor.assemble", y, c, zeros(2));

    assertThat(Dump.of(kernel(run(k.returning(y), pass))))
        .isEqualTo(
            """
            InCore k(x__ssa_v0, y__ssa_v0: Out) -> 1
              x__tile = tile.load(x__ssa_v0, [0, 0], [32, 128], [32, 128])
              tmp_tile = tile.create([32, 128])
              m__tile = tile.row_max(x__tile, tmp_tile)
              c__tile = tile.row_expand_sub(x__tile, m__tile)
              y__tile = tile.store(c__tile, [0, 0], y__ssa_v0)
              return y__ssa_v0
            """);
  }

  @Test
  void aResultOnChipIsStoredIntoATensorOfTheCaller() {
    Var x = k.in("x", DataType.FP32, 64);
    Var y = k.let("y", "tensor.add", x, x);

    Program program = run(k.returning(y), pass);

    assertThat(Dump.of(program))
        .isEqualTo(
            """
            InCore k(x, ret0__out: Out) -> 1
              x__tile = tile.load(x, [0], [64], [64])
              y__tile = tile.add(x__tile, x__tile)
              ret0__store = tile.store(y__tile, [0], ret0__out)
              return ret0__store
            Orchestration main(x) -> 1
              ret0__out = tensor.create([64])
              r = k(x, ret0__out)
              return r
            """);
  }

  @Test
  void severalResultsGetOneTensorEach() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var a = k.let("a", "tensor.exp", x);
    Var b = k.let("b", "tensor.row_sum", x);

    Program program = run(k.returning(a, b), pass);

    assertThat(Dump.of(main(program)))
        .contains("ret0__out = tensor.create([8, 64])", "ret1__out = tensor.create([8, 1])")
        .contains("r = k(x, ret0__out, ret1__out)");
    assertThat(Dump.of(kernel(program)))
        .contains("tmp_tile = tile.create([8, 128])", "return ret0__store, ret1__store");
  }

  @Test
  void aRowThatRepeatsIsExpandedOverTheColumns() {
    Var x = k.in("x", DataType.FP32, 32, 256);
    Var gain = k.in("g", DataType.FP32, 1, 256);
    Var s = k.let("s", "tensor.row_sum", x);
    Var n = k.let("n", "tensor.mul", x, s);
    Var y = k.let("y", "tensor.mul", gain, n);

    assertThat(Dump.of(kernel(run(k.returning(y), pass))))
        .contains("n__tile = tile.row_expand_mul(x__tile, s__tile)")
        .contains("y__tile = tile.col_expand_mul(n__tile, g__tile)");
  }

  @Test
  void aVectorOnTheLeftOfASubtractionIsExpandedFirst() {
    Var x = k.in("x", DataType.FP32, 32, 256);
    Var s = k.let("s", "tensor.row_sum", x);
    Var y = k.let("y", "tensor.sub", s, x);

    assertThat(Dump.of(kernel(run(k.returning(y), pass))))
        .contains("sub_lhs_expand = tile.row_expand(x__tile, s__tile)")
        .contains("y__tile = tile.sub(sub_lhs_expand, x__tile)");
  }

  @Test
  void operandsOfTheMatrixUnitAreLoadedForIt() {
    Var a = k.in("a", DataType.FP16, 32, 64);
    Var b = k.in("b", DataType.FP16, 48, 64);
    Var y = k.out("y", DataType.FP32, 32, 48);
    Var c =
        k.let(
            "c",
            "tensor.matmul",
            Attrs.of("b_trans", AttrValue.of(true)).with("out_dtype", AttrValue.of(DataType.FP32)),
            a,
            b);
    k.let("y1", "tensor.assemble", y, c, zeros(2));

    assertThat(Dump.of(kernel(run(k.returning(y), pass))))
        .contains("a_mat = tile.load(a, [0, 0], [32, 64], [32, 64])")
        .contains("b_mat_t = tile.transpose_view(b_mat)")
        .contains("c__tile = tile.matmul(a_mat, b_mat_t)")
        .contains("y1__tile = tile.store(c__tile, [0, 0], y)");
  }

  @Test
  void aWindowIsLoadedFromTheTensorAndItsTargetStaysThere() {
    Var o = k.param("o", ParamDirection.IN, k.in("x", DataType.FP32, 64, 64).type());
    Var w = k.let("w", "tensor.slice", o, dims(8, 64), dims(8, 0));
    Var e = k.let("e", "tensor.adds", w, fp32(1));
    k.let("o1", "tensor.assemble", o, e, dims(8, 0));

    Program program = run(k.returning(o), pass);

    assertThat(Dump.of(kernel(program)))
        .contains("w__tile = tile.load(o, [8, 0], [8, 64], [8, 64])")
        .contains("o1__tile = tile.store(e__tile, [8, 0], o)");
    assertThat(kernel(program).direction(1)).isEqualTo(ParamDirection.INOUT);
    assertThat(main(program).direction(1)).isEqualTo(ParamDirection.INOUT);
  }

  @Test
  void aParameterReadAndWrittenIsStoredToTheParameter() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var o = k.in("o", DataType.FP32, 8, 64);
    Var s = k.let("s", "tensor.add", x, o);
    k.let("o1", "tensor.assemble", o, s, zeros(2));

    Program program = run(k.returning(o), pass);

    assertThat(Dump.of(kernel(program)))
        .contains("o1__tile = tile.store(s__tile, [0, 0], o)")
        .contains("return o\n");
    assertThat(kernel(program).direction(1)).isEqualTo(ParamDirection.INOUT);
  }

  @Test
  void aValueThatALoopChangesIsCarriedOnChip() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var r = k.loop("acc", 4, x, acc -> k.let("n", "tensor.add", acc, x));

    assertThat(Dump.of(kernel(run(k.returning(r), pass))))
        .contains("for i in 0..4 by 1 (acc__iter = x__tile) -> acc")
        .contains("n__tile = tile.add(acc__iter, x__tile)")
        .contains("ret0__store = tile.store(acc, [0, 0], ret0__out)");
  }

  @Test
  void aTensorThatALoopWritesStaysInGlobalMemory() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var y = k.out("y", DataType.FP32, 8, 64);
    Var r = k.loop("y1", 4, y, out -> k.let("n", "tensor.assemble", out, x, zeros(2)));

    assertThat(Dump.of(kernel(run(k.returning(r), pass))))
        .contains("(y1__iter = y) -> y1")
        .contains("n__tile = tile.store(x__tile, [0, 0], y1__iter)")
        .doesNotContain("ret0");
  }

  @Test
  void aKernelOnTilesIsLeftAlone() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var y = k.out("y", DataType.FP32, 8, 64);
    Var t = k.load("t", x, MemorySpace.VEC);
    Program program = k.returning(k.store("y1", t, y));

    assertThat(run(program, pass)).isSameAs(program);
  }

  @Test
  void shapesThatNeitherRepeatNorAgreeAreRefused() {
    Var row = k.in("row", DataType.FP32, 1, 64);
    Var column = k.in("column", DataType.FP32, 8, 1);
    Expr sum = k.let("sum", "tensor.add", row, column);

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(k.returning(sum), pass))
        .withMessageContaining("cannot be combined in a kernel")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(10));
  }

  @Test
  void aViewOfATensorIsLoadedWhereItsElementsAreNeeded() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var v = k.let("v", "tensor.view", x, dims(16, 32));
    Var e = k.let("e", "tensor.exp", v);

    assertThat(Dump.of(kernel(run(k.returning(e), pass))))
        .contains("v = tensor.view(x, [16, 32])")
        .contains("v__tile = tile.load(v, [0, 0], [16, 32], [16, 32])")
        .contains("e__tile = tile.exp(v__tile)");
  }

  @Test
  void aTensorWrittenByElementsAndByTilesIsRefused() {
    Var x = k.in("x", DataType.FP32, 8, 64);
    Var y = k.out("y", DataType.FP32, 8, 64);
    Var y1 = k.let("y1", "tensor.assemble", y, x, zeros(2));
    Var y2 = k.let("y2", "tensor.write", y1, zeros(2), fp32(1));

    assertThatExceptionOfType(IrException.class)
        .isThrownBy(() -> run(k.returning(y2), pass))
        .withMessage(
            "tensor 'y' is written element by element and, in line 10, tile by tile in one kernel")
        .satisfies(e -> assertThat(e.span().beginLine()).isEqualTo(11));
  }
}
