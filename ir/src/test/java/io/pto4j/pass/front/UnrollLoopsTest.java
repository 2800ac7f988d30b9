package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.program;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnrollLoopsTest {
  private final Var x = index("x");
  private final Var k = index("k");

  private Program run(Pass pass, Stmt... body) {
    return pass.run(
        program(function(FunctionType.INCORE, "f", List.of(), List.of(x), body)),
        PassContext.of(null));
  }

  private Stmt unrolled(Expr start, Expr stop, Stmt body) {
    return loop(ForKind.UNROLL, k, start, stop, body);
  }

  @Test
  void iterationsFollowEachOther() {
    Stmt inner = loop(ForKind.UNROLL, index("j"), i(0), i(1), let(x, add(x, k)));

    assertThat(Dump.of(run(new UnrollLoops(), unrolled(i(1), i(3), inner))))
        .isEqualTo("InCore f(x)\n  x = (x + 1)\n  x = (x + 2)\n");
  }

  @Test
  void boundsAreFewConstants() {
    assertThatThrownBy(() -> run(new UnrollLoops(), unrolled(i(0), x, let(x, k))))
        .isInstanceOf(IrException.class)
        .hasMessage("Unroll loop stop must be a compile-time integer constant");
    assertThatThrownBy(() -> run(new UnrollLoops(), unrolled(i(0), i(1025), let(x, k))))
        .isInstanceOf(IrException.class)
        .hasMessage("Unroll loop trip count 1025 exceeds maximum allowed (1024)");
  }

  @Test
  void requiredHardwareLoopIsNotUnrolled() {
    ForStmt loop = (ForStmt) unrolled(i(0), i(2), let(x, k));

    assertThatThrownBy(
            () -> run(new UnrollLoops(), loop.withHardwareLoopPolicy(HardwareLoopPolicy.REQUIRE)))
        .isInstanceOf(IrException.class)
        .hasMessage("a loop that must become a hardware loop cannot be unrolled");
  }

  @Test
  void constructsWithoutLoweringAreRefusedAtTheirPlace() {
    Stmt leaving = loop(k, 0, 4, new BreakStmt(HERE, ImmutableList.of()));
    Stmt spmd =
        new SpmdScopeStmt(HERE, ImmutableList.of(), "", let(k, x), Attrs.empty(), i(4), false);

    assertThatThrownBy(() -> run(new CtrlFlowTransform(), leaving))
        .isInstanceOf(IrException.class)
        .hasMessage("break is not supported")
        .extracting(e -> ((IrException) e).span())
        .isEqualTo(HERE);
    assertThatThrownBy(() -> run(new OutlineClusterScopes(), spmd))
        .isInstanceOf(IrException.class)
        .hasMessage("an SPMD region is not supported");
  }
}
