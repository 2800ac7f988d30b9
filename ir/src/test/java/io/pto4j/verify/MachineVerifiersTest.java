package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.CastTable;
import io.pto4j.op.Isa;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import io.pto4j.pass.Pipeline;
import io.pto4j.pass.Property;
import io.pto4j.pass.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import org.junit.jupiter.api.Test;

/** What a machine can do at all, and what it does slowly. */
class MachineVerifiersTest {
  private final Var x = tensor("x");
  private final Var o = tensor("o");

  private static Target machine(Isa isa) {
    return Ir.CONTEXT.target().withIsa(isa).withName(isa.arch());
  }

  private static Var tile(DataType dtype, MemorySpace space) {
    return new Var("t", TileType.of(dtype, space, 16, 64), HERE);
  }

  private Function kernel(Stmt... body) {
    return function(FunctionType.INCORE, "k", List.of(o), List.of(x, o), body);
  }

  private List<String> unsupported(Isa isa, Stmt... body) {
    return Verifiers.verify(
            program(kernel(body)), machine(isa), ImmutableSet.of(Property.OPERATORS_SUPPORTED))
        .stream()
        .map(d -> d.rule() + " " + d.code() + ": " + d.message())
        .toList();
  }

  @net.jqwik.api.Property
  void sumsAreOfTheTypesThatTheirInstructionTakes(@ForAll DataType dtype) {
    Var t = tile(dtype, MemorySpace.VEC);
    ImmutableSet<DataType> everywhere =
        ImmutableSet.of(DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);
    ImmutableSet<DataType> later = ImmutableSet.of(DataType.INT8, DataType.BF16);
    Stmt sum = eval(op("tile.add", t.type(), t, t));

    assertThat(unsupported(Isa.A2A3, sum).isEmpty()).isEqualTo(everywhere.contains(dtype));
    assertThat(unsupported(Isa.A5, sum).isEmpty())
        .isEqualTo(everywhere.contains(dtype) || later.contains(dtype));
  }

  @Test
  void theMessageNamesOperatorTypeAndMachine() {
    Var t = tile(DataType.INT32, MemorySpace.VEC);
    assertThat(unsupported(Isa.A2A3, eval(op("tile.and", t.type(), t, t))))
        .containsExactly(
            "OperatorsSupported 0: 'tile.and' does not work on int32 elements on a2a3; it does on"
                + " int8, int16");
    assertThat(unsupported(Isa.A2A3, let(t, op("tile.random", t.type()))))
        .containsExactly("OperatorsSupported 0: a2a3 has no 'tile.random'");
    assertThat(unsupported(Isa.A5, let(t, op("tile.random", t.type())))).isEmpty();
  }

  @Test
  void productsAreNamedAfterTheirFactors() {
    Var sum = tile(DataType.INT32, MemorySpace.ACC);
    Var factor = tile(DataType.INT8, MemorySpace.LEFT);
    Var wide = tile(DataType.INT32, MemorySpace.LEFT);
    for (Isa isa : Isa.values()) {
      assertThat(unsupported(isa, let(sum, op("tile.matmul_acc", sum.type(), sum, factor, factor))))
          .isEmpty();
      assertThat(unsupported(isa, let(sum, op("tile.matmul_acc", sum.type(), sum, wide, wide))))
          .singleElement()
          .asString()
          .contains("'tile.matmul_acc' does not work on int32 elements");
    }
  }

  @net.jqwik.api.Property
  void castsAreSingleInstructionsOfTheMachine(@ForAll DataType from, @ForAll DataType to) {
    Var t = tile(from, MemorySpace.VEC);
    Stmt cast = eval(op("tile.cast", tile(to, MemorySpace.VEC).type(), t));
    for (Isa isa : Isa.values()) {
      assertThat(
              Verifiers.verify(
                  program(kernel(cast)), machine(isa), ImmutableSet.of(Property.TILE_CASTS_NATIVE)))
          .as("%s to %s on %s", from, to, isa)
          .hasSize(from != to && CastTable.way(isa, from, to).size() == 1 ? 0 : 1)
          .allSatisfy(
              d ->
                  assertThat(d.message())
                      .isEqualTo(
                          "%s does not cast %s to %s at once", isa.arch(), from.text(), to.text()));
    }
  }

