package io.pto4j.backend;

import static io.pto4j.backend.IrFixtures.function;
import static io.pto4j.backend.IrFixtures.index;
import static io.pto4j.backend.IrFixtures.indices;
import static io.pto4j.backend.IrFixtures.let;
import static io.pto4j.backend.IrFixtures.scalar;
import static io.pto4j.backend.IrFixtures.seq;
import static io.pto4j.backend.IrFixtures.tensor;
import static io.pto4j.backend.IrFixtures.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.pto.PtoEmitter;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtoEmitterTest {
  private static final Span NOWHERE = Span.unknown();

  private static String emit(List<Var> params, Stmt... body) {
    return PtoEmitter.emit(function(FunctionType.AIV, "k", params, body), Targets.standard());
  }

  private static Expr op(BinaryOp op, Expr left, Expr right) {
    return Exprs.binary(op, left, right, NOWHERE);
  }

  private static ForStmt loop(
      Var loopVar, Expr stop, List<IterArg> iterArgs, Stmt body, List<Var> results) {
    return new ForStmt(
        NOWHERE,
        ImmutableList.of(),
        loopVar,
        index(0),
        stop,
        index(1),
        ImmutableList.copyOf(iterArgs),
        body,
        ImmutableList.copyOf(results),
        ForKind.SEQUENTIAL,
        Attrs.empty(),
        HardwareLoopPolicy.AUTO);
  }

  @Test
  void divisionOfAValueThatMayBeNegativeIsFloored() {
    Var n = scalar("n", DataType.INDEX);
    String text =
        emit(List.of(n), let(scalar("q", DataType.INDEX), op(BinaryOp.FLOOR_DIV, n, index(4))));
    assertThat(text).contains("arith.floordivsi %arg0, %c4_index : index");
  }

  @Test
  void remainderOfAValueThatMayBeNegativeTakesTheSignOfTheDivisor() {
    Var n = scalar("n", DataType.INT32);
    String text = emit(List.of(n), let(scalar("r", DataType.INT32), op(BinaryOp.FLOOR_MOD, n, n)));
    assertThat(text)
        .contains(
            "%0 = arith.floordivsi %arg0, %arg0 : i32",
            "%1 = arith.muli %0, %arg0 : i32", "%2 = arith.subi %arg0, %1 : i32");
  }

  @Test
  void aLoopCounterDividesByTruncation() {
    Var i = scalar("i", DataType.INDEX);
    Stmt body = let(scalar("q", DataType.INDEX), op(BinaryOp.FLOOR_DIV, i, index(4)));
    assertThat(emit(List.of(), loop(i, index(8), List.of(), body, List.of())))
        .contains(
            "scf.for %i = %c0_index to %c8_index step %c1_index {",
            "arith.divsi %i, %c4_index : index");
  }

  @ParameterizedTest
  @CsvSource({
    "FP32, Infinity, 0x7F800000 : f32",
    "FP16, -Infinity, 0xFC00 : f16",
    "BF16, NaN, 0x7FC0 : bf16",
    "FP32, 0.5, 5.00000000000000000e-01 : f32"
  })
  void constantsThatHaveNoDecimalFormAreBitPatterns(DataType dtype, double value, String text) {
    Var x = tile("x", dtype, 0, 16, 16);
    Var y = tile("y", dtype, 1024, 16, 16);
    Stmt create =
        let(
            x,
            Operators.call(
                "tile.create", ImmutableList.of(indices(16, 16)), dtypeAttr(dtype), NOWHERE));
    Stmt add =
        let(
            y,
            Operators.call("tile.adds", ImmutableList.of(x, ConstFloat.of(value, dtype)), NOWHERE));
    assertThat(emit(List.of(), create, add)).contains("arith.constant " + text);
  }

  private static Attrs dtypeAttr(DataType dtype) {
    return Attrs.of("dtype", AttrValue.of(dtype));
  }

  @Test
  void carriedScalarsAreLoopResults() {
    Var n = scalar("n", DataType.INT32);
    IterArg sum = new IterArg("sum", ScalarType.of(DataType.INT32), n, NOWHERE);
    Var next = scalar("next", DataType.INT32);
    Stmt body =
        seq(let(next, op(BinaryOp.ADD, sum, n)), YieldStmt.of(ImmutableList.of(next), NOWHERE));
    String text =
        emit(
            List.of(n),
            loop(
                scalar("i", DataType.INDEX),
                index(3),
                List.of(sum),
                body,
                List.of(scalar("out", DataType.INT32))));
    assertThat(text)
        .contains(
            "%out = scf.for %i = %c0_index to %c3_index step %c1_index iter_args(%sum = %arg0) -> (i32) {",
            "%0 = arith.addi %sum, %arg0 : i32", "scf.yield %0 : i32");
  }

  @Test
  void scalarResultsOfAConditionalAreYielded() {
    Var n = scalar("n", DataType.INT32);
    Var out = scalar("out", DataType.INT32);
    Stmt branch =
        new IfStmt(
            NOWHERE,
            ImmutableList.of(),
            op(BinaryOp.LT, n, n),
            YieldStmt.of(ImmutableList.of(n), NOWHERE),
            Optional.of(YieldStmt.of(ImmutableList.of(op(BinaryOp.MUL, n, n)), NOWHERE)),
            ImmutableList.of(out));
    assertThat(emit(List.of(n), branch, let(scalar("y", DataType.INT32), op(BinaryOp.ADD, out, n))))
        .contains(
            "%out = scf.if %0 -> (i32) {", "scf.yield %arg0 : i32", "arith.addi %out, %arg0 : i32");
  }

  @Test
  void symbolicExtentsAreTrailingArgumentsAndColumnsAreDn() {
    Var m = scalar("M", DataType.INDEX);
    Var x = new Var("x", TensorType.of(DataType.FP32, ImmutableList.of(m, index(1))), NOWHERE);
    Var n = scalar("n", DataType.FP32);
    Var t = tile("t", DataType.FP32, 0, 16, 1);
    Stmt load =
        let(
            t,
            Operators.call(
                "tile.load",
                ImmutableList.of(x, indices(0, 0), indices(16, 1), indices(16, 1)),
                NOWHERE));
    assertThat(emit(List.of(n, x), load))
        .contains(
            "func.func @k(%arg0: !pto.ptr<f32>, %arg1: f32, %arg2: index)",
            "pto.make_tensor_view %arg0, shape = [%arg2, %c1_index], strides = [%c1_index, %arg2] {layout ="
                + " #pto.layout<dn>}");
  }

  @Test
  void elementsOfTensorsAreReadThroughTheBasePointer() {
    Var x = tensor("x", DataType.INT32, 4, 8);
    Var i = scalar("i", DataType.INDEX);
    Stmt read =
        let(
            scalar("v", DataType.INT32),
            Operators.call("tensor.read", ImmutableList.of(x, indices(i, index(3))), NOWHERE));
    assertThat(emit(List.of(x, i), read))
        .contains(
            "%0 = arith.muli %arg1, %c8_index : index",
            "%1 = arith.addi %0, %c3_index : index",
            "%v = pto.load_scalar %arg0[%1] : !pto.ptr<i32> -> i32");
  }

  @Test
  void whatDeviceCodeCannotSayIsAnErrorThatNamesIt() {
    assertThatThrownBy(() -> emit(List.of(), new BreakStmt(NOWHERE, ImmutableList.of())))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("break");
    Var t = tile("t", DataType.INT4, 0, 16, 64);
    assertThatThrownBy(
            () ->
                emit(
                    List.of(),
                    let(
                        t,
                        Operators.call(
                            "tile.create",
                            ImmutableList.of(indices(16, 64)),
                            dtypeAttr(DataType.INT4),
                            NOWHERE))))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("INT4");
    assertThatThrownBy(
            () ->
                PtoEmitter.emit(
                    function(FunctionType.ORCHESTRATION, "main", List.of()), Targets.standard()))
        .hasMessageContaining("not a kernel");
  }
}
