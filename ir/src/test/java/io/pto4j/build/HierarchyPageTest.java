package io.pto4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.InlineLanguage;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Level;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Role;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.text.IrPrinter;
import org.junit.jupiter.api.Test;

/** The examples of the IR hierarchy page, built and printed. */
class HierarchyPageTest {
  private static final ScalarType INT64 = ScalarType.of(DataType.INT64);
  private static final ScalarType INDEX = ScalarType.of(DataType.INDEX);
  private static final Type TENSOR = TensorType.of(DataType.FP32, 64, 128);

  private final IrBuilder b = new IrBuilder();
  private final BuilderExprs e = b.exprs();

  private Expr plus(Expr x, Expr y) {
    return e.binary(BinaryOp.ADD, x, y);
  }

  private Expr less(Expr x, Expr y) {
    return e.binary(BinaryOp.LT, x, y);
  }

  @Test
  void function() {
    FunctionBlock f = b.function("add", FunctionType.OPAQUE);
    try (f) {
      Var x = f.param("x", INT64);
      Var y = f.param("y", INT64);
      f.returnType(INT64);
      b.let("result", plus(x, y));
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def add(x: pl.Scalar[pl.INT64], y: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INT64]:
                result: pl.Scalar[pl.INT64] = x + y""");
  }

  @Test
  void loopWithoutAndWithCarriedValues() {
    FunctionBlock f = b.function("loops", FunctionType.OPAQUE);
    try (f) {
      Var n = f.param("n", INDEX);
      Var x = f.param("x", INDEX);
      ForBlock plain = b.loop("i", e.index(10));
      try (plain) {
        b.assign(x, plus(x, plain.index()));
      }
      ForBlock parallel = b.loop("j", e.index(10)).kind(ForKind.PARALLEL);
      try (parallel) {
        b.let("y", parallel.index());
      }
      ForBlock carried = b.loop("k", n);
      try (carried) {
        IterArg sum = carried.iterArg("sum", e.index(0));
        carried.returnVar("sum_final");
        b.yields(plus(sum, carried.index()));
      }
      b.ret(carried.output(0));
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def loops(n: pl.Scalar[pl.INDEX], x: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                for i in pl.range(10):
                    x: pl.Scalar[pl.INDEX] = x + i
                for j in pl.parallel(10):
                    y: pl.Scalar[pl.INDEX] = j
                for k, (sum,) in pl.range(n, init_values=(0,)):
                    sum_final: pl.Scalar[pl.INDEX] = pl.yield_(sum + k)
                return sum_final""");
  }

