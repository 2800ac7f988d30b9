package io.pto4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BufferType;
import io.pto4j.ir.Call;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.DistributedTensorType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.MultiBufferType;
import io.pto4j.ir.Operator;
import io.pto4j.ir.PadValue;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegKind;
import io.pto4j.ir.RegType;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.text.IrPrinter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The examples of the IR types page, built and printed. */
class TypesPageTest {
  private static final ScalarType INT64 = ScalarType.of(DataType.INT64);

  private final IrBuilder b = new IrBuilder();
  private final BuilderExprs e = b.exprs();

  private Expr int64(long value) {
    return e.integer(value, DataType.INT64);
  }

  @Test
  void example1Expressions() {
    Var x = b.variable("x", INT64);
    Var y = b.variable("y", INT64);
    Expr xPlus1 = e.binary(BinaryOp.ADD, x, int64(1));
    Expr yMinus2 = e.binary(BinaryOp.SUB, y, int64(2));
    Expr numerator = e.binary(BinaryOp.MUL, xPlus1, yMinus2);
    Expr denominator = e.binary(BinaryOp.ADD, x, y);

    Expr result = e.binary(BinaryOp.FLOAT_DIV, numerator, denominator, DataType.INT64);

    assertThat(IrPrinter.print(result))
        .isEqualTo("(x + pl.const(1, pl.INT64)) * (y - pl.const(2, pl.INT64)) / (x + y)");
  }

  @Test
  void example2AbsoluteValue() {
    FunctionBlock f = b.function("absolute", FunctionType.OPAQUE);
    try (f) {
      Var x = f.param("x", INT64);
      Var result = b.variable("result", INT64);
      IfBlock when = b.when(e.binary(BinaryOp.GE, x, int64(0), DataType.INT64));
      try (when) {
        b.assign(result, x);
        when.otherwise();
        b.assign(result, e.unary(UnaryOp.NEG, x));
        when.returnVar(result);
      }
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def absolute(x: pl.Scalar[pl.INT64]):
                if x >= pl.const(0, pl.INT64):
                    result: pl.Scalar[pl.INT64] = x
                else:
                    result: pl.Scalar[pl.INT64] = -x""");
  }

  @Test
  void example3Accumulation() {
    FunctionBlock f = b.function("total", FunctionType.OPAQUE);
    try (f) {
      Var n = f.param("n", INT64);
      ForBlock loop = b.loop(b.variable("i", INT64), int64(0), n, int64(1));
      try (loop) {
        IterArg sum = loop.iterArg("sum", int64(0));
        loop.returnVar("sum_final");
        b.yields(e.binary(BinaryOp.ADD, sum, loop.index()));
      }
      b.ret(loop.output(0));
    }

    assertThat(f.result().returnTypes()).containsExactly(INT64);
    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def total(n: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INT64]:
                for i, (sum,) in pl.range(pl.const(0, pl.INT64), n, pl.const(1, pl.INT64), init_values=(pl.const(0, pl.INT64),)):
                    sum_final: pl.Scalar[pl.INT64] = pl.yield_(sum + i)
                return sum_final""");
  }

