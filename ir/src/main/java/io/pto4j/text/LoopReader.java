package io.pto4j.text;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code for} statements: loops, carried while loops, and loops over blocks and lanes. */
final class LoopReader {
  /** The kinds of loops by the last part of their name. */
  private static final ImmutableMap<String, ForKind> KINDS =
      ImmutableMap.of(
          "range", ForKind.SEQUENTIAL,
          "parallel", ForKind.PARALLEL,
          "unroll", ForKind.UNROLL,
          "pipeline", ForKind.PIPELINE);

  private static final String WHILE = "pl.while_";

  private static final ImmutableSet<String> SPLIT_KEYWORDS =
      ImmutableSet.of("mode", "name_hint", "attrs");

  private final StmtReader stmts;

  LoopReader(StmtReader stmts) {
    this.stmts = stmts;
  }

  void loop(Py.For s, List<Stmt> out) {
    String iterator = stmts.module().callee(s.iterable()).orElse("");
    if (!(s.iterable() instanceof Py.Call call)) {
      throw notAnIterator(s);
    }
    switch (iterator) {
      case WHILE -> out.add(whileLoop(s, call));
      case "pl.spmd" -> out.add(spmd(s, call));
      case "pl.split_aiv" -> out.add(split(s, call));
      default -> {
        ForKind kind = KINDS.get(iterator.substring(iterator.lastIndexOf('.') + 1));
        boolean word = !iterator.contains(".") && kind != ForKind.SEQUENTIAL;
        if (kind == null || word) {
          throw notAnIterator(s);
        }
        out.add(counted(s, call, kind));
      }
    }
  }

  private static ParseException notAnIterator(Py.For s) {
    return FlowMistake.LOOP_ITERATOR.at(s.iterable());
  }

  private Expr index(long value, Span span) {
    return new ConstInt(span, ScalarType.of(DataType.INDEX), value);
  }

  private Stmt counted(Py.For s, Py.Call call, ForKind kind) {
    ImmutableList<Expr> bounds = stmts.exprs().exprs(call.args());
    if (bounds.isEmpty() || bounds.size() > 3) {
      throw FlowMistake.LOOP_BOUNDS.at(call);
    }
    for (int i = 0; i < bounds.size(); i++) {
      checkBound(call.args().get(i), bounds.get(i), kind);
    }
    Expr start = bounds.size() > 1 ? bounds.get(0) : index(0, call.span());
    Expr stop = bounds.size() > 1 ? bounds.get(1) : bounds.get(0);
    Expr step = bounds.size() > 2 ? bounds.get(2) : index(1, call.span());
    if (Exprs.isConstant(step, 0)) {
      throw FlowMistake.LOOP_STEP.at(call.args().get(2));
    }
    Options options = new Options("pl." + StmtText.function(kind), kind == ForKind.PIPELINE);
    call.keywords().forEach(options::keyword);
    checkOptions(call, kind, options);
    List<Py.Expr> targets = targets(s.target());
    if (targets.size() > 2) {
      throw FlowMistake.LOOP_TARGET.at(s.target());
    }
    Py.Name counter = name(targets.getFirst());
    Optional<Py.Expr> carried = targets.size() > 1 ? Optional.of(targets.get(1)) : Optional.empty();
    if (carried.isEmpty() && !options.inits.isEmpty()) {
      throw FlowMistake.INIT_TARGET.at(s.target());
    }
    ImmutableList<IterArg> iterArgs = iterArgs(s, carried, options.inits);
    stmts.bindings().push();
    Var loopVar = stmts.assigns().define(counter, ScalarType.of(counterType(bounds)));
    Carried result = body(s, s.body(), iterArgs, around(kind, iterArgs));
    return new ForStmt(
        s.span(),
        ImmutableList.of(),
        loopVar,
        start,
        stop,
        step,
        iterArgs,
        result.body(),
        result.outputs(),
        kind,
        options.attrs,
        options.policy);
  }

