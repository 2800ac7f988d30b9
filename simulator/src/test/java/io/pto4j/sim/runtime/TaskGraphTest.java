package io.pto4j.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Pl;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.runtime.DeviceException;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.RunOptions;
import io.pto4j.sim.exec.KernelProgram;
import io.pto4j.sim.machine.MachineModel;
import io.pto4j.sim.pto.PtoModule;
import io.pto4j.sim.pto.PtoParser;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orchestration functions built by hand around one kernel that squares a 16 x 64 tile. */
final class TaskGraphTest {
  private static final String TILE =
      "!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=64, v_row=?, v_col=?,"
          + " blayout=row_major, slayout=none_box, fractal=512, pad=0>";

  private static final String KERNEL =
      """
            module attributes {pto.target_arch = "a2a3"} {
              func.func @sq(%arg0: !pto.ptr<f32>, %arg1: !pto.ptr<f32>) {
              %c0_i64 = arith.constant 0 : i64
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              %c16 = arith.constant 16 : index
              %c64 = arith.constant 64 : index
              %x = pto.make_tensor_view %arg0, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
              %y = pto.make_tensor_view %arg1, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
              %xp = pto.partition_view %x, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16x64xf32>
              %yp = pto.partition_view %y, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<16x64xf32>
              %t = pto.alloc_tile addr = %c0_i64 valid_row = %c16 valid_col = %c64 : TILE
              pto.tload ins(%xp : !pto.partition_tensor_view<16x64xf32>) outs(%t : TILE)
              pto.tmul ins(%t, %t : TILE, TILE) outs(%t : TILE)
              pto.tstore ins(%t : TILE) outs(%yp : !pto.partition_tensor_view<16x64xf32>)
              return
              }
            }
            """
          .replace("TILE", TILE);

  private static final TensorType BLOCK = TensorType.of(DataType.FP32, 16, 64);
  private static final TensorType PAIR = TensorType.of(DataType.FP32, 32, 64);

  private final List<Stmt> body = new ArrayList<>();
  private final Var in = new Var("in", PAIR, Span.unknown());
  private final Var out = new Var("out", PAIR, Span.unknown());

  private Var let(String name, Expr value) {
    Var v = new Var(name, value.type(), Span.unknown());
    body.add(AssignStmt.of(v, value));
    return v;
  }

  private static Expr ints(long... values) {
    ImmutableList.Builder<Expr> out = ImmutableList.builder();
    for (long v : values) {
      out.add(ConstInt.index(v));
    }
    return MakeTuple.of(out.build(), Span.unknown());
  }

  private Var half(Var tensor, int row) {
    return let(
        "half",
        new Call(
            Span.unknown(),
            BLOCK,
            new Operator("tensor.slice"),
            ImmutableList.of(tensor, ints(16, 64), ints(row, 0)),
            Attrs.empty(),
            Attrs.empty()));
  }

  private Var scratch() {
    return let(
        "tmp",
        new Call(
            Span.unknown(),
            BLOCK,
            new Operator("tensor.create"),
            ImmutableList.of(ints(16, 64)),
            Attrs.empty(),
            Attrs.of("dtype", AttrValue.of(DataType.FP32))));
  }

  private static Attrs directions() {
    return Attrs.of(
        "arg_directions",
        new AttrValue.OfDirections(
            ImmutableList.of(ArgDirection.INPUT, ArgDirection.OUTPUT_EXISTING)));
  }

  private Var square(Var from, Var to) {
    return let(
        "r",
        new Call(
            Span.unknown(),
            BLOCK,
            new GlobalVar("sq"),
            ImmutableList.of(from, to),
            directions(),
            Attrs.empty()));
  }

  private Var submit(Var from, Var to, Var... deps) {
    Type type = new TupleType(ImmutableList.of(BLOCK, ScalarType.of(DataType.TASK_ID)));
    return let(
        "s",
        new Submit(
            Span.unknown(),
            type,
            new GlobalVar("sq"),
            ImmutableList.of(from, to),
            ImmutableList.copyOf(deps),
            Optional.empty(),
            false,
            false,
            Optional.empty(),
            directions(),
            Attrs.empty()));
  }

  private Var read(Var tensor, int row, int column) {
    return let(
        "value",
        new Call(
            Span.unknown(),
            ScalarType.of(DataType.FP32),
            new Operator("tensor.read"),
            ImmutableList.of(tensor, ints(row, column)),
            Attrs.empty(),
            Attrs.empty()));
  }

  private Var taskId(Var submitted) {
    return let("tid", TupleGetItem.of(submitted, 1, Span.unknown()));
  }

  private void wrapInManualScope(int from) {
    List<Stmt> inner = new ArrayList<>(body.subList(from, body.size()));
    body.subList(from, body.size()).clear();
    body.add(
        new RuntimeScopeStmt(
            Span.unknown(),
            ImmutableList.of(),
            "",
            SeqStmts.of(inner, Span.unknown()),
            Attrs.empty(),
            true));
  }