  @Test
  void example4OperatorCall() {
    FunctionBlock f = b.function("matmul", FunctionType.OPAQUE);
    try (f) {
      Type fp16 = TensorType.of(DataType.FP16, ImmutableList.of(int64(128), int64(64)));
      Var left = f.param("a", fp16);
      Var right =
          f.param("b", TensorType.of(DataType.FP16, ImmutableList.of(int64(64), int64(256))));
      f.returnType(TensorType.of(DataType.FP32, ImmutableList.of(int64(128), int64(256))));
      b.let(
          "result",
          e.op("tensor.matmul", Attrs.of("out_dtype", AttrValue.of(DataType.FP32)), left, right));
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def matmul(a: pl.Tensor[[128, 64], pl.FP16], b: pl.Tensor[[64, 256], pl.FP16]) -> pl.Tensor[[128, 256], pl.FP32]:
                result: pl.Tensor[[128, 256], pl.FP32] = pl.tensor.matmul(a, b, out_dtype=pl.FP32)""");
  }

  @Test
  void example5ProgramOfTwoFunctions() {
    ProgramBlock math = b.program("math");
    try (math) {
      FunctionBlock square = b.function("square", FunctionType.OPAQUE);
      try (square) {
        Var x = square.param("x", INT64);
        square.returnType(INT64);
        b.let("result", e.binary(BinaryOp.MUL, x, x));
      }
      FunctionBlock main = b.function("sum_squares", FunctionType.OPAQUE);
      try (main) {
        Var x = main.param("a", INT64);
        Var y = main.param("b", INT64);
        main.returnType(INT64);
        GlobalVar callee = math.globalVar("square");
        Call callX = e.call(callee, x);
        Call callY = e.call(callee, y);
        b.let("result", e.binary(BinaryOp.ADD, callX, callY));
      }
    }

    Program program = math.result();
    assertThat(program.functions().keySet()).containsExactly("square", "sum_squares");
    assertThat(IrPrinter.print(program))
        .isEqualTo(
            """
            # pypto.program: math
            import pypto.language as pl

            @pl.program
            class math:
                @pl.function
                def square(self, x: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INT64]:
                    result: pl.Scalar[pl.INT64] = x * x
                @pl.function
                def sum_squares(self, a: pl.Scalar[pl.INT64], b: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INT64]:
                    result: pl.Scalar[pl.INT64] = self.square(a) + self.square(b)""");
  }

  @Test
  void example6TileInLeftMemory() {
    TileView view =
        new TileView(
            Dims.of(16, 32),
            Dims.of(1, 32),
            Optional.of(e.index(0)),
            TileLayout.ROW_MAJOR,
            TileLayout.NONE_BOX,
            512,
            PadValue.NULL,
            CompactMode.NULL);

    TileType tile =
        new TileType(
            DataType.FP16,
            ImmutableList.of(int64(32), int64(32)),
            Optional.of(e.memref("mem_left_0", 0, 2048)),
            Optional.of(view),
            Optional.of(MemorySpace.LEFT));

    assertThat(tile.validShape()).isEqualTo(Dims.of(16, 32));
    assertThat(IrPrinter.print(tile))
        .isEqualTo(
            "pl.Tile[[32, 32], pl.FP16, pl.MemRef(\"mem_left_0\", pl.const(0, pl.INT64), 2048), pl.Mem.Left, pl.TileView(valid_shape=[16, 32], stride=[1, 32], start_offset=0, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box)]");
  }

  @Test
  void tensorViews() {
    TensorView view =
        new TensorView(Dims.of(1, 128), TensorLayout.DN, Dims.of(64, 128), PadValue.ZERO);
    TensorType tensor =
        new TensorType(
            DataType.FP16,
            Dims.of(128, 256),
            Optional.of(e.memref("mem_ddr_1", 0, 16384)),
            Optional.of(view));

    assertThat(IrPrinter.print(tensor))
        .isEqualTo(
            "pl.Tensor[[128, 256], pl.FP16, pl.TensorView(valid_shape=[64, 128], stride=[1, 128], layout=pl.TensorLayout.DN, pad=pl.PadValue.zero), pl.MemRef(\"mem_ddr_1\", pl.const(0, pl.INT64), 16384)]");
  }

  @Test
  void tuplesAndArrays() {
    Type nested =
        new TupleType(
            ImmutableList.of(new TupleType(ImmutableList.of(INT64)), ScalarType.of(DataType.FP32)));

    assertThat(IrPrinter.print(nested))
        .isEqualTo("pl.Tuple[pl.Tuple[pl.Scalar[pl.INT64]], pl.Scalar[pl.FP32]]");
    assertThat(IrPrinter.print(new ArrayType(DataType.INT32, ConstInt.index(16))))
        .isEqualTo("pl.Array[16, pl.INT32]");
  }

  @Test
  void arrayIsUpdated() {
    FunctionBlock f = b.function("counts", FunctionType.ORCHESTRATION);
    try (f) {
      Var arr =
          b.let(
              "arr",
              e.op("array.create", Attrs.of("dtype", AttrValue.of(DataType.INT32)), e.index(8)));
      Var next =
          b.let("arr", e.op("array.update_element", arr, e.index(3), e.integer(7, DataType.INT32)));
      b.let("x", e.op("array.get_element", next, e.index(3)));
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
            def counts():
                arr: pl.Array[8, pl.INT32] = pl.array.create(8, dtype=pl.INT32)
                arr_1: pl.Array[8, pl.INT32] = pl.array.update_element(arr, 3, pl.const(7, pl.INT32))
                x: pl.Scalar[pl.INT32] = pl.array.get_element(arr_1, 3)""");
  }

