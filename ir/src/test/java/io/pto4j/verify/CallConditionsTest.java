package io.pto4j.verify;

import static io.pto4j.pass.Ir.HERE;
import static io.pto4j.pass.Ir.INDEX;
import static io.pto4j.pass.Ir.TENSOR;
import static io.pto4j.pass.Ir.call;
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
import static io.pto4j.pass.Ir.ret;
import static io.pto4j.pass.Ir.seq;
import static io.pto4j.pass.Ir.tensor;
import static io.pto4j.pass.Ir.tile;
import static io.pto4j.pass.Ir.when;
import static io.pto4j.pass.Ir.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArgDirection;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import io.pto4j.pass.Ir;
import io.pto4j.pass.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every condition on calls, scopes and loops, from both sides. */
class CallConditionsTest {
  private static final ScalarType TASK = ScalarType.of(DataType.TASK_ID);

  private final Var x = tensor("x");
  private final Var o = tensor("o");
  private final Var n = index("n");

  private static Submit submit(String name, Expr... args) {
    return new Submit(
        HERE,
        new TupleType(ImmutableList.of(TASK)),
        new GlobalVar(name),
        ImmutableList.copyOf(args),
        ImmutableList.of(),
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        Attrs.empty(),
        Attrs.empty());
  }

  @Test
  void callsStandAlone() {
    Findings nested = new Findings(Property.NO_NESTED_CALLS);
    Call read = op("tensor.read", INDEX, x);
    Stmt body = eval(n);
    nested.one("202: If condition cannot be a call expression", when(read, body));
    nested.one(
        "203: For start cannot be a call expression",
        loop(ForKind.SEQUENTIAL, n, read, i(4), body));
    nested.one("203: For step cannot be a call expression", loop(n, 0, 4, body).withStep(read));
    nested.one(
        "204: Binary expression right operand cannot be a call expression",
        when(less(n, read), body));
    nested.one(
        "205: Unary expression operand cannot be a call expression",
        let(index("a"), new UnaryExpr(HERE, INDEX, UnaryOp.NEG, read)));
    nested.none(ret(read));
  }

  @Test
  void callsInSubmitsStandAloneButInPredicates() {
    Findings nested = new Findings(Property.NO_NESTED_CALLS);
    Call read = op("tensor.read", INDEX, x);
    String inside = "201: Call expression has nested call in arguments";
    nested.none(eval(submit("k", x).withPredicate(Optional.of(less(read, i(1))))));
    nested.one(inside, eval(submit("k", read)));
    nested.one(inside, eval(submit("k", x).withCoreNum(Optional.of(read))));
  }

  @Test
  void sequencesAreFlat() {
    for (Property property :
        List.of(Property.NORMALIZED_STMT_STRUCTURE, Property.NO_REDUNDANT_BLOCKS)) {
      Findings flat = new Findings(property);
      Stmt pair = SeqStmts.of(List.of(eval(x), eval(n)), HERE);
      Stmt outer = SeqStmts.of(List.of(pair, ret(x)), HERE);
      assertThat(flat.in(flat.kernel(ret(x)).withBody(outer)))
          .containsExactly("0: SeqStmts directly inside SeqStmts");
      flat.none(eval(x), ret(x));
    }
  }

  @Test
  void kernelsAreOutlined() {
    Findings split = new Findings(Property.SPLIT_INCORE_ORCH);
    Stmt compute = let(tensor("y"), op("tensor.exp", TENSOR, x));
    Stmt scope = core("", compute);
    String left = "0: InCore ScopeStmt found in non-InCore function (should have been outlined)";
    split.none(scope);
    for (FunctionType type :
        List.of(FunctionType.ORCHESTRATION, FunctionType.OPAQUE, FunctionType.AIV)) {
      // what computes in the scope stands where it should
      assertThat(split.in(split.of(type, loop(n, 0, 4, when(less(n, i(1)), scope)))))
          .containsExactly(left);
    }
    assertThat(split.in(split.of(FunctionType.ORCHESTRATION, whileLoop(less(n, i(1)), compute))))
        .containsExactly(
            "0: Compute tensor op 'tensor.exp' found in Orchestration function (should be inside"
                + " InCore)");
    assertThat(split.in(split.of(FunctionType.OPAQUE, compute))).isEmpty();
    assertThat(
            split.in(
                split.of(
                    FunctionType.ORCHESTRATION, let(tensor("y"), op("tensor.create", TENSOR)))))
        .isEmpty();
  }

