package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.carrying;
import static io.pto4j.pass.Ir.core;
import static io.pto4j.pass.Ir.eval;
import static io.pto4j.pass.Ir.function;
import static io.pto4j.pass.Ir.i;
import static io.pto4j.pass.Ir.index;
import static io.pto4j.pass.Ir.less;
import static io.pto4j.pass.Ir.let;
import static io.pto4j.pass.Ir.loop;
import static io.pto4j.pass.Ir.op;
import static io.pto4j.pass.Ir.program;
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static io.pto4j.pass.Ir.yields;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every condition on definitions and uses, from both sides. */
class SsaConditionsTest {
  private final Findings ssa = new Findings(Property.SSA_FORM);
  private final Findings uses = new Findings(Property.USE_AFTER_DEF);
  private final Var n = ssa.n;
  private final Var a = index("a");
  private final Var result = index("r");
  private final IterArg arg = new IterArg("acc", INDEX, i(0), HERE);

  private static Stmt scope(Stmt... body) {
    return new RuntimeScopeStmt(HERE, ImmutableList.of(), "", seq(body), Attrs.empty(), false);
  }

  private static Stmt region(Stmt... body) {
    return new SplitAivScopeStmt(
        HERE, ImmutableList.of(), "", seq(body), Attrs.empty(), SplitMode.UP_DOWN, 2);
  }

  private ForStmt carried(Stmt... body) {
    return carrying(loop(index("k"), 0, 4, body), List.of(arg), List.of(result));
  }

  @Test
  void resultsCountAsAssignments() {
    ssa.none(carried(yields(arg)));
    ssa.one(
        "1: Variable 'r' is assigned more than once (2 times), violating SSA form",
        carried(yields(arg)),
        when(less(n, i(1)), yields(n), yields(n), result));
    ssa.one(
        "1: Variable 'r' is assigned more than once (3 times), violating SSA form",
        let(result, i(1)),
        let(result, i(2)),
        let(result, i(3)));
  }

  @Test
  void loopVariablesAndCarriedOnesDoNotCount() {
    Var k = index("k");
    ssa.none(loop(k, 0, 4, let(a, k)), loop(k, 0, 4, let(index("b"), k)));
  }

  @Test
  void variablesOfABlockEndWithIt() {
    Var k = index("k");
    ssa.one("6: Variable 'k' used outside its defining scope", loop(k, 0, 4, let(a, k)), ret(k));
    ssa.one(
        "6: Variable 'a' used outside its defining scope",
        when(less(n, i(1)), let(a, i(1))),
        ret(a));
    ssa.one(
        "6: Variable 'a' used outside its defining scope",
        when(less(n, i(1)), let(a, i(1)), eval(a)));
    ssa.one("6: Variable 'acc' used outside its defining scope", carried(yields(arg)), ret(arg));
    ssa.none(scope(let(a, n)), ret(a));
    ssa.none(core("", let(a, n)), ret(a));
  }

  @Test
  void conditionsAndAttributesAreUses() {
    ssa.one("6: Variable 'a' used outside its defining scope", whileLoop(less(a, n), eval(n)));
    ssa.one(
        "6: Variable 'a' used outside its defining scope",
        loop(index("k"), 0, 4, eval(n))
            .withAttrs(Attrs.of("by", new AttrValue.OfExpr(add(a, i(1))))));
  }

  @Test
  void symbolsInTypesAreDefinedByThem() {
    Var m = index("m");
    TensorType open = TensorType.of(DataType.FP32, 64).withShape(m);
    Var view = new Var("v", open, HERE);
    Function symbolic =
        function(FunctionType.INCORE, "f", List.of(), List.of(view), let(a, m), ret(a));
    assertThat(ssa.in(symbolic)).isEmpty();
    assertThat(uses.in(symbolic)).isEmpty();
    Function returning =
        function(FunctionType.INCORE, "f", List.of(), List.of(n), let(a, m), ret(a));
    assertThat(ssa.in(returning)).hasSize(1);
    assertThat(uses.in(returning)).hasSize(1);
    assertThat(ssa.in(returning.withReturnTypes(open))).isEmpty();
    assertThat(uses.in(returning.withReturnTypes(open))).isEmpty();
    ssa.none(let(view, op("tensor.view", open)), let(a, m));
    ssa.one("6: Variable 'm' used outside its defining scope", let(a, m));
  }