  private static void checkBound(Py.Expr text, Expr bound, ForKind kind) {
    if (!(bound.type() instanceof ScalarType(DataType dtype)) || !dtype.isInt()) {
      throw FlowMistake.LOOP_BOUND.at(text, IrPrinter.print(bound.type()));
    }
    if (kind == ForKind.UNROLL && !(bound instanceof ConstInt)) {
      throw FlowMistake.UNROLL_BOUND.at(text);
    }
  }

  private static void checkOptions(Py.Call call, ForKind kind, Options options) {
    if (kind == ForKind.UNROLL && !options.inits.isEmpty()) {
      throw FlowMistake.UNROLL_INIT.at(call.keyword("init_values").orElseThrow());
    }
    if (kind == ForKind.PIPELINE && call.keyword("stage").isEmpty()) {
      throw FlowMistake.PIPELINE_STAGE.at(call);
    }
  }

  private static Surroundings.Around around(ForKind kind, List<IterArg> iterArgs) {
    return switch (kind) {
      case PARALLEL, UNROLL ->
          iterArgs.isEmpty()
              ? Surroundings.Around.CONCURRENT_LOOP
              : Surroundings.Around.CARRYING_CONCURRENT_LOOP;
      case SEQUENTIAL, PIPELINE ->
          iterArgs.isEmpty() ? Surroundings.Around.LOOP : Surroundings.Around.CARRYING_LOOP;
    };
  }

  /** The body of a loop and the variables it gives values to. */
  private record Carried(Stmt body, ImmutableList<Var> outputs) {}

  /** Reads the body in the scope that the caller has opened. */
  private Carried body(
      Py.For s, List<Py.Stmt> body, ImmutableList<IterArg> iterArgs, Surroundings.Around around) {
    iterArgs.forEach(a -> stmts.bindings().define(a.nameHint(), a));
    StmtReader.Outputs outputs = new StmtReader.Outputs(true);
    stmts.surroundings().enter(around);
    Stmt read = stmts.body(body, outputs, s.span());
    stmts.surroundings().leave();
    ImmutableList<Var> vars = outputs.vars();
    if (iterArgs.isEmpty() && outputs.isYielded()) {
      // nothing is carried, so the yielded values are lost
      stmts.bindings().pop(false);
      return new Carried(read, ImmutableList.of());
    }
    if (outputs.isEmpty() && !iterArgs.isEmpty()) {
      // values that a later pass will yield; no name refers to them
      vars =
          iterArgs.stream()
              .map(a -> new Var(a.nameHint() + "_out", a.type(), s.span()))
              .collect(ImmutableList.toImmutableList());
      stmts.bindings().pop(false);
    } else {
      stmts.leave(outputs);
    }
    if (vars.size() != iterArgs.size()) {
      throw FlowMistake.CARRIED_COUNT.at(s, iterArgs.size(), vars.size());
    }
    return new Carried(read, vars);
  }

  /** The element type of a loop variable, as the bounds that are written down imply it. */
  static DataType counterType(List<Expr> bounds) {
    List<DataType> constants = new ArrayList<>();
    for (Expr bound : bounds) {
      if (bound instanceof ConstInt(_, ScalarType(DataType dtype), _)) {
        constants.add(dtype);
      }
    }
    Optional<DataType> other =
        constants.stream().filter(d -> d != DataType.INDEX && d != DataType.INT64).findFirst();
    boolean int64 = constants.contains(DataType.INT64) && !constants.contains(DataType.INDEX);
    return other.orElse(int64 ? DataType.INT64 : DataType.INDEX);
  }

  private static List<Py.Expr> targets(Py.Expr target) {
    return target instanceof Py.TupleLit(_, ImmutableList<Py.Expr> elements)
        ? elements
        : List.of(target);
  }

  private static Py.Name name(Py.Expr e) {
    if (e instanceof Py.Name name) {
      return name;
    }
    throw FlowMistake.LOOP_TARGET.at(e);
  }