  @Test
  void clustersAreOutlined() {
    Findings outlined = new Findings(Property.CLUSTER_OUTLINED);
    Stmt cluster = new ClusterScopeStmt(HERE, ImmutableList.of(), "", ret(x), Attrs.empty());
    outlined.one(
        "0: Cluster ScopeStmt found in non-Group function (should have been outlined)", cluster);
    assertThat(outlined.in(outlined.of(FunctionType.GROUP, cluster))).isEmpty();
    assertThat(outlined.in(outlined.of(FunctionType.SPMD, cluster))).isEmpty();
  }

  @Test
  void jumpsStandInLoopsWhoseIterationsFollowEachOther() {
    Findings jumps = new Findings(Property.BREAK_CONTINUE_VALID);
    Stmt leave = new BreakStmt(HERE, ImmutableList.of());
    Stmt next = new ContinueStmt(HERE, ImmutableList.of());
    jumps.one(
        "302: 'break' not supported in unrolled loops", loop(ForKind.UNROLL, n, i(0), i(4), leave));
    jumps.one(
        "303: 'continue' not supported in parallel loops",
        loop(ForKind.PARALLEL, n, i(0), i(4), core("", next)));
    jumps.one("306: 'continue' outside loop", when(less(n, i(1)), eval(x), next));
    jumps.none(
        loop(ForKind.PIPELINE, n, i(0), i(4), leave),
        loop(ForKind.PARALLEL, n, i(0), i(4), loop(index("k"), 0, 4, next)));
    jumps.one(
        "301: 'break' not supported in parallel loops",
        whileLoop(less(n, i(1)), loop(ForKind.PARALLEL, n, i(0), i(4), leave)));
  }

  @Test
  void onlyKernelsNeedStructuredControlFlow() {
    Findings structured = new Findings(Property.STRUCTURED_CTRL_FLOW);
    Stmt leave = loop(n, 0, 4, new BreakStmt(HERE, ImmutableList.of()));
    for (FunctionType type : List.of(FunctionType.INCORE, FunctionType.AIC, FunctionType.AIV)) {
      assertThat(structured.in(structured.of(type, leave))).hasSize(1);
    }
    assertThat(structured.in(structured.of(FunctionType.ORCHESTRATION, leave))).isEmpty();
  }

  @Test
  void outputsAreNotReplacedByNewTensors() {
    Findings outputs = new Findings(Property.OUT_PARAM_NOT_SHADOWED);
    Stmt full = let(outputs.o, op("tensor.full", TENSOR));
    outputs.one(
        "501: 'o' is an Out parameter and cannot be reassigned via tensor.full. Use the parameter"
            + " directly as the output target instead.",
        full);
    Function both =
        outputs
            .kernel(full)
            .withParamDirections(ParamDirection.IN, ParamDirection.IN, ParamDirection.INOUT);
    assertThat(outputs.in(both)).singleElement().asString().contains("is an InOut parameter");
    outputs.none(let(outputs.x, op("tensor.create", TENSOR)));
  }

  private Findings inOut() {
    return new Findings(Property.IN_OUT_USE_VALID);
  }

  private Function writer() {
    return function(FunctionType.INCORE, "k", List.of(o), List.of(x, o), ret(o));
  }

  private Function main(Var output, Stmt... body) {
    return function(FunctionType.ORCHESTRATION, "main", List.of(output), List.of(x, output), body);
  }

  @Test
  void whatIsHandedOverIsReadThroughTheResult() {
    Var y = tensor("y");
    Var z = tensor("z");
    Stmt write = let(z, call("k", TENSOR, x, y));
    Stmt task = let(z, submit("k", x, y));
    for (Stmt handOver : List.of(write, task)) {
      assertThat(inOut().in(writer(), main(y, handOver, ret(z)))).isEmpty();
      assertThat(inOut().in(writer(), main(y, handOver, ret(y)))).hasSize(1);
      assertThat(inOut().in(writer(), main(y, when(less(n, i(1)), handOver), ret(y)))).hasSize(1);
    }
    // operators write in place by their own rules
    assertThat(inOut().in(main(y, let(z, op("tensor.assemble", TENSOR, y, x)), ret(y)))).isEmpty();
    // passed as input only
    assertThat(inOut().in(writer(), main(y, let(z, call("k", TENSOR, y, z)), ret(y)))).isEmpty();
    Function wrapper = function(FunctionType.GROUP, "g", List.of(y), List.of(x, y), write, ret(y));
    assertThat(inOut().in(writer(), wrapper)).isEmpty();
  }