  @Test
  void loopsEndInAYield() {
    String missing = "3: %s with iter_args must have YieldStmt as last statement in body";
    ssa.one(missing.formatted("ForStmt"), carried(let(a, n)));
    ssa.one(
        missing.formatted("WhileStmt"),
        whileLoop(less(arg, n), let(a, n)).withIterArgs(arg).withReturnVars(result));
    ssa.none(whileLoop(less(arg, n), yields(arg)).withIterArgs(arg).withReturnVars(result));
    // the place of the yield is told, too
    assertThat(ssa.in(ssa.kernel(carried(yields(arg), let(a, n)))))
        .containsExactly(
            "7: YieldStmt is not the last statement of its scope", missing.formatted("ForStmt"));
  }

  @Test
  void aYieldMayStandInARuntimeScopeOrARegion() {
    ssa.none(carried(scope(let(a, n), yields(arg))));
    ssa.none(carried(region(scope(yields(arg)))));
    ssa.one(
        "3: ForStmt with iter_args must have YieldStmt as last statement in body",
        carried(core("", yields(arg))));
  }

  @Test
  void loopsHaveAsManyResultsAsTheyCarry() {
    ssa.one(
        "4: WhileStmt iter_args count (0) != return_vars count (1)",
        whileLoop(less(n, i(1)), eval(n)).withReturnVars(result));
    ssa.one(
        "5: WhileStmt YieldStmt value count (0) != iter_args count (1)",
        whileLoop(less(arg, n), yields()).withIterArgs(arg).withReturnVars(result));
  }

  @Test
  void bothBranchesYieldTheResults() {
    String missing =
        "3: IfStmt with return_vars must have YieldStmt as last statement in both branches";
    ssa.none(when(less(n, i(1)), yields(n), yields(n), result));
    ssa.one(missing, when(less(n, i(1)), eval(n), yields(n), result));
    ssa.one(missing, when(less(n, i(1)), yields(n), eval(n), result));
    ssa.one(
        "5: IfStmt YieldStmt value count (2) != return_vars count (1)",
        when(less(n, i(1)), yields(n), yields(n, n), result));
  }

  @Test
  void theMessageShowsTheFunction() {
    assertThat(
            Verifiers.verify(
                program(ssa.kernel(let(a, index("b")))),
                Ir.CONTEXT.target(),
                ImmutableSet.of(Property.SSA_FORM)))
        .singleElement()
        .extracting(Diagnostic::message)
        .asString()
        .startsWith(
            "Variable 'b' used outside its defining scope\n  In function 'f':\n@pl.function(")
        .contains("a: pl.Scalar[pl.INDEX] = b");
  }

  @Test
  void usesMayFollowDefinitionsOfEitherBranch() {
    Var n = uses.n;
    String early = "401: Variable 'a' used before definition in function 'f'";
    uses.none(when(less(n, i(1)), eval(n), let(a, n)), ret(a));
    uses.none(when(less(n, i(1)), yields(n), yields(n), result), ret(result));
    uses.one(early, when(less(n, i(1)), seq(let(a, n), yields(a)), yields(n), result), ret(a));
    uses.one(early, when(less(n, i(1)), yields(n), seq(let(a, n), yields(a)), result), ret(a));
  }

  @Test
  void aLoopWithResultsKeepsItsOwnVariables() {
    Var n = uses.n;
    String early = "401: Variable 'a' used before definition in function 'f'";
    uses.none(loop(index("k"), 0, 4, let(a, n)), ret(a));
    uses.none(whileLoop(less(n, i(1)), let(a, n)), ret(a));
    uses.one(early, carried(let(a, n), yields(a)), ret(a));
    uses.one(
        early,
        whileLoop(less(arg, n), let(a, n), yields(a)).withIterArgs(arg).withReturnVars(result),
        ret(a));
    uses.none(carried(let(a, n), yields(a)), ret(result));
  }

  private static Var sized(String name, Expr rows) {
    return new Var(name, TensorType.of(DataType.FP32, 64).withShape(rows), HERE);
  }

  private static Stmt made(Var tensor) {
    return let(tensor, op("tensor.create", tensor.type()));
  }

  @Test
  void whatTheTypeOfAVariableNamesIsAUse() {
    Var n = uses.n;
    String early = "401: Variable 'a' used before definition in function 'f'";
    Var t = sized("t", a);
    uses.none(let(a, n), made(t));
    uses.one(early, made(t), let(a, n));
    uses.one(early, made(sized("t", add(a, i(1)))), made(t), let(a, n));
    uses.none(made(sized("t", index("symbol"))));
  }