  private SimulationResult run(HostTensor<FP32> x, HostTensor<FP32> y, RunOptions options) {
    body.add(ReturnStmt.of(ImmutableList.of(out), Span.unknown()));
    Function main =
        function("main", FunctionType.ORCHESTRATION, in, out, SeqStmts.of(body, Span.unknown()));
    Var from = new Var("x", BLOCK, Span.unknown());
    Var to = new Var("y", BLOCK, Span.unknown());
    Function sq =
        function(
            "sq", FunctionType.AIV, from, to, ReturnStmt.of(ImmutableList.of(to), Span.unknown()));
    PtoModule module = PtoParser.parse("sq.pto", KERNEL);
    KernelProgram kernel =
        KernelProgram.decode(module, module.functions().get(0), MachineModel.standard());
    Program program = Program.of("p", List.of(main, sq), Span.unknown());
    return new SimulatedProgram(program, ImmutableMap.of("sq", kernel), MachineModel.standard())
        .simulate("main", List.of(x, y), options);
  }

  private static Function function(String name, FunctionType type, Var from, Var to, Stmt body) {
    return new Function(
        Span.unknown(),
        ImmutableList.of(from, to),
        ImmutableList.of(ParamDirection.IN, ParamDirection.OUT),
        type,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(to.type()),
        body,
        name);
  }

  private static HostTensor<FP32> counting() {
    HostTensor<FP32> x = HostTensor.allocate(Pl.FP32, 32, 64);
    for (long i = 0; i < x.size(); i++) {
      x.setAt(i, (double) (i % 7));
    }
    return x;
  }