  @Test
  void aLoopReadsAgainWhatItHandedOver() {
    Var y = tensor("y");
    Var z = tensor("z");
    Stmt write = let(z, call("k", TENSOR, x, y));
    Call read = op("tensor.read", INDEX, y);
    Var w = tensor("w");
    Stmt fresh = let(w, op("tensor.create", TENSOR));
    Stmt again =
        whileLoop(less(op("tensor.read", INDEX, w), n), fresh, let(z, call("k", TENSOR, x, w)));
    assertThat(inOut().in(writer(), main(y, fresh, again, ret(z)))).hasSize(1);
    assertThat(inOut().in(writer(), main(y, whileLoop(less(n, i(4)), eval(x)), write, ret(z))))
        .isEmpty();
    assertThat(
            inOut().in(writer(), main(y, loop(n, 0, 4, eval(read)), loop(n, 0, 4, eval(x)), write)))
        .isEmpty();
    assertThat(inOut().in(writer(), main(y, loop(n, 0, 4, eval(read), write)))).hasSize(1);
  }

  @Test
  void dependenciesAreNoAttributes() {
    Findings manual = new Findings(Property.MANUAL_DEPS_ON_SUBMIT_ONLY);
    Attrs attrs = Attrs.of("manual_dep_edges", new AttrValue.OfVars(ImmutableList.of(n)));
    manual.one(
        "1: in function 'f', the submit of 'k' carries dependencies as an attribute instead of its"
            + " deps",
        eval(submit("k", x).withAttrs(attrs)));
    manual.none(eval(submit("k", x)), eval(exp(tile("t")).withAttrs(attrs)));
  }

  @Test
  void submittedFunctionsExist() {
    Findings inlined = new Findings(Property.INLINE_FUNCTIONS_ELIMINATED);
    inlined.one("2: in function 'f', call of undefined function 'gone'", eval(submit("gone", x)));
    Findings references = new Findings(Property.ORCHESTRATION_REFERENCES_RESOLVED);
    Function caller = references.of(FunctionType.ORCHESTRATION, eval(submit("gone", x)));
    assertThat(references.in(caller)).hasSize(1);
    assertThat(references.in(caller.retyped(FunctionType.GRAPH))).isEmpty();
    references.none(eval(call("gone", x)));
  }

  private static Call directed(Call call, ArgDirection... directions) {
    return call.withAttrs(
        Attrs.of("arg_directions", new AttrValue.OfDirections(ImmutableList.copyOf(directions))));
  }

  @Test
  void everyDirectionFitsItsParameter() {
    Findings directions = new Findings(Property.CALL_DIRECTIONS_RESOLVED);
    ImmutableList<ArgDirection> in = ImmutableList.of(ArgDirection.INPUT, ArgDirection.NO_DEP);
    ImmutableList<ArgDirection> inOut =
        ImmutableList.of(ArgDirection.INOUT, ArgDirection.OUTPUT_EXISTING, ArgDirection.NO_DEP);
    ImmutableList<ArgDirection> out =
        ImmutableList.of(
            ArgDirection.OUTPUT,
            ArgDirection.OUTPUT_EXISTING,
            ArgDirection.INOUT,
            ArgDirection.NO_DEP);
    Function callee = function(FunctionType.INCORE, "k", List.of(), List.of(x), ret());
    for (ArgDirection given : ArgDirection.values()) {
      Function caller =
          directions.of(FunctionType.ORCHESTRATION, eval(directed(call("k", x), given)));
      assertThat(directions.in(callee, caller).isEmpty()).isEqualTo(in.contains(given));
      assertThat(directions.in(callee.withParamDirections(ParamDirection.INOUT), caller).isEmpty())
          .isEqualTo(inOut.contains(given));
      assertThat(directions.in(callee.withParamDirections(ParamDirection.OUT), caller).isEmpty())
          .isEqualTo(out.contains(given));
      Function scalar =
          directions.of(FunctionType.ORCHESTRATION, eval(directed(call("k", n), given)));
      assertThat(directions.in(callee.withParams(n), scalar).isEmpty())
          .isEqualTo(given == ArgDirection.SCALAR);
    }
  }

