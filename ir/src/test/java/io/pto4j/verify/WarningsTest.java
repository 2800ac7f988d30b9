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
import static io.pto4j.pass.Ir.yields;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Program;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Pipeline;
import java.util.ArrayList;
import java.util.List;
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
  }

  @Test
  void writesThatTheCallerDoesNotSee() {
    assertThat(warnings(let(o, op("tensor.exp", TENSOR, x)), ret(o)))
        .containsExactly(
            "WARNING OutParamWriteDropped 1003: 'o' is an output of function 'f', but is given a"
                + " value of its own; the caller does not get it. Write into it, as in o[:] = ...");
    assertThat(warnings(let(o, assemble(o, x)), ret(o))).isEmpty();
    Var t = tensor("t");
    IterArg arg = new IterArg("acc", TENSOR, o, HERE);
    Stmt loop =
        carrying(loop(index("k"), 0, 4, yields(assemble(arg, x))), List.of(arg), List.of(t));
    assertThat(warnings(loop, let(o, t), ret(o))).isEmpty();
    assertThat(warnings(let(t, op("tensor.exp", TENSOR, x)), let(o, t), ret(o))).hasSize(1);
  }

  @Test
  void aPipelineTellsWhoWatches() {
    List<Diagnostic> told = new ArrayList<>();
    Instrument watcher =
        new Instrument() {
          @Override
          public void afterPass(Pass pass, Program before, Program after) {}

          @Override
          public void warned(Diagnostic warning) {
            told.add(warning);
          }
        };
    PassContext context = Ir.CONTEXT.withInstruments(watcher);
    Pipeline.of().run(of(let(index("a"), i(1)), ret(x)), context);
    assertThat(told).extracting(Diagnostic::code).containsExactly(1001);
    told.clear();
    Pipeline.of()
        .run(
            of(let(index("a"), i(1)), ret(x)),
            context.withVerification(PassContext.VerificationLevel.NONE));
    assertThat(told).isEmpty();
  }
}
