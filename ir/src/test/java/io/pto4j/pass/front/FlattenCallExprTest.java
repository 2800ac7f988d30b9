package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.exp;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.load;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.tuple;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.Ir;
import io.pto4j.pass.PassContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlattenCallExprTest {
  private static Program run(Var param, Stmt... body) {
    return new FlattenCallExpr()
        .run(
            program(function(FunctionType.INCORE, "f", List.of(), List.of(param), body)),
            PassContext.of(null));
  }

  private static String flattened(Var param, Stmt... body) {
    return Dump.of(run(param, body));
  }

  @Test
  void nestedCallsComeInnermostFirst() {
    Var x = tensor("x");

    assertThat(flattened(x, ret(store(exp(exp(load(x))), x))))
        .isEqualTo(
            """
            InCore f(x) -> 1
              t__tmp_v0 = tile.load(x, [0, 0], [64, 64])
              t__tmp_v1 = tile.exp(t__tmp_v0)
              t__tmp_v2 = tile.exp(t__tmp_v1)
              t__tmp_v3 = tile.store(t__tmp_v2, [0, 0], x)
              return t__tmp_v3
            """);
  }

  @Test
  void callsInOperandsTuplesConditionsAndBoundsAreTakenOut() {
    Var x = tensor("x");
    Expr extent = op("tensor.dim", INDEX, x, i(0));

    assertThat(
            flattened(
                x,
                let(index("a"), add(extent, i(1))),
                let(tile("t"), op("tile.load", TILE, x, tuple(extent, i(0)))),
                when(less(extent, i(4)), let(tile("u"), exp(load(x)))),
                loop(ForKind.SEQUENTIAL, index("k"), i(0), extent, let(index("b"), i(1)))))
        .isEqualTo(
            """
            InCore f(x)
              t__tmp_v0 = tensor.dim(x, 0)
              a = (t__tmp_v0 + 1)
              t__tmp_v1 = tensor.dim(x, 0)
              t = tile.load(x, [t__tmp_v1, 0])
              t__tmp_v2 = tensor.dim(x, 0)
              if (t__tmp_v2 < 4)
                t__tmp_v3 = tile.load(x, [0, 0], [64, 64])
                u = tile.exp(t__tmp_v3)
              t__tmp_v4 = tensor.dim(x, 0)
              for k in 0..t__tmp_v4 by 1
                b = 1
            """);
  }

  @Test
  void flatProgramStaysTheSame() {
    Var x = tensor("x");
    Var t = tile("t");
    Program program =
        program(function(FunctionType.INCORE, "f", List.of(), List.of(x), let(t, load(x)), ret(x)));

    assertThat(new FlattenCallExpr().run(program, PassContext.of(null))).isSameAs(program);
  }

  @Test
  void callInTheConditionOfAWhileIsRefused() {
    Var x = tensor("x");
    Expr flag = op("tensor.read", INDEX, x, tuple(i(0), i(0)));

    assertThatThrownBy(() -> run(x, whileLoop(less(flag, i(1)), let(index("a"), i(1)))))
        .isInstanceOf(IrException.class)
        .hasMessage("the condition of a while loop contains a call");
  }

  @Test
  void sequencesAreSplicedAndUnwrapped() {
    Stmt inner = SeqStmts.of(List.of(let(index("a"), i(1)), let(index("b"), i(2))), Ir.HERE);
    Stmt nested = SeqStmts.of(List.of(SeqStmts.of(List.of(inner), Ir.HERE)), Ir.HERE);
    Program program =
        program(
            function(FunctionType.INCORE, "f", List.of(), List.of(), let(index("z"), i(0)))
                .withBody(nested));
    NormalizeStmtStructure pass = new NormalizeStmtStructure();
    Program result = pass.run(program, PassContext.of(null));

    assertThat(Dump.of(result)).isEqualTo("InCore f()\n  a = 1\n  b = 2\n");
    assertThat(pass.run(result, PassContext.of(null))).isSameAs(result);
  }
}