  @Test
  void whatALoopOrABranchResultsInIsOfATypeThatIsKnownBehindIt() {
    Var n = uses.n;
    String early = "401: Variable 'a' used before definition in function 'f'";
    Var x = uses.x;
    Var before = sized("r", n);
    Var within = sized("r", a);
    IterArg carriedBefore = new IterArg("c", before.type(), x, HERE);
    IterArg carriedWithin = new IterArg("c", within.type(), x, HERE);
    Stmt[] body = {let(a, n), yields(x)};
    uses.none(when(less(n, i(1)), seq(body), yields(x), before));
    uses.one(early, when(less(n, i(1)), seq(body), yields(x), within));
    uses.none(carried(body).withIterArgs(carriedBefore).withReturnVars(before));
    uses.one(early, carried(body).withIterArgs(carriedBefore).withReturnVars(within));
    uses.one(early, carried(body).withIterArgs(carriedWithin).withReturnVars(before));
    WhileStmt loop = whileLoop(less(n, i(1)), body).withReturnVars(before);
    uses.none(loop.withIterArgs(carriedBefore));
    uses.one(early, loop.withIterArgs(carriedWithin));
    uses.one(early, loop.withIterArgs(carriedBefore).withReturnVars(within));
  }

  @Test
  void everyPartOfAStatementIsAUse() {
    Var n = uses.n;
    String early = "401: Variable 'a' used before definition in function 'f'";
    Var k = index("k");
    uses.none(loop(k, 0, 4, eval(k)));
    uses.one(early, loop(ForKind.SEQUENTIAL, k, a, i(4), eval(n)));
    uses.one(early, loop(ForKind.SEQUENTIAL, k, i(0), a, eval(n)));
    uses.one(early, loop(k, 0, 4, eval(n)).withStep(a));
    uses.one(early, when(less(a, n), eval(n)));
    uses.one(early, whileLoop(less(a, n), eval(n)));
    uses.one(early, when(less(n, i(1)), let(a, n), eval(a)));
    uses.one(early, scope(eval(a)));
    Attrs attrs = Attrs.of("by", new AttrValue.OfExpr(add(a, i(1))));
    uses.one(early, ((RuntimeScopeStmt) scope(eval(n))).withAttrs(attrs));
    SpmdScopeStmt spread =
        new SpmdScopeStmt(HERE, ImmutableList.of(), "", eval(n), Attrs.empty(), n, false);
    uses.none(spread);
    uses.one(early, spread.withCoreNum(a));
    Var symbol = index("symbol");
    uses.none(made(sized("t", symbol)), eval(symbol));
    assertThat(
            Verifiers.verify(
                program(uses.kernel(eval(a))), null, ImmutableSet.of(Property.USE_AFTER_DEF)))
        .extracting(Diagnostic::rule)
        .containsExactly("UseAfterDefCheck");
  }

  @Test
  void theMemoryOfATileIsAUse() {
    String early = "401: Variable 'mem' used before definition in function 'f'";
    Var base = new Var("mem", PtrType.INSTANCE, HERE);
    TileType type = TileType.of(DataType.FP32, MemorySpace.VEC, 16, 16);
    Var t = new Var("t", type.withMemref(Optional.of(MemRef.of(base, 0, 1024))), HERE);
    Stmt allocated = let(base, op("tile.alloc", PtrType.INSTANCE));
    Stmt load = let(t, op("tile.load", t.type(), uses.x));
    uses.none(allocated, load);
    uses.one(early, load, allocated);
    Var offset = new Var("t", type.withMemref(Optional.of(MemRef.of(base, uses.n, 1024))), HERE);
    uses.none(allocated, let(offset, op("tile.load", offset.type(), uses.x)));
    Var late = new Var("t", type.withMemref(Optional.of(MemRef.of(base, a, 1024))), HERE);
    uses.one(
        "401: Variable 'a' used before definition in function 'f'",
        allocated,
        let(late, op("tile.load", late.type(), uses.x)),
        let(a, uses.n));
  }

  @Test
  void attributesOfAFunctionAreUses() {
    Var n = uses.n;
    Function plain = uses.kernel(ret(n));
    Attrs attrs = Attrs.of("by", new AttrValue.OfExpr(add(n, i(1))));
    assertThat(uses.in(plain.withAttrs(attrs))).isEmpty();
    assertThat(uses.in(plain.withAttrs(Attrs.of("by", new AttrValue.OfExpr(add(a, i(1)))))))
        .containsExactly("401: Variable 'a' used before definition in function 'f'");
  }
}