  @Test
  void independentTasksOverlapOnTwoCores() {
    square(half(in, 0), half(out, 0));
    square(half(in, 16), half(out, 16));
    HostTensor<FP32> x = counting();
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, 32, 64);
    SimulationResult result = run(x, y, RunOptions.usual());
    ImmutableList<Placement> tasks = result.timeline();
    assertThat(tasks).extracting(Placement::core).containsExactly("AIV0", "AIV1");
    assertThat(tasks.get(1).start()).isLessThan(tasks.get(0).end());
    assertThat(result.cycles()).isEqualTo(tasks.get(0).task().cycles());
    for (long i = 0; i < x.size(); i++) {
      assertThat(y.doubleAt(i)).isEqualTo(x.doubleAt(i) * x.doubleAt(i));
    }
  }

  @Test
  void oneCoreRunsThemOneAfterTheOther() {
    square(half(in, 0), half(out, 0));
    square(half(in, 16), half(out, 16));
    SimulationResult result =
        run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual().withCores(1));
    assertThat(result.timeline()).extracting(Placement::core).containsExactly("AIV0", "AIV0");
    assertThat(result.timeline().get(1).start()).isEqualTo(result.timeline().get(0).end());
  }

  @Test
  void aReaderWaitsForTheWriterOfItsRegion() {
    Var tmp = scratch();
    square(half(in, 0), tmp);
    square(tmp, half(out, 0));
    SimulationResult result =
        run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual());
    assertThat(result.placements().get(1).task().dependencies()).containsExactly(0);
    assertThat(result.placements().get(1).start()).isEqualTo(result.placements().get(0).end());
  }

  private void races(RunOptions options, String message) {
    assertThatThrownBy(
            () -> run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), options),
            "with %s",
            options)
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(message);
    body.removeLast();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriterOfAnExistingOutputWaitsForNobody(boolean deterministic) {
    square(half(in, 0), half(out, 0));
    square(half(in, 16), half(out, 0));
    races(
        RunOptions.usual().withDeterministic(deterministic),
        "entry main: race: task 1 (sq) writes elements [0, 0] to [15, 63] of out[16, 64], which"
            + " task 0 (sq) writes, and no dependency orders the two");
  }

  @Test
  void aWriterWaitsForNoReader() {
    Var tmp = scratch();
    square(half(in, 0), tmp);
    square(tmp, half(out, 0));
    square(half(in, 16), tmp);
    races(
        RunOptions.usual(),
        "race: task 2 (sq) writes elements [0, 0] to [15, 63] of scratch#0[16, 64], which task 0"
            + " (sq) writes");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aManualScopeOrdersOnlyWhatItIsTold(boolean deterministic) {
    Var tmp = scratch();
    int start = body.size();
    submit(half(in, 0), tmp);
    submit(tmp, half(out, 0));
    wrapInManualScope(start);
    races(
        RunOptions.usual().withDeterministic(deterministic),
        "race: task 1 (sq) reads elements [0, 0] to [15, 63] of scratch#0[16, 64], which task 0"
            + " (sq) writes, and no dependency orders the two\n  hint: no edge is inferred in a"
            + " manual scope");
  }

  @Test
  void aReadAfterAManualScopeIsNotOrdered() {
    Var tmp = scratch();
    int start = body.size();
    submit(half(in, 0), tmp);
    wrapInManualScope(start);
    square(tmp, half(out, 0));
    races(RunOptions.usual(), "race: task 1 (sq) reads");
  }

  @Test
  void theOrchestrationRacesWithWhatItDoesNotWaitFor() {
    Var tmp = scratch();
    int start = body.size();
    submit(half(in, 0), tmp);
    wrapInManualScope(start);
    read(tmp, 3, 5);
    races(
        RunOptions.usual(),
        "race: the orchestration reads elements [3, 5] to [3, 5] of scratch#0[16, 64], which task"
            + " 0 (sq) writes");
  }

  @Test
  void theOrchestrationWaitsForWhatItReads() {
    Var tmp = scratch();
    square(half(in, 0), tmp);
    Var value = read(tmp, 3, 5);
    square(half(in, 16), half(out, 16));
    SimulationResult result =
        run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual());
    assertThat(value.type()).isEqualTo(ScalarType.of(DataType.FP32));
    assertThat(result.placements().get(1).start()).isEqualTo(result.placements().get(0).end());
  }

  @Test
  void aChainOfDependenciesOrders() {
    Var tmp = scratch();
    int start = body.size();
    Var first = taskId(submit(half(in, 0), tmp));
    Var second = taskId(submit(half(in, 16), half(out, 16), first));
    submit(tmp, half(out, 0), second);
    wrapInManualScope(start);
    HostTensor<FP32> x = counting();
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, 32, 64);
    run(x, y, RunOptions.usual());
    assertThat(y.doubleAt(5)).isEqualTo(Math.pow(x.doubleAt(5), 4));
  }

  /** Many short tasks at once, two generations of them: what each reads, another has written. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void manyTasksGiveOneResult(boolean deterministic) {
    List<Var> scratches = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Var tmp = scratch();
      scratches.add(tmp);
      square(half(in, i % 2 * 16), tmp);
    }
    for (int i = 0; i < 199; i++) {
      square(scratches.get(i), scratch());
    }
    square(scratches.get(198), half(out, 0));
    square(scratches.get(199), half(out, 16));
    HostTensor<FP32> x = counting();
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, 32, 64);
    SimulationResult result = run(x, y, RunOptions.usual().withDeterministic(deterministic));
    assertThat(result.placements()).hasSize(401);
    for (long i = 0; i < x.size(); i++) {
      assertThat(y.doubleAt(i)).isEqualTo(Math.pow(x.doubleAt(i), 4));
    }
  }

  @Test
  void memoryOfOneThreadIsUsedByThatThread() {
    square(half(in, 0), half(out, 0));
    square(half(in, 16), half(out, 16));
    try (Arena arena = Arena.ofConfined()) {
      HostTensor<FP32> y =
          HostTensor.wrap(Pl.FP32, arena.allocate(32 * 64 * Float.BYTES, 64), 32, 64);
      HostTensor<FP32> x = counting();
      run(x, y, RunOptions.usual());
      assertThat(y.doubleAt(6)).isEqualTo(36);
    }
  }

  @Test
  void theFirstOfSeveralFailuresIsReported() {
    for (int i = 0; i < 20; i++) {
      square(scratch(), scratch());
    }
    assertThatThrownBy(
            () -> run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual()))
        .hasMessageContaining("entry main: task 0 [scratch#0[16, 64], scratch#1[16, 64]]");
  }

  @Test
  void explicitDependenciesOrderTasksInAManualScope() {
    Var tmp = scratch();
    int start = body.size();
    Var first = taskId(submit(half(in, 0), tmp));
    submit(tmp, half(out, 0), first);
    wrapInManualScope(start);
    SimulationResult told =
        run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual());
    assertThat(told.placements().get(1).task().dependencies()).containsExactly(0);
    assertThat(told.summary()).contains("sq").contains("memory mte2");
    assertThat(ChromeTrace.write(told)).contains("\"ph\":\"X\"").contains("\"after\":[0]");
  }

  @Test
  void anUnwrittenScratchTensorIsReportedWithItsTask() {
    square(scratch(), half(out, 0));
    assertThatThrownBy(
            () -> run(counting(), HostTensor.allocate(Pl.FP32, 32, 64), RunOptions.usual()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("entry main")
        .hasMessageContaining("task 0 [scratch#0[16, 64], out[16, 64]]")
        .hasMessageContaining("kernel sq, sq.pto:")
        .hasMessageContaining("pto.tmul")
        .hasMessageContaining("undefined vec memory");
  }

  @Test
  void theSameProgramGivesTheSameTimeline() {
    for (int i = 0; i < 5; i++) {
      square(half(in, i % 2 * 16), scratch());
    }
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, 32, 64);
    String first = ChromeTrace.write(run(counting(), y, RunOptions.usual()));
    body.removeLast();
    assertThat(ChromeTrace.write(run(counting(), y, RunOptions.usual()))).isEqualTo(first);
  }
}