  private ImmutableList<IterArg> iterArgs(
      Py.For s, Optional<Py.Expr> names, ImmutableList<Expr> inits) {
    names
        .filter(n -> !(n instanceof Py.TupleLit))
        .ifPresent(
            n -> {
              throw FlowMistake.ITER_ARGS_TUPLE.at(n);
            });
    List<Py.Expr> targets = names.map(LoopReader::targets).orElse(List.of());
    if (targets.size() != inits.size()) {
      throw FlowMistake.INIT_COUNT.at(s.target(), targets.size(), inits.size());
    }
    ImmutableList.Builder<IterArg> args = ImmutableList.builder();
    for (int i = 0; i < targets.size(); i++) {
      Py.Name target = name(targets.get(i));
      Expr init = inits.get(i);
      args.add(new IterArg(target.id(), init.type(), init, target.span()));
    }
    return args.build();
  }

  /** The keyword arguments of a loop. */
  private final class Options {
    private final String iterator;
    private final boolean pipelined;
    private ImmutableList<Expr> inits = ImmutableList.of();
    private Attrs attrs = Attrs.empty();
    private HardwareLoopPolicy policy = HardwareLoopPolicy.AUTO;

    /**
     * @param pipelined whether it has stages
     */
    Options(String iterator, boolean pipelined) {
      this.iterator = iterator;
      this.pipelined = pipelined;
    }

    private static Attrs plain(Py.Expr place, Attrs given) {
      given
          .entries()
          .forEach(
              (key, value) -> {
                if (!AttrText.isPlain(value)) {
                  throw FlowMistake.LOOP_ATTRIBUTE.at(AttrReader.entry(place, key).value(), key);
                }
              });
      return given;
    }

    void keyword(Py.Keyword k) {
      AttrReader reader = stmts.exprs().calls().attrs();
      if (iterator.equals(WHILE) && !k.name().equals("init_values")) {
        throw FlowMistake.LOOP_KEYWORD.at(k.span(), k.name(), iterator, "init_values");
      }
      switch (k.name()) {
        case "init_values" -> inits = stmts.exprs().exprs(reader.elements(k.value()));
        case "attrs" -> attrs = reader.merge(attrs, plain(k.value(), reader.dict(k.value())));
        case "stage" -> {
          if (!pipelined) {
            throw FlowMistake.STAGE_WITHOUT_PIPELINE.at(k.span(), iterator);
          }
          AttrValue stages = reader.value("stage", k.value());
          if (!(stages instanceof AttrValue.OfInt(int n)) || n < 1) {
            throw FlowMistake.PIPELINE_STAGE.at(k.value());
          }
          attrs = reader.merge(Attrs.of("pipeline_stages", stages), attrs);
        }
        case "hardware_loop_policy" ->
            policy = stmts.module().member(k.value(), HardwareLoopPolicy.class);
        default ->
            throw FlowMistake.LOOP_KEYWORD.at(
                k.span(),
                k.name(),
                iterator,
                "init_values, attrs, hardware_loop_policy" + (pipelined ? " and stage" : ""));
      }
    }
  }

  private Stmt whileLoop(Py.For s, Py.Call call) {
    Options options = new Options(WHILE, false);
    call.keywords().forEach(options::keyword);
    if (!call.args().isEmpty() || options.inits.isEmpty()) {
      throw FlowMistake.WHILE_FORM.at(call);
    }
    ImmutableList<IterArg> iterArgs = iterArgs(s, Optional.of(s.target()), options.inits);
    boolean conditioned =
        !s.body().isEmpty()
            && s.body().getFirst() instanceof Py.ExprStmt(_, _, Py.Expr first)
            && stmts.module().calls(first, "cond");
    if (!conditioned) {
      throw FlowMistake.WHILE_CONDITION.at(s);
    }
    Py.Call cond = (Py.Call) ((Py.ExprStmt) s.body().getFirst()).value();
    if (cond.args().size() != 1 || !cond.keywords().isEmpty()) {
      throw FlowMistake.COND_ARGUMENTS.at(cond);
    }
    stmts.bindings().push();
    iterArgs.forEach(a -> stmts.bindings().define(a.nameHint(), a));
    Expr condition = stmts.loopCondition(cond.args().getFirst());
    Carried result =
        body(s, s.body().subList(1, s.body().size()), iterArgs, Surroundings.Around.CARRYING_LOOP);
    return new WhileStmt(
        s.span(), ImmutableList.of(), iterArgs, condition, result.body(), result.outputs());
  }