  private static Stmt gather(Type memory, long[] indices, TileType result, int coalesce) {
    Var from = new Var("m", memory, HERE);
    Var at = new Var("i", TileType.of(DataType.INT32, MemorySpace.VEC, indices), HERE);
    Call call = op("tile.mgather", result, from, at);
    return eval(call.withKwargs(Attrs.of("coalesce", AttrValue.of(coalesce))));
  }

  private static TileType gathered(long... shape) {
    return TileType.of(DataType.FP32, MemorySpace.VEC, shape);
  }

  @Test
  void aGatherFromMemoryHasLimitsOnOneMachine() {
    TensorType memory = TensorType.of(DataType.FP32, 64, 32);
    TensorType columns =
        memory.withTensorView(Optional.of(TensorView.packed().withLayout(TensorLayout.DN)));
    long[] row = {1, 8};
    String limited = "OperatorsSupported 0: 'tile.mgather' on a2a3 ";
    ImmutableMap<Stmt, String> limits =
        ImmutableMap.of(
            gather(columns, row, gathered(8, 32), 0), "takes a tensor that is stored in rows",
            gather(memory, new long[] {8, 1}, gathered(8, 32), 0),
                "takes indices of rows that are [1, n]",
            gather(TensorType.of(DataType.FP32, 64, 12), row, gathered(8, 12), 0),
                "takes rows of a multiple of 32 bytes",
            gather(memory, new long[] {8, 1}, gathered(8, 1), 1),
                "gives a tile that lies row by row");
    limits.forEach(
        (stmt, limit) -> {
          assertThat(unsupported(Isa.A2A3, stmt)).containsExactly(limited + limit);
          assertThat(unsupported(Isa.A5, stmt)).isEmpty();
        });
    assertThat(unsupported(Isa.A2A3, gather(memory, row, gathered(8, 32), 0))).isEmpty();
    assertThat(unsupported(Isa.A2A3, gather(memory, row, gathered(1, 8), 1))).isEmpty();
  }

  @Test
  void onlyKernelsHaveInstructions() {
    Var t = tile(DataType.INT64, MemorySpace.VEC);
    Function orchestration =
        function(
            FunctionType.ORCHESTRATION,
            "f",
            List.of(o),
            List.of(x, o),
            eval(op("tile.add", t.type(), t, t)));
    assertThat(
            Verifiers.verify(
                program(orchestration),
                machine(Isa.A5),
                ImmutableSet.of(Property.OPERATORS_SUPPORTED)))
        .isEmpty();
  }

  private List<String> hints(Stmt... body) {
    return PerformanceHints.of(program(kernel(body)), machine(Isa.A5)).stream()
        .map(hint -> hint.line("pipeline_output"))
        .toList();
  }

  private Stmt load(Var tile) {
    return let(tile, op("tile.load", tile.type(), x));
  }

  private static Var narrow(TileType type) {
    return new Var("t", type, HERE);
  }

  @Test
  void shortRowsAreSlow() {
    TileType eight = TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8);
    TileType sixteen = TileType.of(DataType.FP32, MemorySpace.VEC, 16, 16);

