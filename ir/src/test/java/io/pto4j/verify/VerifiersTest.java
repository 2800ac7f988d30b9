package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.add;
import static io.pto4j.pass.Ir.call;
import static io.pto4j.pass.Ir.carrying;
import static io.pto4j.pass.Ir.core;
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
import static io.pto4j.pass.Ir.store;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static io.pto4j.pass.Ir.yields;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Level;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Program;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifiersTest {
  private final Var x = tensor("x");
  private final Var o = tensor("o");
  private final Var n = index("n");

  private Function incore(Stmt... body) {
    return function(FunctionType.INCORE, "f", List.of(o), List.of(x, n, o), body);
  }

  private static List<String> found(Property property, Function... functions) {
    return Verifiers.verify(program(functions), null, ImmutableSet.of(property)).stream()
        .map(d -> d.code() + ": " + d.message().lines().findFirst().orElseThrow())
        .toList();
  }

  private void holds(Property property, Stmt... body) {
    assertThat(found(property, incore(body))).isEmpty();
  }

  private void fails(Property property, String finding, Stmt... body) {
    assertThat(found(property, incore(body))).containsExactly(finding);
  }

  @Test
  void ssaForm() {
    Var a = index("a");
    IterArg arg = new IterArg("acc", INDEX, i(0), HERE);
    Var result = index("r");
    Stmt loop =
        carrying(
            loop(index("k"), 0, 4, let(a, add(arg, n)), yields(a)), List.of(arg), List.of(result));

    holds(Property.SSA_FORM, loop, ret(result));
    fails(
        Property.SSA_FORM,
        "1: Variable 'a' is assigned more than once (2 times), violating SSA form",
        let(a, i(1)),
        let(a, i(2)));
    fails(Property.SSA_FORM, "6: Variable 'a' used outside its defining scope", loop, ret(a));
    fails(
        Property.SSA_FORM,
        "4: ForStmt iter_args count (1) != return_vars count (0)",
        carrying(loop(index("k"), 0, 4, yields(arg)), List.of(arg), List.of()));
    fails(
        Property.SSA_FORM,
        "3: ForStmt with iter_args must have YieldStmt as last statement in body",
        carrying(loop(index("k"), 0, 4, let(a, i(1))), List.of(arg), List.of(result)));
    fails(
        Property.SSA_FORM,
        "5: ForStmt YieldStmt value count (2) != iter_args count (1)",
        carrying(loop(index("k"), 0, 4, yields(arg, arg)), List.of(arg), List.of(result)));
    fails(
        Property.SSA_FORM,
        "7: YieldStmt is not the last statement of its scope",
        loop(index("k"), 0, 4, yields(), let(a, i(1))));
    fails(
        Property.SSA_FORM,
        "3: IfStmt with return_vars must have an else branch",
        when(less(n, i(1)), yields(n)).withReturnVars(result));
  }

  @Test
  void typesAtTheBoundariesOfLoops() {
    TensorType narrow = TensorType.of(DataType.FP32, 64, 65);
    IterArg arg = new IterArg("acc", TENSOR, x, HERE);
    Stmt loop =
        carrying(
            loop(index("k"), 0, 4, yields(new Var("z", narrow, HERE))),
            List.of(arg),
            List.of(new Var("r", narrow, HERE)));

    holds(
        Property.TYPE_CHECKED,
        carrying(
            loop(index("k"), 0, 4, yields(x)), List.of(arg), List.of(new Var("r", TENSOR, HERE))));
    assertThat(found(Property.TYPE_CHECKED, incore(loop)))
        .containsExactly(
            "104: Shape dimension mismatch in ForStmt: declared iter_arg[0] dimension[1] = 64, but"
                + " yield value[0] dimension[1] = 65",
            "104: Valid shape dimension mismatch in ForStmt: declared iter_arg[0] dimension[1] ="
                + " 64, but yield value[0] dimension[1] = 65");
    fails(
        Property.TYPE_CHECKED,
        "101: Type kind mismatch in IfStmt: then yield value[0] type 'ScalarType' != else yield"
            + " value[0] type 'TensorType'",
        when(less(n, i(1)), yields(n), yields(x), index("r")));
  }

  @Test
  void typesOfConditionsAndBounds() {
    fails(
        Property.TYPE_CHECKED,
        "108: IfStmt condition dtype must be BOOL, but got index",
        when(n, eval(op("system.bar", INDEX))));
    fails(
        Property.TYPE_CHECKED,
        "107: ForStmt stop must be ScalarType, but got TensorType",
        loop(ForKind.SEQUENTIAL, index("k"), i(0), x, eval(op("system.bar", INDEX))));
  }

  @Test
  void validShapeLiesInTheShape() {
    TileType type = TileType.of(DataType.FP32, MemorySpace.VEC, 32, 64);
    TileType wide =
        type.withTileView(Optional.of(type.effectiveView().withValidShape(i(40), i(64))));
    TileType flat = type.withTileView(Optional.of(type.effectiveView().withValidShape(i(40))));

    fails(
        Property.TYPE_CHECKED,
        "104: Variable 't' valid_shape dimension 0 extent 40 provably exceeds physical shape"
            + " extent 32",
        let(new Var("t", wide, HERE), op("tile.load", wide, x)));
    fails(
        Property.TYPE_CHECKED,
        "103: Variable 't' has invalid TileType valid_shape rank mismatch: got rank 1 [40], but"
            + " physical shape has rank 2 [32, 64]",
        let(new Var("t", flat, HERE), op("tile.load", flat, x)));
  }

  @Test
  void nestedCalls() {
    Call read = op("tensor.read", INDEX, x);

    holds(Property.NO_NESTED_CALLS, let(tile("t"), load(x)), ret(x));
    fails(
        Property.NO_NESTED_CALLS,
        "201: Call expression has nested call in arguments",
        let(tile("t"), exp(load(x))));
    fails(
        Property.NO_NESTED_CALLS,
        "204: Binary expression left operand cannot be a call expression",
        when(less(read, n), ret(x)));
    fails(
        Property.NO_NESTED_CALLS,
        "203: For stop cannot be a call expression",
        loop(ForKind.SEQUENTIAL, index("k"), i(0), read, ret(x)));
    fails(
        Property.NO_NESTED_CALLS,
        "206: While condition cannot be a call expression",
        whileLoop(read, ret(x)));
  }

  @Test
  void normalisedStructure() {
    Stmt single = SeqStmts.of(List.of(ret(x)), HERE);

    holds(Property.NORMALIZED_STMT_STRUCTURE, let(n, i(1)), ret(x));
    assertThat(found(Property.NORMALIZED_STMT_STRUCTURE, incore(ret(x)).withBody(single)))
        .containsExactly("0: SeqStmts with a single child is redundant");
    fails(
        Property.NO_REDUNDANT_BLOCKS,
        "0: YieldStmt before the terminating position; YieldStmt must be the trailing statement of"
            + " its scope",
        yields(n),
        ret(x));
  }

  @Test
  void scopesLeftBehind() {
    Function main =
        function(FunctionType.ORCHESTRATION, "main", List.of(), List.of(x), core("", ret(x)));
    Function clustered =
        function(
            FunctionType.ORCHESTRATION,
            "main",
            List.of(),
            List.of(x),
            new SpmdScopeStmt(HERE, ImmutableList.of(), "", ret(x), Attrs.empty(), i(4), false));
    Function levels =
        function(
            FunctionType.OPAQUE,
            "main",
            List.of(),
            List.of(x),
            new HierarchyScopeStmt(
                HERE, ImmutableList.of(), "", ret(x), Attrs.empty(), Level.HOST, Optional.empty()));

    holds(Property.SPLIT_INCORE_ORCH, ret(x));
    assertThat(found(Property.SPLIT_INCORE_ORCH, main))
        .containsExactly(
            "0: InCore ScopeStmt found in non-InCore function (should have been outlined)");
    assertThat(found(Property.CLUSTER_OUTLINED, main)).isEmpty();
    assertThat(found(Property.CLUSTER_OUTLINED, clustered))
        .containsExactly(
            "0: Spmd ScopeStmt found in non-Group function (should have been outlined)");
    assertThat(found(Property.HIERARCHY_OUTLINED, main)).isEmpty();
    assertThat(found(Property.HIERARCHY_OUTLINED, levels))
        .containsExactly("0: Hierarchy ScopeStmt found in function (should have been outlined)");
    holds(Property.NO_NESTED_INCORE, core("", ret(x)), core("", ret(x)));
    fails(
        Property.NO_NESTED_INCORE,
        "501: Nested InCore scope detected — InCore scopes must not contain other InCore scopes",
        core("", core("", ret(x))));
  }

  @Test
  void computationInAnOrchestratorIsAWarning() {
    Function main =
        function(
            FunctionType.ORCHESTRATION,
            "main",
            List.of(),
            List.of(x),
            let(tensor("y"), op("tensor.adds", TENSOR, x)));

    assertThat(Verifiers.verify(program(main), null, ImmutableSet.of(Property.SPLIT_INCORE_ORCH)))
        .singleElement()
        .satisfies(
            d -> {
              assertThat(d.isError()).isFalse();
              assertThat(d.message())
                  .isEqualTo(
                      "Compute tensor op 'tensor.adds' found in Orchestration function (should be"
                          + " inside InCore)");
            });
  }

  @Test
  void definitionsBeforeUses() {
    Var a = index("a");

    holds(Property.USE_AFTER_DEF, when(less(n, i(1)), let(a, i(1))), ret(a));
    fails(
        Property.USE_AFTER_DEF,
        "401: Variable 'a' used before definition in function 'f'",
        let(index("b"), add(a, n)),
        let(a, i(1)));
  }

  @Test
  void breakAndContinue() {
    BreakStmt leave = new BreakStmt(HERE, ImmutableList.of());
    ContinueStmt next = new ContinueStmt(HERE, ImmutableList.of());

    holds(Property.BREAK_CONTINUE_VALID, loop(n, 0, 4, when(less(n, i(1)), leave)));
    holds(Property.BREAK_CONTINUE_VALID, whileLoop(less(n, i(1)), next));
    fails(Property.BREAK_CONTINUE_VALID, "305: 'break' outside loop", leave);
    fails(
        Property.BREAK_CONTINUE_VALID,
        "301: 'break' not supported in parallel loops",
        loop(ForKind.PARALLEL, n, i(0), i(4), leave));
    fails(
        Property.BREAK_CONTINUE_VALID,
        "304: 'continue' not supported in unrolled loops",
        loop(ForKind.UNROLL, n, i(0), i(4), next));
  }

  @Test
  void outputParameterIsNotReplaced() {
    holds(Property.OUT_PARAM_NOT_SHADOWED, let(o, store(tile("t"), o)));
    fails(
        Property.OUT_PARAM_NOT_SHADOWED,
        "501: 'o' is an Out parameter and cannot be reassigned via tensor.create. Use the"
            + " parameter directly as the output target instead.",
        let(o, op("tensor.create", TENSOR)));
  }

  @Test
  void outputIsReadThroughTheResult() {
    Function kernel = function(FunctionType.INCORE, "k", List.of(o), List.of(x, o), ret(o));
    Var y = tensor("y");
    Var z = tensor("z");

    assertThat(
            found(
                Property.IN_OUT_USE_VALID,
                kernel,
                orchestrator(y, loop(n, 0, 4, let(y, call("k", TENSOR, x, y))), ret(y))))
        .isEmpty();
    assertThat(
            found(
                Property.IN_OUT_USE_VALID,
                kernel,
                orchestrator(y, let(z, call("k", TENSOR, x, y)), ret(y))))
        .containsExactly(
            "0: variable 'y' was passed as InOut/Out at Kernel.java:7:3; read the post-call return value"
                + " instead of the pre-call variable");
    assertThat(
            found(
                Property.IN_OUT_USE_VALID,
                kernel,
                orchestrator(y, loop(n, 0, 4, let(z, call("k", TENSOR, x, y))), ret(x))))
        .hasSize(1);
  }

  private Function orchestrator(Var output, Stmt... body) {
    return function(FunctionType.ORCHESTRATION, "main", List.of(output), List.of(x, output), body);
  }

  @Test
  void calleesExist() {
    Function caller =
        function(FunctionType.ORCHESTRATION, "main", List.of(), List.of(x), eval(call("gone", x)));
    Function helper = function(FunctionType.INLINE, "gone", List.of(), List.of(x), ret(x));

    assertThat(found(Property.ORCHESTRATION_REFERENCES_RESOLVED, caller))
        .containsExactly("0: Orchestration function 'main' calls undefined function 'gone'");
    assertThat(found(Property.ORCHESTRATION_REFERENCES_RESOLVED, caller, helper)).isEmpty();
    assertThat(found(Property.INLINE_FUNCTIONS_ELIMINATED, caller))
        .containsExactly("2: in function 'main', call of undefined function 'gone'");
    assertThat(found(Property.INLINE_FUNCTIONS_ELIMINATED, caller, helper))
        .containsExactly(
            "0: FunctionType::Inline function 'gone' survived the InlineFunctions pass (should"
                + " have been spliced and removed)",
            "1: in function 'main', call of inline function 'gone' was not expanded");
    holds(Property.INLINE_FUNCTIONS_ELIMINATED, ret(x));
  }

  @Test
  void dependenciesBelongToSubmits() {
    Call plain = call("k", x);
    Call withDeps =
        plain.withAttrs(Attrs.of("manual_dep_edges", new AttrValue.OfVars(ImmutableList.of(n))));

    holds(Property.MANUAL_DEPS_ON_SUBMIT_ONLY, eval(plain));
    fails(
        Property.MANUAL_DEPS_ON_SUBMIT_ONLY,
        "0: in function 'f', the call of 'k' carries dependencies; only a submit may",
        eval(withDeps));
  }

  @Test
  void tilesHaveMemory() {
    TileType anywhere =
        new TileType(
            DataType.FP32, Dims.of(8, 8), Optional.empty(), Optional.empty(), Optional.empty());

    holds(Property.TILE_MEMORY_INFERRED, let(tile("t"), load(x)));
    fails(
        Property.TILE_MEMORY_INFERRED,
        "0: InCore function 'f': tile 't' has no memory space",
        let(new Var("t", anywhere, HERE), op("tile.load", anywhere, x)));
  }

  @Test
  void kernelReturnsItsParameters() {
    Var stored = tensor("stored");
    Stmt write = let(stored, store(tile("t"), o));

    holds(Property.RETURN_PARAMS_EXPLICIT, write, ret(o));
    fails(
        Property.RETURN_PARAMS_EXPLICIT,
        "0: function 'f' returns a version of its parameter 'o' instead of the parameter",
        write,
        ret(stored));
    assertThat(
            found(
                Property.RETURN_PARAMS_EXPLICIT,
                incore(write).withReturnTypes(ImmutableList.of(TENSOR))))
        .containsExactly("0: function 'f' declares tensor results but does not return");
  }

  @Test
  void directionsFitTheParameters() {
    Function kernel = function(FunctionType.INCORE, "k", List.of(o), List.of(x, n, o), ret(o));

    assertThat(directed(kernel, ArgDirection.INPUT, ArgDirection.SCALAR, ArgDirection.OUTPUT))
        .isEmpty();
    assertThat(directed(kernel))
        .containsExactly(
            "0: in function 'main', call to 'k': Call attrs['arg_directions'] is missing after"
                + " DeriveCallDirections");
    assertThat(directed(kernel, ArgDirection.OUTPUT, ArgDirection.INPUT, ArgDirection.INPUT))
        .hasSize(3)
        .first()
        .asString()
        .endsWith("argument 0 is passed as Output, which does not fit the parameter");
  }

  private List<String> directed(Function kernel, ArgDirection... directions) {
    Var y = tensor("y");
    Call call =
        call("k", TENSOR, x, n, y)
            .withAttrs(
                Attrs.of(
                    "arg_directions",
                    new AttrValue.OfDirections(ImmutableList.copyOf(directions))));
    return found(Property.CALL_DIRECTIONS_RESOLVED, kernel, orchestrator(y, let(y, call)));
  }

  @Test
  void orchestratorIsFinished() {
    IterArg arg = new IterArg("acc", INDEX, i(0), HERE);
    ForStmt loop = carrying(loop(index("k"), 0, 4, yields(arg)), List.of(arg), List.of(index("r")));
    ForStmt classified = loop.withAttrs(Attrs.of("iter_arg_rebind_0", AttrValue.of(false)));

    assertThat(found(Property.ITER_ARG_CARRY_CLASSIFIED, orchestrator(o, classified))).isEmpty();
    assertThat(found(Property.ITER_ARG_CARRY_CLASSIFIED, orchestrator(o, loop)))
        .containsExactly(
            "0: in function 'main', carried value 'acc' of a loop is not classified by"
                + " iter_arg_rebind_0");
    assertThat(found(Property.RUNTIME_SCOPES_MATERIALIZED, orchestrator(o, ret(o))))
        .containsExactly(
            "0: Orchestration function 'main' still has auto_scope=True. Its runtime scopes should"
                + " have been written out.");
    assertThat(
            found(
                Property.RUNTIME_SCOPES_MATERIALIZED,
                orchestrator(o, ret(o)).withAttrs(Attrs.of("auto_scope", AttrValue.of(false)))))
        .isEmpty();
  }

  @Test
  void reportCountsAndLocates() {
    Diagnostic error = Diagnostic.error("SSAVerify", 1, "twice", HERE);
    Diagnostic warning = new Diagnostic(Severity.WARNING, "W", 0, "odd", HERE);

    assertThat(VerificationReport.text(List.of(error, warning)))
        .isEqualTo(
            """
            IR Verification Report
            ======================
            Total diagnostics: 2 (1 errors, 1 warnings)

            [1] ERROR - SSAVerify
              Message: twice
              Location: Kernel.java:7:3
              Error Code: 1

            [2] WARNING - W
              Message: odd
              Location: Kernel.java:7:3
              Error Code: 0

            Status: FAILED (1 error(s) found)\
            """);
    assertThat(VerificationReport.text(List.of())).endsWith("Status: PASSED");
    assertThat(VerificationReport.text(List.of(warning)))
        .endsWith("Status: PASSED with 1 warning(s)");
    Program empty = program();
    assertThat(Verifiers.verify(empty, null, Verifiers.INPUT)).isEmpty();
  }
}
