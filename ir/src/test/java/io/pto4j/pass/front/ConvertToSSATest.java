package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.core;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.load;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.Ir;
import io.pto4j.pass.PassContext;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConvertToSSATest {
  private static final PassContext CONTEXT = PassContext.of(null);

  private static Program convert(Program program) {
    return new ConvertToSSA().run(program, CONTEXT);
  }

  private static String converted(List<Var> params, Stmt... body) {
    return Dump.of(convert(program(function(FunctionType.INCORE, "f", List.of(), params, body))));
  }

  @Test
  void loopCarriesAReassignedVariable() {
    Var acc = index("acc");
    Var k = index("i");

    assertThat(converted(List.of(), let(acc, i(0)), loop(k, 0, 4, let(acc, add(acc, k))), ret(acc)))
        .isEqualTo(
            """
            InCore f() -> 1
              acc__ssa_v0 = 0
              for i__idx_v0 in 0..4 by 1 (acc__iter_v1 = acc__ssa_v0) -> acc__rv_v2
                acc__ssa_v3 = (acc__iter_v1 + i__idx_v0)
                yield acc__ssa_v3
              return acc__rv_v2
            """);
  }

  @Test
  void temporaryOfTheBodyIsNotCarried() {
    Var x = index("x");
    Var t = index("t");
    Var k = index("i");

    assertThat(
            converted(
                List.of(x), loop(k, 0, 4, let(t, add(x, k))), loop(k, 0, 8, let(t, add(x, i(1))))))
        .isEqualTo(
            """
            InCore f(x__ssa_v0)
              for i__idx_v0 in 0..4 by 1
                t__ssa_v0 = (x__ssa_v0 + i__idx_v0)
              for i__idx_v1 in 0..8 by 1
                t__ssa_v1 = (x__ssa_v0 + 1)
            """);
  }

  @Test
  void ifReturnsWhatItsBranchesAssign() {
    Var x = index("x");
    Var a = index("a");
    Var b = index("b");

    assertThat(
            converted(
                List.of(x),
                let(a, i(0)),
                when(less(x, i(3)), seq(let(a, i(1)), let(b, x)), seq(let(b, i(5)))),
                ret(a, b)))
        .isEqualTo(
            """
            InCore f(x__ssa_v0) -> 2
              a__ssa_v0 = 0
              if (x__ssa_v0 < 3) -> a__phi_v2, b__phi_v2
                a__ssa_v1 = 1
                b__ssa_v0 = x__ssa_v0
                yield a__ssa_v1, b__ssa_v0
              else
                b__ssa_v1 = 5
                yield a__ssa_v0, b__ssa_v1
              return a__phi_v2, b__phi_v2
            """);
  }

  @Test
  void missingElseYieldsTheValueBefore() {
    Var x = index("x");

    assertThat(converted(List.of(x), when(less(x, i(3)), let(x, i(3))), ret(x)))
        .isEqualTo(
            """
            InCore f(x__ssa_v0) -> 1
              if (x__ssa_v0 < 3) -> x__phi_v2
                x__ssa_v1 = 3
                yield x__ssa_v1
              else
                yield x__ssa_v0
              return x__phi_v2
            """);
  }

  @Test
  void whileTestsTheCarriedValue() {
    Var n = index("n");

    assertThat(converted(List.of(n), whileLoop(less(n, i(9)), let(n, add(n, n))), ret(n)))
        .isEqualTo(
            """
            InCore f(n__ssa_v0) -> 1
              while (n__iter_v1 < 9) (n__iter_v1 = n__ssa_v0) -> n__rv_v2
                n__ssa_v3 = (n__iter_v1 + n__iter_v1)
                yield n__ssa_v3
              return n__rv_v2
            """);
  }

  @Test
  void scopeLetsItsVariablesOut() {
    Var x = tensor("x");
    Var y = tensor("y");
    Var t = tile("t");

    assertThat(converted(List.of(x, y), core("", let(t, load(x)), let(y, store(t, y))), ret(y)))
        .isEqualTo(
            """
            InCore f(x__ssa_v0, y__ssa_v0) -> 1
              with InCoreScopeStmt\s
                t__ssa_v0 = tile.load(x__ssa_v0, [0, 0], [64, 64])
                y__ssa_v1 = tile.store(t__ssa_v0, [0, 0], y__ssa_v0)
              return y__ssa_v1
            """);
  }

  @Test
  void carriedValueIsYieldedInsideARuntimeScope() {
    Var n = index("n");
    Stmt scope =
        new RuntimeScopeStmt(
            HERE, ImmutableList.of(), "", let(n, add(n, i(1))), Attrs.empty(), false);

    assertThat(converted(List.of(n), loop(index("i"), 0, 2, scope), ret(n)))
        .contains(
            """
                with RuntimeScopeStmt\s
                  n__ssa_v3 = (n__iter_v1 + 1)
                  yield n__ssa_v3
            """);
  }

  @Test
  void bufferOnlyWrittenInTheLoopStartsAsTheBuffer() {
    Var x = tensor("x");
    Var y = tensor("y");
    Var r = tensor("r");

    assertThat(converted(List.of(x, y), loop(index("i"), 0, 2, let(r, store(load(x), y))), ret(r)))
        .contains("(r__iter_v0 = y__ssa_v0) -> r__rv_v1")
        .contains("return r__rv_v1");
  }

  @Test
  void variableOnlyAssignedInTheLoopIsRefusedAfterIt() {
    Var t = index("t");

    assertThatThrownBy(() -> converted(List.of(), loop(index("i"), 0, 2, let(t, i(1))), ret(t)))
        .isInstanceOf(IrException.class)
        .hasMessage("variable 't' is assigned only inside the loop, but used after it")
        .extracting(e -> ((IrException) e).span())
        .isEqualTo(HERE);
  }

  @Test
  void carriedVariableKeepsItsType() {
    Var x = tensor("x");
    Var t = tile("t");
    TileType half = TileType.of(DataType.FP32, MemorySpace.VEC, 32, 64);
    Expr smaller = Ir.op("tile.slice", half, t);

    assertThatThrownBy(
            () -> converted(List.of(x), let(t, load(x)), loop(index("i"), 0, 2, let(t, smaller))))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("'t'")
        .hasMessageContaining("Tile[[64, 64], fp32]")
        .hasMessageContaining("Tile[[32, 64], fp32]");
  }

  @Test
  void extentsInTypesFollowTheVariable() {
    Var n = index("n");
    Var t = new Var("t", validTile(n), HERE);
    Program result =
        convert(
            program(
                function(
                    FunctionType.INCORE,
                    "f",
                    List.of(),
                    List.of(tensor("x"), n),
                    let(n, add(n, i(1))),
                    let(t, Ir.op("tile.load", validTile(n), tensor("x"), n)))));

    AssignStmt last = (AssignStmt) SeqStmts.listOf(result.functions().get("f").body()).getLast();
    assertThat(((TileType) last.var().type()).validShape().getFirst())
        .isSameAs(((Call) last.value()).args().get(1))
        .hasToString("n__ssa_v1");
  }

  private static TileType validTile(Expr rows) {
    TileType type = TileType.of(DataType.FP32, MemorySpace.VEC, 64, 64);
    return type.withTileView(Optional.of(type.effectiveView().withValidShape(rows, i(64))));
  }

  @Test
  void convertingAgainChangesNothing() {
    Var acc = index("acc");
    Var k = index("i");
    Program once =
        convert(
            program(
                function(
                    FunctionType.INCORE,
                    "f",
                    List.of(),
                    List.of(),
                    let(acc, i(0)),
                    loop(k, 0, 4, let(acc, add(acc, k))),
                    ret(acc))));

    assertThat(convert(once)).isSameAs(once);
    assertThat(once.functions().get("f").returnTypes()).containsExactly(INDEX);
  }
}
