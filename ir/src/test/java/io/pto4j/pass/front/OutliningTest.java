package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.assemble;
import static io.pto4j.pass.Ir.core;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.exp;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.load;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Level;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.Role;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.Ir;
import io.pto4j.pass.PassContext;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutliningTest {
  private final Var x = tensor("x");
  private final Var o = tensor("o");

  private Program main(FunctionType type, Stmt... body) {
    Function main = function(type, "main", List.of(o), List.of(x, o), body);
    return new ConvertToSSA().run(program(main), PassContext.of(null));
  }

  private Program outline(Stmt... body) {
    return new OutlineIncoreScopes()
        .run(main(FunctionType.ORCHESTRATION, body), PassContext.of(null));
  }

  @Test
  void tileStoreBecomesAnOutput() {
    Var t = tile("t");

    assertThat(Dump.of(outline(core("", let(t, load(x)), let(o, store(t, o))), ret(o))))
        .isEqualTo(
            """
            Orchestration main(x__ssa_v0, o__ssa_v0: Out) -> 1
              o__ssa_v2 = main_incore_0(x__ssa_v0, o__ssa_v0)
              return o__ssa_v2
            InCore main_incore_0(x__ssa_v0, o__ssa_v0: Out) -> 1
              t__ssa_v0 = tile.load(x__ssa_v0, [0, 0], [64, 64])
              o__ssa_v1 = tile.store(t__ssa_v0, [0, 0], o__ssa_v0)
              o__store = o__ssa_v1
              return o__ssa_v0
            """);
  }

  @Test
  void storeAsAStatementRenamesLaterUses() {
    assertThat(Dump.of(outline(core("", eval(store(load(x), o))), ret(o))))
        .contains("o__ssa_v1 = main_incore_0(x__ssa_v0, o__ssa_v0)")
        .contains("return o__ssa_v1")
        .contains("o__store = tile.store(");
  }

  @Test
  void assembledTensorReturnsTheParameter() {
    Var e = tensor("e");
    Program result =
        outline(core("", let(e, op("tensor.exp", TENSOR, x)), let(o, assemble(o, e))), ret(o));

    assertThat(Dump.of(result))
        .isEqualTo(
            """
            Orchestration main(x__ssa_v0, o__ssa_v0: Out) -> 1
              o__ssa_v1 = main_incore_0(x__ssa_v0, o__ssa_v0)
              return o__ssa_v1
            InCore main_incore_0(x__ssa_v0, o__ssa_v0: Out) -> 1
              e__ssa_v0 = tensor.exp(x__ssa_v0)
              o__ssa_v1 = tensor.assemble(o__ssa_v0, e__ssa_v0, [0, 0])
              return o__ssa_v0
            """);
  }

  @Test
  void readOutputIsInOut() {
    Program result = outline(core("", let(o, store(exp(load(o)), o))), ret(o));

    assertThat(result.functions().get("main_incore_0").paramDirections())
        .containsExactly(ParamDirection.INOUT);
  }

  @Test
  void loopThatYieldsANewValueReturnsItsResult() {
    Var z = tensor("z");
    Program result =
        outline(
            core(
                "",
                let(z, op("tensor.exp", TENSOR, x)),
                loop(index("i"), 0, 4, let(z, op("tensor.adds", TENSOR, z, i(1))))),
            ret(z));

    assertThat(Dump.of(result)).contains("return z__rv_v2\nInCore").endsWith("return z__rv_v2\n");
  }

  @Test
  void carriedInputThatIsRecomputedIsNotReturnedAsTheParameter() {
    Program result =
        outline(
            core("", loop(index("i"), 0, 4, let(x, op("tensor.adds", TENSOR, x, i(1))))), ret(x));

    assertThat(Dump.of(result)).endsWith("return x__rv_v2\n");
  }

  @Test
  void severalOutputsAreUnpacked() {
    Var a = index("a");
    Var b = index("b");
    Program result = outline(core("", let(a, i(1)), let(b, add(a, a))), ret(a, b));

    assertThat(Dump.of(result))
        .contains(
            """
              ret__tmp_v0 = main_incore_0()
              a__ssa_v0 = ret__tmp_v0[0]
              b__ssa_v0 = ret__tmp_v0[1]
              return a__ssa_v0, b__ssa_v0
            """);
  }

  @Test
  void hintsNameTheKernels() {
    Program result =
        outline(
            core("foo", eval(store(load(x), o))),
            core("foo", eval(store(load(x), o))),
            core("", eval(store(load(x), o))),
            ret(o));

    assertThat(result.functions().keySet())
        .containsExactly("foo", "foo_0", "main", "main_incore_2");
  }

  @Test
  void renamingStaysInItsBranch() {
    Var n = index("n");
    Function main =
        function(
            FunctionType.ORCHESTRATION,
            "main",
            List.of(o),
            List.of(x, n, o),
            when(Ir.less(n, i(3)), core("", let(o, store(load(x), o)))),
            ret(o));
    Program ssa = new ConvertToSSA().run(program(main), PassContext.of(null));

    assertThat(Dump.of(new OutlineIncoreScopes().run(ssa, PassContext.of(null))))
        .contains(
            """
              if (n__ssa_v0 < 3) -> o__phi_v2
                o__ssa_v2 = main_incore_0(x__ssa_v0, o__ssa_v0)
                yield o__ssa_v2
              else
                yield o__ssa_v0
            """);
  }

  @Test
  void scopeWithATaskIdIsSubmitted() {
    Var first = new Var("first", ScalarType.of(DataType.TASK_ID), HERE);
    Var second = new Var("second", ScalarType.of(DataType.TASK_ID), HERE);
    InCoreScopeStmt producer =
        core("", let(o, store(load(x), o)))
            .withAttrs(Attrs.of("task_id_var", new AttrValue.OfVar(first)));
    InCoreScopeStmt consumer =
        core("", let(o, store(load(o), o)))
            .withAttrs(
                Attrs.of("task_id_var", new AttrValue.OfVar(second))
                    .with("manual_dep_edges", new AttrValue.OfVars(ImmutableList.of(first))));
    Stmt noFirst = let(first, op("system.task_invalid", first.type()));
    Stmt noSecond = let(second, op("system.task_invalid", second.type()));

    assertThat(Dump.of(outline(noFirst, producer, noSecond, consumer, ret(o))))
        .startsWith(
            """
            Orchestration main(x__ssa_v0, o__ssa_v0: Out) -> 1
              ret__tmp_v0 = submit main_incore_0(x__ssa_v0, o__ssa_v0)
              o__ssa_v3 = ret__tmp_v0[0]
              first__ssa_v0 = ret__tmp_v0[1]
              ret__tmp_v1 = submit main_incore_1(o__ssa_v3) after first__ssa_v0
              o__ssa_v4 = ret__tmp_v1[0]
              second__ssa_v0 = ret__tmp_v1[1]
              return o__ssa_v4
            """);
  }

  @Test
  void splitOfTheScopeIsAnAttributeOfTheKernel() {
    Program result =
        outline(core("", eval(store(load(x), o))).withSplit(Optional.of(SplitMode.UP_DOWN)));

    assertThat(result.functions().get("main_incore_0").attrs().getInt("split", 0)).isEqualTo(1);
  }

  @Test
  void opaqueParentBecomesAnOrchestrator() {
    Program result =
        new OutlineIncoreScopes()
            .run(
                main(FunctionType.OPAQUE, core("", let(o, store(load(x), o))), ret(o)),
                PassContext.of(null));

    assertThat(result.functions().get("main").funcType()).isEqualTo(FunctionType.ORCHESTRATION);
    assertThat(result.functions().get("main_incore_0").level()).contains(Level.CHIP_DIE);
  }

  @Test
  void tileUsedOutsideIsRefused() {
    Var t = tile("t");

    assertThatThrownBy(() -> outline(core("", let(t, load(x))), let(o, store(t, o))))
        .isInstanceOf(IrException.class)
        .hasMessage("tile 't' is used outside the core-group region that computes it");
  }

  @Test
  void hierarchyScopeBecomesAFunctionOfItsLevel() {
    Var y = tensor("y");
    HierarchyScopeStmt scope =
        new HierarchyScopeStmt(
            HERE,
            ImmutableList.of(),
            "",
            seq(let(y, op("tensor.add", TENSOR, x, x))),
            Attrs.empty(),
            Level.HOST,
            Optional.of(Role.ORCHESTRATOR));
    Program result =
        new OutlineHierarchyScopes()
            .run(main(FunctionType.OPAQUE, scope, ret(y)), PassContext.of(null));

    assertThat(Dump.of(result))
        .isEqualTo(
            """
            Opaque main(x__ssa_v0, o__ssa_v0: Out) -> 1
              y__ssa_v0 = main_host_orch_0(x__ssa_v0)
              return y__ssa_v0
            Opaque main_host_orch_0(x__ssa_v0) -> 1
              y__ssa_v0 = tensor.add(x__ssa_v0, x__ssa_v0)
              return y__ssa_v0
            """);
    assertThat(result.functions().get("main_host_orch_0").level()).contains(Level.HOST);
  }

  @Test
  void programWithoutScopesStaysTheSame() {
    Program program = main(FunctionType.ORCHESTRATION, ret(o));

    assertThat(new OutlineIncoreScopes().run(program, PassContext.of(null))).isSameAs(program);
  }
}