  @Test
  void registers() {
    assertThat(IrPrinter.print(new RegType(64, DataType.FP32, RegKind.VEC_REG)))
        .isEqualTo("pl.Reg[64, pl.FP32]");
    assertThat(IrPrinter.print(new RegType(64, DataType.BOOL, RegKind.MASK_REG)))
        .isEqualTo("pl.Reg[64, pl.BOOL, pl.RegKind.MaskReg]");
  }

  @Test
  void registerScopeInAHardwareLoop() {
    FunctionBlock f = b.function("vf", FunctionType.AIV);
    try (f) {
      Var x = f.param("x", ScalarType.of(DataType.FP32));
      try (var _ = b.scopes().register("vector");
          var _ = b.loop("i", e.index(4)).hardwareLoopPolicy(HardwareLoopPolicy.REQUIRE)) {
        b.let("y", e.binary(BinaryOp.ADD, x, x));
      }
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Worker)
            def vf(x: pl.Scalar[pl.FP32]):
                with pl.reg_scope(name_hint="vector"):
                    for i in pl.range(4, hardware_loop_policy=pl.HardwareLoopPolicy.Require):
                        y: pl.Scalar[pl.FP32] = x + x""");
  }

  @Test
  void buffers() {
    BufferType buffer =
        BufferType.of(DataType.FP32, MemorySpace.VEC, 32, 64)
            .withValidShape(BufferType.DYNAMIC, 64L);

    assertThat(buffer.validShape()).containsExactly(-1L, 64L);
    assertThat(IrPrinter.print(new MultiBufferType(buffer, 2))).contains("slot_count=2");
  }

  @Test
  void windowIsSharedInADomain() {
    FunctionBlock f = b.function("exchange", FunctionType.OPAQUE);
    try (f) {
      Var base = b.variable("buf", PtrType.INSTANCE);
      WindowBuffer window = new WindowBuffer(base, e.index(256), true, false, Span.unknown());
      try (var _ = b.scopes().commDomain("", ImmutableList.of(0L, 1L), ImmutableList.of(window))) {
        b.assign(base, call("pld.tensor.alloc_window_buffer", PtrType.INSTANCE, e.index(256)));
        Type slice =
            new DistributedTensorType(
                DataType.FP32,
                Dims.of(64),
                Optional.empty(),
                Optional.empty(),
                Optional.of(window));
        b.let("data", call("pld.tensor.window", slice, base));
      }
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def exchange():
                with pld.comm_domain(devices=[0, 1], slots=[pld.WindowBuffer(buf, 256, load_from_host=True)]):
                    buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)
                    data: pld.DistributedTensor[[64], pl.FP32, "window_buffer=buf"] = pld.tensor.window(buf)""");
  }

  private static Call call(String operator, Type type, Expr arg) {
    return new Call(
        Span.unknown(),
        type,
        new Operator(operator),
        ImmutableList.of(arg),
        Attrs.empty(),
        Attrs.empty());
  }
}
