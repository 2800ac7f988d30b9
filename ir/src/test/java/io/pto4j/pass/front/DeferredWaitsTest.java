package io.pto4j.pass.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Walk;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Pass;
import io.pto4j.pass.Pipelines;
import io.pto4j.pass.RoundTrip;
import io.pto4j.pass.tile.ExpandMixedKernel;
import io.pto4j.text.IrParser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that are done when counters say so, from the region to the kernel of the vector core. */
class DeferredWaitsTest {
  private static final String WAIT = "pld.system.defer_wait(s, [0], 1, cmp=pld.WaitCmp.Ge)";
  private static final String AT = "with pl.at(level=pl.Level.CORE_GROUP):";

  /** The program in which {@code body} is the orchestration, up to the kernels of each core. */
  private static Program run(String body) {
    Program program =
        IrParser.program(
            """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def wait(self, s: pld.DistributedTensor[[8], pl.INT32]):
                    pl.func_attr({"deferred_completion_waiter": True})
                    pld.system.defer_wait(s, [0], 1, cmp=pld.WaitCmp.Ge)
                @pl.function(type=pl.FunctionType.InCore)
                def plain(self, s: pld.DistributedTensor[[8], pl.INT32]):
                    pl.system.bar_all()
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, s: pld.DistributedTensor[[8], pl.INT32], z: pld.DistributedTensor[[8], pl.INT32, pl.NZ], x: pl.Tensor[[64], pl.FP32], c: pl.Tensor[[8], pl.INT32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64], pl.FP32]:
            """
                + body.indent(8)
                + "        return x\n",
            "k.py");
    for (Pass pass : Pipelines.standard().passes()) {
      program = pass.run(program, Ir.CONTEXT);
      if (pass.name().equals("ExpandMixedKernel")) {
        return program;
      }
    }
    throw new AssertionError("there is no such pass");
  }

  @Test
  void regionBecomesAWaitingKernel() {
    Program program = run("self.wait(s)\n" + AT + "\n    " + WAIT);

    Function kernel = program.function("main_incore_0").orElseThrow();
    assertThat(kernel.funcType()).isEqualTo(FunctionType.AIV);
    assertThat(kernel.attrs().getBool("deferred_completion_waiter", false)).isTrue();
    assertThat(program.function("plain").orElseThrow().attrs().has("deferred_completion_waiter"))
        .isFalse();
  }

  @Test
  void callsOfWaitingKernelsSaySo() {
    Program program = run("self.wait(s)\nself.plain(s)\n" + AT + "\n    " + WAIT);

    List<String> marked = new ArrayList<>();
    Walk.calls(
        program.function("main").orElseThrow().body(),
        call -> {
          if (call.attrs().getBool("deferred_completion_waiter", false)) {
            marked.add(call.op().name());
          }
        });
    assertThat(marked).containsExactly("wait", "main_incore_0");
    assertThat(RoundTrip.loss(program)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):|    WAIT; no"
            + " allow_early_resolve",
        "WAIT; stands in a region that becomes a kernel",
        "with pl.cluster():|    AT|        WAIT; not in one inside another",
        "for i in pl.spmd(4):|    WAIT; not in one inside another",
        "r, t = pl.submit(self.wait, s, allow_early_resolve=True); returns 0 values",
        "r = pl.submit(self.wait, s, allow_early_resolve=True); launched with allow_early_resolve",
        "r = pl.submit(self.wait, s, predicate=(c[0] > 0)); launched with a predicate",
        "r = pl.spmd_submit(self.wait, s, core_num=4); launched on several blocks",
        "self.plain(s); is launched nowhere",
        "self.wait(s)|AT|    WAIT|    t = pl.load(x, [0], [64])|    x = pl.store(t, [0], x); does"
            + " more than wait: tile.load",
        "self.wait(s)|AT|    pld.system.defer_wait(z, [0], 1, cmp=pld.WaitCmp.Ge); in the layout NZ"
      })
  void whatIsNoWaitingTaskIsRefused(String body, String message) {
    String text = body.replace("WAIT", WAIT).replace("AT|", AT + "|").replace('|', '\n');

    assertThatThrownBy(() -> run(text))
        .isInstanceOf(IrException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTaskTakesNoMoreThan64Conditions() {
    String waits = ("    " + WAIT + "\n").repeat(65);

    assertThatThrownBy(() -> run("self.wait(s)\n" + AT + "\n" + waits))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("has 65 conditions, and a task takes 64");
  }

  @Test
  void aKernelSaysThatItWaits() {
    String text =
        """
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def wait(self, s: pld.DistributedTensor[[8], pl.INT32]):
                pld.system.defer_wait(s, [0], 1, cmp=pld.WaitCmp.Ge)
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, s: pld.DistributedTensor[[8], pl.INT32]):
                self.wait(s)
        """;
    Program program = IrParser.program(text, "k.py");

    assertThatThrownBy(() -> new ExpandMixedKernel().run(program, Ir.CONTEXT))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("is no waiter for the runtime");
  }
}