    assertThat(hints(load(narrow(sixteen)))).isEmpty();
    assertThat(hints(load(narrow(eight))))
        .containsExactly(
            "[perf_hint PH001] TileInnermostDimGranularity: tile.load has innermost dim = 32B (tile"
                + " fp32[8], target_memory=Vec); moves 512B as 16 x 32B rows; recommended >= 64B"
                + " for backend a5 (L2 cache line = 128B). Consider increasing tile shape on the"
                + " innermost axis. at "
                + HERE);
    assertThat(hints(eval(store(narrow(eight), o)))).singleElement().asString().contains("store");
  }

  @Test
  void onePlaceIsNamedOnce() {
    Var t = narrow(TileType.of(DataType.FP16, MemorySpace.VEC, 16, 8));
    assertThat(hints(loop(Ir.index("i"), 0, 4, load(t), load(t), load(t))))
        .singleElement()
        .asString()
        .endsWith("innermost axis. (3 occurrences at this source location) at " + HERE);
  }

  @Test
  void placesAreNamedInTheirOrder() {
    Var t = narrow(TileType.of(DataType.FP16, MemorySpace.VEC, 16, 8));
    Call load = op("tile.load", t.type(), x);
    assertThat(
            hints(
                let(t, load.withSpan(Span.at("b.py", 1, 1))),
                let(t, load.withSpan(Span.at("a.py", 10, 1))),
                let(t, load.withSpan(Span.at("a.py", 9, 7))),
                let(t, load.withSpan(Span.at("a.py", 9, 5)))))
        .extracting(hint -> hint.substring(hint.lastIndexOf(' ') + 1))
        .containsExactly("a.py:9:5", "a.py:9:7", "a.py:10:1", "b.py:1:1");
  }

  @Test
  void transfersWithoutAPlaceAreNamedOneByOne() {
    Var t = narrow(TileType.of(DataType.FP16, MemorySpace.VEC, 16, 8));
    Stmt load = let(t, op("tile.load", t.type(), x).withSpan(Span.unknown()));
    Function nowhere = kernel(load, load).withSpan(Span.unknown());
    assertThat(PerformanceHints.of(program(nowhere), machine(Isa.A5)))
        .hasSize(2)
        .allSatisfy(hint -> assertThat(hint.message()).endsWith("innermost axis."));
  }

  @Test
  void onlyConstantRowsAreMeasured() {
    TileType open =
        TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8)
            .withShape(ImmutableList.of(Ir.i(16), Ir.index("n")));
    assertThat(hints(load(narrow(open)))).isEmpty();
    TileType nowhere =
        TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8).withMemorySpace(Optional.empty());
    assertThat(hints(load(narrow(nowhere)))).singleElement().asString().contains("memory=unknown)");
  }

  private static Var partly(Expr rows, Expr columns) {
    TileType type = TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8);
    return narrow(
        type.withTileView(
            Optional.of(type.effectiveView().withValidShape(ImmutableList.of(rows, columns)))));
  }

  @Test
  void rowsOfUnknownLengthAreNotCounted() {
    for (Var t : List.of(partly(Ir.index("n"), Ir.i(8)), partly(Ir.i(4), Ir.index("n")))) {
      assertThat(hints(load(t))).singleElement().asString().doesNotContain("moves");
    }
    assertThat(hints(load(partly(Ir.i(0), Ir.i(4)))))
        .singleElement()
        .asString()
        .contains("moves 0B as 0 x 16B rows");
  }

  @Test
  void onlyTransfersAreMeasured() {
    Var t = narrow(TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8));
    assertThat(hints(let(t, op("tile.exp", t.type(), t)))).isEmpty();
    assertThat(hints(eval(op("tile.store", t.type())))).isEmpty();
  }

  @Test
  void whoWatchesAPipelineGetsTheHints() {
    List<Diagnostic> said = new ArrayList<>();
    Instrument watching =
        new Instrument() {
          @Override
          public void afterPass(Pass pass, Program before, Program after) {}

          @Override
          public void warned(Diagnostic warning, String stage) {
            said.add(warning);
          }
        };
    Var t = narrow(TileType.of(DataType.FP32, MemorySpace.VEC, 16, 8));
    Pipeline.of()
        .run(
            program(kernel(load(t), eval(store(t, o)))),
            Ir.CONTEXT.withInstruments(ImmutableList.of(watching)));
    assertThat(said)
        .filteredOn(d -> d.severity() == Severity.PERF_HINT)
        .extracting(Diagnostic::hintCode)
        .containsExactly("PH001", "PH001");
  }
}
