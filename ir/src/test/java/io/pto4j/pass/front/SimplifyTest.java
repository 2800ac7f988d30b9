package io.pto4j.pass.front;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TILE;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.eval;
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
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.tuple;
import static io.pto4j.pass.Ir.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Dump;
import io.pto4j.pass.PassContext;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SimplifyTest {
  private final Var x = tensor("x");
  private final Var n = index("n");

  private Program ssa(Stmt... body) {
    return new ConvertToSSA()
        .run(
            program(function(FunctionType.INCORE, "f", List.of(), List.of(x, n), body)),
            PassContext.of(null));
  }

  private String simplified(Stmt... body) {
    Program program = new Simplify().run(ssa(body), PassContext.of(null));
    String text = Dump.of(program);
    return text.substring(text.indexOf('\n') + 1);
  }

  @Test
  void constantsPropagateAndDisappear() {
    Var a = index("a");
    Var b = index("b");

    assertThat(simplified(let(a, i(4)), let(b, add(a, add(a, n))), ret(b)))
        .isEqualTo("  b__ssa_v0 = (n__ssa_v0 + 8)\n  return b__ssa_v0\n");
  }

  @Test
  void truthConstantPropagates() {
    Var q = new Var("q", ScalarType.of(DataType.BOOL), HERE);

    assertThat(
            simplified(
                let(q, ConstBool.of(false)),
                when(q, eval(op("system.bar", INDEX)), eval(op("system.fence", INDEX)))))
        .isEqualTo("  system.fence()\n");
  }

  @Test
  void loopOfOneTripIsItsBody() {
    Var t = tile("t");
    Var k = index("k");
    Stmt pick = when(Exprs.binary(BinaryOp.EQ, k, i(0), HERE), let(t, load(x)), let(t, exp(t)));

    assertThat(simplified(let(t, load(x)), loop(k, 0, 1, pick), ret(t)))
        .isEqualTo(
            """
              t__ssa_v0 = tile.load(x__ssa_v0, [0, 0], [64, 64])
              t__ssa_v3 = tile.load(x__ssa_v0, [0, 0], [64, 64])
              return t__ssa_v3
            """);
  }

  @Test
  void loopWithoutTripsCopiesItsInitialValues() {
    Var t = tile("t");

    assertThat(simplified(let(t, load(x)), loop(index("k"), 3, 3, let(t, exp(t))), ret(t)))
        .isEqualTo(
            """
              t__ssa_v0 = tile.load(x__ssa_v0, [0, 0], [64, 64])
              t__rv_v2 = t__ssa_v0
              return t__rv_v2
            """);
  }

  @Test
  void parallelLoopStays() {
    Stmt loop = loop(ForKind.PARALLEL, index("k"), i(0), i(1), eval(op("system.bar", INDEX)));

    assertThat(simplified(loop)).startsWith("  for Parallel k__idx_v0 in 0..1");
  }

  @Test
  void boundsOfTheLoopDecideBranches() {
    Var k = index("k");

    assertThat(simplified(loop(k, 0, 4, when(less(k, i(4)), eval(op("system.bar", INDEX, k))))))
        .isEqualTo("  for k__idx_v0 in 0..4 by 1\n    system.bar(k__idx_v0)\n");
  }

  @Test
  void negativeRangeIsNotTakenForPositive() {
    Var k = index("k");
    Stmt body = when(less(k, i(0)), eval(op("system.bar", INDEX, k)));

    assertThat(simplified(loop(ForKind.SEQUENTIAL, k, i(-2), i(2), body)))
        .contains("if (k__idx_v0 < 0)");
  }

  @Test
  void indexParameterAndDifferenceMayBeNegative() {
    Var d = index("d");

    assertThat(
            simplified(
                let(d, Exprs.binary(BinaryOp.SUB, n, i(5), HERE)),
                when(less(d, i(0)), eval(op("system.bar", INDEX))),
                when(less(n, i(0)), eval(op("system.fence", INDEX)))))
        .contains("if (d__ssa_v0 < 0)")
        .contains("if (n__ssa_v0 < 0)");
  }

  @Test
  void branchConditionHoldsInside() {
    Stmt inner = when(less(n, i(9)), eval(op("system.bar", INDEX)));

    assertThat(simplified(when(less(n, i(3)), inner, inner)))
        .isEqualTo(
            """
              if (n__ssa_v0 < 3)
                system.bar()
              else
                if (n__ssa_v0 < 9)
                  system.bar()
            """);
  }

  @Test
  void resultOfAnIfThatNothingReadsIsDropped() {
    Var a = index("a");

    assertThat(
            simplified(
                let(a, i(1)), when(less(n, i(3)), seq(let(a, n), eval(op("system.bar", INDEX))))))
        .isEqualTo("  if (n__ssa_v0 < 3)\n    system.bar()\n");
  }

  @Test
  void extentInATypeBecomesConstant() {
    Var rows = index("rows");
    TileType type = TileType.of(DataType.FP32, MemorySpace.VEC, 64, 64);
    TileType valid =
        type.withTileView(Optional.of(type.effectiveView().withValidShape(rows, i(64))));
    Var t = new Var("t", valid, HERE);
    Program program =
        new Simplify()
            .run(
                ssa(let(rows, i(32)), let(t, op("tile.load", valid, x, tuple(rows))), ret(t)),
                PassContext.of(null));

    AssignStmt load = (AssignStmt) SeqStmts.listOf(program.functions().get("f").body()).getFirst();
    assertThat(Dump.of(((TileType) load.var().type()).validShape().getFirst())).isEqualTo("32");
  }

  @Test
  void taskIdThatNothingReadsStays() {
    TupleType type = new TupleType(ImmutableList.of(ScalarType.of(DataType.TASK_ID)));
    Submit submit =
        new Submit(
            HERE,
            type,
            new GlobalVar("k"),
            ImmutableList.of(),
            ImmutableList.of(),
            Optional.empty(),
            false,
            false,
            Optional.empty(),
            Attrs.empty(),
            Attrs.empty());
    Var s = new Var("s", type, HERE);
    Var id = new Var("id", ScalarType.of(DataType.TASK_ID), HERE);

    assertThat(simplified(let(s, submit), let(id, TupleGetItem.of(s, 0, HERE))))
        .contains("id__ssa_v0 = s__ssa_v0[0]");
  }

  @Test
  void nothingToDoChangesNothing() {
    Program program = ssa(let(tile("t"), op("tile.load", TILE, x, tuple(n))), ret(n));
    Program once = new Simplify().run(program, PassContext.of(null));

    assertThat(once).isSameAs(program);
  }
}
