package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.assemble;
import static io.pto4j.pass.Ir.carrying;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static io.pto4j.pass.Ir.yields;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.Program;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private final Var x = tensor("x");
  private final Var o = tensor("o");
  private final Var n = index("n");

  private Program of(Stmt... body) {
    return program(function(FunctionType.OPAQUE, "f", List.of(o), List.of(x, n, o), body));
  }

  private List<String> warnings(Stmt... body) {
    return Warnings.of(of(body)).stream()
        .map(d -> d.severity() + " " + d.rule() + " " + d.code() + ": " + d.message())
        .toList();
  }

  @Test
  void variablesThatNothingReads() {
    Var a = index("a");
    Var b = index("b");
    assertThat(warnings(let(a, add(n, i(1))), let(b, add(a, i(1))), ret(x)))
        .containsExactly("WARNING UnusedVariableCheck 1001: Unused variable 'b' in function 'f'");
    assertThat(warnings(let(a, i(1)), let(a, i(2)), ret(a))).isEmpty();
  }

  @Test
  void whatNobodyMeansToReadIsNotMissed() {
    assertThat(warnings(let(index("_a"), i(1)), ret(x))).isEmpty();
    assertThat(warnings(let(index("lane"), op("tile.get_subblock_idx", INDEX)), ret(x))).isEmpty();
    assertThat(warnings(let(index("a"), op("tile.get_block_idx", INDEX)), ret(x))).hasSize(1);
    assertThat(warnings(loop(index("k"), 0, 4, let(o, assemble(o, x))), ret(o))).isEmpty();
  }

  @Test
  void memoryOfATileIsRead() {
    Var base = new Var("mem", PtrType.INSTANCE, HERE);
    TileType placed = Ir.TILE.withMemref(Optional.of(MemRef.of(base, 0, 16384)));
    Var t = new Var("t", placed, HERE);
    Stmt allocation = let(base, op("tile.alloc", PtrType.INSTANCE));
    assertThat(warnings(allocation, let(t, op("tile.load", placed, x)), ret(t))).isEmpty();
    assertThat(warnings(allocation, ret(x))).hasSize(1);
  }

  @Test
  void resultsThatNothingReads() {
    IterArg arg = new IterArg("acc", INDEX, i(0), HERE);
    Var result = index("r");
    Stmt loop =
        carrying(loop(index("k"), 0, 4, yields(add(arg, n))), List.of(arg), List.of(result));
    assertThat(warnings(loop, ret(x)))
        .containsExactly(
            "WARNING UnusedControlFlowResultCheck 1002: Unused variable 'r' in function 'f'");
    assertThat(warnings(loop, ret(result))).isEmpty();
    assertThat(warnings(when(less(n, i(1)), yields(n), yields(n), result), ret(x))).hasSize(1);
    WhileStmt again =
        whileLoop(less(arg, n), yields(add(arg, i(1)))).withIterArgs(arg).withReturnVars(result);
    assertThat(warnings(again, ret(x))).hasSize(1);
    assertThat(warnings(again, ret(result))).isEmpty();
  }

  @Test
  void writesThatTheCallerDoesNotSee() {
    assertThat(warnings(let(o, op("tensor.exp", TENSOR, x)), ret(o)))
        .containsExactly(
            "WARNING OutParamWriteDropped 1003: 'o' is an output of function 'f', but is given a"
                + " value of its own; the caller does not get it. Write into it, as in o[:] = ..."
                + " or, in Java, o.assign(...)");
    assertThat(warnings(let(o, assemble(o, x)), ret(o))).isEmpty();
    Var t = tensor("t");
    IterArg arg = new IterArg("acc", TENSOR, o, HERE);
    Stmt loop =
        carrying(loop(index("k"), 0, 4, yields(assemble(arg, x))), List.of(arg), List.of(t));
    assertThat(warnings(loop, let(o, t), ret(o))).isEmpty();
    assertThat(warnings(let(t, op("tensor.exp", TENSOR, x)), let(o, t), ret(o))).hasSize(1);
    // an input that is given another value is the function's own from there on
    assertThat(warnings(let(x, op("tensor.exp", TENSOR, x)), ret(x))).isEmpty();
    assertThat(
            warnings(when(less(n, i(1)), yields(assemble(o, x)), yields(x), t), let(o, t), ret(o)))
        .isEmpty();
    assertThat(warnings(when(less(n, i(1)), yields(x), yields(x), t), let(o, t), ret(o)))
        .hasSize(1);
  }

  private static final String DROPPED = "OutParamWriteDropped 1003";

  private List<String> dropped(Stmt... body) {
    return warnings(body).stream().filter(w -> w.contains(DROPPED)).toList();
  }

  @Test
  void aCarriedOutputIsWrittenOnceTheLoopHasIt() {
    Var t = tensor("t");
    IterArg fromOutput = new IterArg("acc", TENSOR, o, HERE);
    IterArg fromInput = new IterArg("acc", TENSOR, x, HERE);
    Stmt[] given = {let(o, t), ret(o)};
    for (Stmt value : List.of(yields(x), yields(assemble(o, x)))) {
      ForStmt loop = loop(index("k"), 0, 4, value);
      assertThat(dropped(carrying(loop, List.of(fromOutput), List.of(t)), given[0], given[1]))
          .isEmpty();
      assertThat(
              dropped(
                  whileLoop(less(n, i(1)), value).withIterArgs(fromOutput).withReturnVars(t),
                  given[0],
                  given[1]))
          .isEmpty();
    }
    ForStmt writing = loop(index("k"), 0, 4, yields(assemble(o, x)));
    assertThat(dropped(carrying(writing, List.of(fromInput), List.of(t)), given[0], given[1]))
        .isEmpty();
    // the sources go round in a circle without the output
    ForStmt own = loop(index("k"), 0, 4, yields(assemble(fromInput, x)));
    assertThat(dropped(carrying(own, List.of(fromInput), List.of(t)), given[0], given[1]))
        .hasSize(1);
    ForStmt empty = loop(index("k"), 0, 4);
    assertThat(dropped(carrying(empty, List.of(fromInput), List.of(t)), given[0], given[1]))
        .hasSize(1);
  }

  @Test
  void onlyOutputsThatAreTensorsAreWritten() {
    Stmt other = let(x, op("tensor.create", TENSOR));
    assertThat(dropped(other, ret(x))).isEmpty();
    Function scalar =
        function(FunctionType.OPAQUE, "f", List.of(n), List.of(n), let(n, i(1)), ret(n));
    assertThat(Warnings.of(program(scalar))).isEmpty();
    Function first =
        function(
            FunctionType.OPAQUE,
            "f",
            List.of(o),
            List.of(o, x),
            let(o, op("tensor.exp", TENSOR, x)),
            ret(o));
    assertThat(Warnings.of(program(first))).hasSize(1);
  }

  @Test
  void aParameterMayStayUnread() {
    assertThat(warnings(let(n, i(1)), ret(x))).isEmpty();
  }

  @Test
  void aPipelineTellsWhoWatches() {
    List<Diagnostic> told = new ArrayList<>();
    List<String> stages = new ArrayList<>();
    Instrument watcher =
        new Instrument() {
          @Override
          public void afterPass(Pass pass, Program before, Program after) {}

          @Override
          public void warned(Diagnostic warning, String stage) {
            told.add(warning);
            stages.add(stage);
          }
        };
    PassContext context = Ir.CONTEXT.withInstruments(watcher);
    Pipeline.of().run(of(let(index("a"), i(1)), ret(x)), context);
    assertThat(told).extracting(Diagnostic::code).containsExactly(1001);
    assertThat(stages).containsExactly("pipeline_input");
    assertThat(told.getFirst().line("pipeline_input"))
        .isEqualTo(
            "[warning] [UnusedVariableCheck] (pipeline_input) Unused variable 'a' in function 'f'"
                + " at "
                + HERE);
    told.clear();
    Pipeline.of()
        .run(
            of(let(index("a"), i(1)), ret(x)),
            context.withDisabledDiagnostics(DiagnosticCheck.UNUSED_VARIABLE));
    assertThat(told).isEmpty();
    Pipeline.of()
        .run(
            of(let(index("a"), i(1)), ret(x)),
            context.withVerification(PassContext.VerificationLevel.NONE));
    assertThat(told).isEmpty();
  }
}