  @Test
  void whileLoops() {
    FunctionBlock f = b.function("loops", FunctionType.OPAQUE);
    try (f) {
      Var x = f.param("x", INDEX);
      try (var _ = b.whileLoop(less(x, e.index(10)))) {
        b.assign(x, plus(x, e.index(1)));
      }
      WhileBlock ssa = b.whileLoop();
      try (ssa) {
        IterArg carried = ssa.iterArg("x", e.index(0));
        ssa.returnVar("x_final");
        ssa.condition(less(carried, e.index(10)));
        b.yields(plus(carried, e.index(1)));
      }
      b.ret(ssa.output(0));
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def loops(x: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                while x < 10:
                    x: pl.Scalar[pl.INDEX] = x + 1
                for (x_1,) in pl.while_(init_values=(0,)):
                    pl.cond(x_1 < 10)
                    x_final: pl.Scalar[pl.INDEX] = pl.yield_(x_1 + 1)
                return x_final""");
  }

  @Test
  void leadingComments() {
    FunctionBlock f = b.function("commented", FunctionType.OPAQUE);
    try (f) {
      Var x = f.param("x", ScalarType.of(DataType.FP32));
      b.comment("cache intermediate", "reuse later");
      b.comment("for performance");
      AssignStmt stmt = b.assign(b.variable("y", x.type()), plus(x, e.real(1)));
      assertThat(stmt.leadingComments()).isEmpty();
      b.comment("of the branch");
      try (var _ = b.when(less(x, e.real(2)))) {
        b.comment("inside");
        b.let("z", x);
      }
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def commented(x: pl.Scalar[pl.FP32]):
                # cache intermediate
                # reuse later
                # for performance
                y: pl.Scalar[pl.FP32] = x + 1.0
                # of the branch
                if x < 2.0:
                    # inside
                    z: pl.Scalar[pl.FP32] = x""");
  }

  @Test
  void scopes() {
    FunctionBlock f = b.function("regions", FunctionType.OPAQUE);
    try (f) {
      Var x = f.param("x", TENSOR);
      try (var _ = b.scopes().inCore("")) {
        b.let("y", e.op("tensor.add", x, x));
      }
      try (var _ = b.scopes().cluster("")) {
        b.let("y", e.op("tensor.add", x, x));
      }
      try (var _ = b.scopes().hierarchy("", Level.HOST, Role.WORKER)) {
        b.let("y", e.op("tensor.add", x, x));
      }
      try (var _ = b.scopes().spmd("", e.index(8), false)) {
        try (var _ = b.scopes().inCore("kernel", SplitMode.UP_DOWN)) {
          b.let("i", e.op("tile.get_block_idx"));
          b.let("y", e.op("tensor.add", x, x));
        }
      }
      try (var _ = b.scopes().splitAiv("", SplitMode.UP_DOWN)) {
        b.let("aiv_id", e.op("tile.get_subblock_idx"));
      }
      try (var _ = b.scopes().manual()) {
        b.let("y", e.op("tensor.add", x, x));
      }
    }

    assertThat(IrPrinter.print(f.result()))
        .isEqualTo(
            """
            @pl.function
            def regions(x: pl.Tensor[[64, 128], pl.FP32]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    y: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x, x)
                with pl.cluster():
                    y_1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x, x)
                with pl.at(level=pl.Level.HOST, role=pl.Role.Worker):
                    y_2: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x, x)
                with pl.spmd(8):
                    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN)], name_hint="kernel"):
                        i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
                        y_3: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x, x)
                for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                    pass
                with pl.scope(mode=pl.ScopeMode.MANUAL):
                    y_4: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(x, x)""");
  }

  @Test
  void taskLaunchesInManualScope() {
    ProgramBlock program = b.program("Launches");
    try (program) {
      FunctionBlock kernel = b.function("foo", FunctionType.INCORE);
      try (kernel) {
        Var x = kernel.param("x", TENSOR);
        Var out = kernel.param("out", TENSOR, ParamDirection.OUT);
        Var tile = b.let("t", e.op("tile.load", x, zeros(), shape(), shape()));
        b.ret(b.let("r", e.op("tile.store", tile, zeros(), out)));
      }
      FunctionBlock main = b.function("main", FunctionType.ORCHESTRATION);
      try (main) {
        Var x = main.param("x", TENSOR);
        Var out = main.param("out", TENSOR, ParamDirection.OUT);
        try (var _ = b.scopes().manual()) {
          var foo = program.globalVar("foo");
          Var first = b.let("ret", e.submit(foo, ImmutableList.of(x, out), ImmutableList.of()));
          Var result = b.let("out1", e.item(first, 0));
          Var task = b.let("tid", e.item(first, 1));
          b.let("ret", e.submit(foo, ImmutableList.of(x, result), ImmutableList.of(task)));
        }
      }
    }

    assertThat(IrPrinter.print(program.result()))
        .isEqualTo(
            """
            # pypto.program: Launches
            import pypto.language as pl

            @pl.program
            class Launches:
                @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.Worker)
                def foo(x: pl.Tensor[[64, 128], pl.FP32], out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
                    t: pl.Tile[[64, 128], pl.FP32] = pl.tile.load(x, [0, 0], [64, 128], [64, 128])
                    r: pl.Tensor[[64, 128], pl.FP32] = pl.tile.store(t, [0, 0], out)
                    return r
                @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
                def main(self, x: pl.Tensor[[64, 128], pl.FP32], out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]):
                    with pl.scope(mode=pl.ScopeMode.MANUAL):
                        ret: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.foo, x, out)
                        out1: pl.Tensor[[64, 128], pl.FP32] = ret[0]
                        tid: pl.Scalar[pl.TASK_ID] = ret[1]
                        ret_1: pl.Tuple[pl.Tensor[[64, 128], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.submit(self.foo, x, out1, deps=[tid])""");
  }

  private Expr zeros() {
    return e.tuple(e.index(0), e.index(0));
  }

  private Expr shape() {
    return e.tuple(e.index(64), e.index(128));
  }

  @Test
  void workerBoundAtRunTime() {
    FunctionBlock sample = b.function("sample", FunctionType.OPAQUE);
    try (sample) {
      sample.level(Level.HOST).role(Role.WORKER).requiresRuntimeBinding();
      sample.param("logits", TENSOR);
      sample.returnType(TensorType.of(DataType.INT32, 64));
      b.inline("", InlineLanguage.PYTHON);
    }

    assertThat(sample.result().requiresRuntimeBinding()).isTrue();
    assertThat(IrPrinter.print(sample.result()))
        .isEqualTo(
            """
            @pl.function(level=pl.Level.HOST, role=pl.Role.Worker)
            def sample(logits: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64], pl.INT32]:
                ...""");
  }
}