  private Stmt spmd(Py.For s, Py.Call call) {
    ScopeOptions options = ScopeOptions.read(stmts, call, ScopeOptions.Form.SPMD_LOOP);
    Expr blocks = options.coreNum(call);
    AssignStmt index = indexOf("tile.get_block_idx", name(s.target()), s.span());
    stmts.surroundings().enter(options.kernel());
    Stmt body = scopedBody(s, index);
    stmts.surroundings().leave();
    InCoreScopeStmt inner =
        new InCoreScopeStmt(
            s.span(),
            ImmutableList.of(),
            options.innerName(),
            body,
            options.innerAttrs(),
            options.split());
    return new SpmdScopeStmt(
        s.span(),
        ImmutableList.of(),
        options.outerName(),
        inner,
        options.spmdAttrs(Optional.empty()),
        blocks,
        options.syncStart());
  }

  private AssignStmt indexOf(String operator, Py.Name target, Span span) {
    Type type = ScalarType.of(DataType.INDEX);
    Call call =
        new Call(
            span, type, new Operator(operator), ImmutableList.of(), Attrs.empty(), Attrs.empty());
    return new AssignStmt(span, ImmutableList.of(), stmts.assigns().target(target, type), call);
  }

  private Stmt scopedBody(Py.For s, Stmt first) {
    List<Stmt> all = new ArrayList<>();
    all.add(first);
    all.addAll(SeqStmts.listOf(stmts.body(s.body(), new StmtReader.Outputs(), s.span())));
    return SeqStmts.flatten(all, s.span());
  }

  private Stmt split(Py.For s, Py.Call call) {
    boolean two =
        call.args().size() == 1
            && call.args().getFirst() instanceof Py.IntLit(_, long lanes)
            && lanes == 2;
    Optional<Py.Expr> mode = call.keyword("mode");
    if (!two || mode.isEmpty() || !SPLIT_KEYWORDS.containsAll(keywords(call))) {
      throw FlowMistake.SPLIT_AIV_FORM.at(call);
    }
    Surroundings around = stmts.surroundings();
    if (around.isIn(Surroundings.Around.LANES)) {
      throw FlowMistake.SPLIT_AIV_NESTED.at(call);
    }
    if (around.isIn(Surroundings.Around.SPLIT_KERNEL)) {
      throw FlowMistake.SPLIT_AIV_SPLIT.at(call);
    }
    SplitMode split = stmts.module().member(mode.get(), SplitMode.class);
    if (split == SplitMode.NONE) {
      throw FlowMistake.SPLIT_AIV_FORM.at(mode.get());
    }
    ScopeOptions options = ScopeOptions.read(stmts, call, ScopeOptions.Form.LANES);
    AssignStmt lane = indexOf("tile.get_subblock_idx", name(s.target()), s.span());
    Optional<SplitMode> outer = stmts.bindings().region(Optional.of(split));
    around.enter(Surroundings.Around.LANES);
    Stmt body = scopedBody(s, lane);
    around.leave();
    stmts.bindings().region(outer);
    SplitAivScopeStmt region =
        new SplitAivScopeStmt(
            s.span(),
            ImmutableList.of(),
            options.nameHint(),
            body,
            options.attrs(Optional.empty()),
            split,
            2);
    return around.isKernel() ? region : wrapped(region, ScopeOptions.tagged(around));
  }

  /** The kernel that lanes are part of. */
  private static InCoreScopeStmt wrapped(SplitAivScopeStmt region, Attrs attrs) {
    return new InCoreScopeStmt(
        region.span(), ImmutableList.of(), "", region, attrs, Optional.empty());
  }

  private static Set<String> keywords(Py.Call call) {
    return call.keywords().stream().map(Py.Keyword::name).collect(toImmutableSet());
  }
}