  @Test
  void directionsAreThere() {
    Findings directions = new Findings(Property.CALL_DIRECTIONS_RESOLVED);
    Function callee = function(FunctionType.INCORE, "k", List.of(), List.of(x), ret());
    String missing =
        "0: in function 'f', call to 'k': Call attrs['arg_directions'] is missing after"
            + " DeriveCallDirections";
    for (Expr call : List.of(directed(call("k", x)), call("k", x), submit("k", x))) {
      assertThat(directions.in(callee, directions.of(FunctionType.ORCHESTRATION, eval(call))))
          .containsExactly(missing);
    }
    // nothing is known of functions of other programs, nor needed without arguments
    assertThat(directions.in(directions.of(FunctionType.ORCHESTRATION, eval(call("k", x)))))
        .isEmpty();
    assertThat(
            directions.in(
                function(FunctionType.INCORE, "k", List.of(), List.of(), ret()),
                directions.of(FunctionType.ORCHESTRATION, eval(call("k")))))
        .isEmpty();
    // a tuple counts as a tensor
    Var tuple = new Var("p", new TupleType(ImmutableList.of(TENSOR)), HERE);
    assertThat(
            directions.in(
                callee,
                directions.of(
                    FunctionType.ORCHESTRATION,
                    eval(directed(call("k", tuple), ArgDirection.INPUT)))))
        .isEmpty();
  }

  @Test
  void aWrapperDeclaresWhatItsCalleesDo() {
    Findings directions = new Findings(Property.CALL_DIRECTIONS_RESOLVED);
    Function callee = function(FunctionType.AIV, "k", List.of(o), List.of(x, o), ret());
    Call passedOn = directed(call("k", x, o), ArgDirection.INPUT, ArgDirection.OUTPUT_EXISTING);
    Function wrapper = function(FunctionType.GROUP, "g", List.of(o), List.of(x, o), eval(passedOn));
    assertThat(directions.in(callee, wrapper)).isEmpty();
    Function silent = wrapper.withParamDirections(ParamDirection.IN, ParamDirection.IN);
    assertThat(directions.in(callee, silent))
        .containsExactly(
            "0: Group function 'g' declares parameter 'o' as In, but passes it on as Out");
    Function both = wrapper.withParamDirections(ParamDirection.IN, ParamDirection.INOUT);
    assertThat(directions.in(callee, both)).isEmpty();
    assertThat(directions.in(callee, silent.retyped(FunctionType.INCORE))).isEmpty();
  }

  @Test
  void arraysStayInTheirFunctionAlsoInTuples() {
    Findings arrays = new Findings(Property.ARRAY_NOT_ESCAPED);
    TupleType tuple =
        new TupleType(ImmutableList.of(INDEX, new io.pto4j.ir.ArrayType(DataType.INT32, i(4))));
    assertThat(arrays.in(arrays.kernel(ret(x)).withReturnTypes(tuple))).hasSize(1);
    arrays.none(ret(x));
  }

  @Test
  void carriedArraysOfTasksAreRebound() {
    Findings classified = new Findings(Property.ITER_ARG_CARRY_CLASSIFIED);
    IterArg arg = new IterArg("acc", INDEX, i(0), HERE);
    var loop =
        Ir.carrying(loop(index("k"), 0, 4, Ir.yields(arg)), List.of(arg), List.of(index("r")));
    Attrs sized = Attrs.of("iter_arg_array_size_0", AttrValue.of(4));
    for (boolean rebind : new boolean[] {true, false}) {
      Function main =
          classified.of(
              FunctionType.ORCHESTRATION,
              loop.withAttrs(sized.with("iter_arg_rebind_0", AttrValue.of(rebind))));
      assertThat(classified.in(main).isEmpty()).isEqualTo(rebind);
    }
    classified.none(loop);
  }

  @Test
  void onlyOrchestratorsHaveRuntimeScopes() {
    Findings scopes = new Findings(Property.RUNTIME_SCOPES_MATERIALIZED);
    scopes.none(ret(x));
    assertThat(scopes.in(scopes.of(FunctionType.GRAPH, ret(x)))).isEmpty();
    assertThat(scopes.in(scopes.of(FunctionType.ORCHESTRATION, seq(eval(load(x)), ret(x)))))
        .hasSize(1);
  }
}
