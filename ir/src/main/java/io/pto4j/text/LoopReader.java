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
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IrException;
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
  private static final ImmutableMap<String, ForKind> KINDS =
      ImmutableMap.of(
          "pl.range", ForKind.SEQUENTIAL,
          "range", ForKind.SEQUENTIAL,
          "pl.parallel", ForKind.PARALLEL,
          "pl.unroll", ForKind.UNROLL,
          "pl.pipeline", ForKind.PIPELINE);

  private static final ImmutableSet<String> SPLIT_KEYWORDS =
      ImmutableSet.of("mode", "name_hint", "attrs");

  private final StmtReader stmts;

  LoopReader(StmtReader stmts) {
    this.stmts = stmts;
  }

  void loop(Py.For s, ImmutableList<String> comments, List<Stmt> out) {
    String iterator = stmts.module().callee(s.iterable()).orElse("");
    if (!(s.iterable() instanceof Py.Call call)) {
      throw notAnIterator(s);
    }
    switch (iterator) {
      case "pl.while_" -> out.add(whileLoop(s, call, comments));
      case "pl.spmd" -> out.add(spmd(s, call, comments));
      case "pl.split_aiv" -> out.add(split(s, call, comments));
      default -> {
        ForKind kind = KINDS.get(iterator);
        if (kind == null) {
          throw notAnIterator(s);
        }
        out.add(counted(s, call, kind, comments));
      }
    }
  }

  private static IrException notAnIterator(Py.For s) {
    return Module.error(
        s.iterable(),
        "a for statement cannot iterate over this",
        "it iterates over pl.range, pl.parallel, pl.unroll, pl.pipeline, pl.while_, pl.spmd or"
            + " pl.split_aiv");
  }

  private Expr index(long value, Span span) {
    return new ConstInt(span, ScalarType.of(DataType.INDEX), value);
  }

  private Stmt counted(Py.For s, Py.Call call, ForKind kind, ImmutableList<String> comments) {
    ImmutableList<Expr> bounds = stmts.exprs().exprs(call.args());
    if (bounds.isEmpty() || bounds.size() > 3) {
      throw Module.error(call, "a loop takes a stop, or a start, a stop and a step");
    }
    Expr start = bounds.size() > 1 ? bounds.get(0) : index(0, call.span());
    Expr stop = bounds.size() > 1 ? bounds.get(1) : bounds.get(0);
    Expr step = bounds.size() > 2 ? bounds.get(2) : index(1, call.span());
    Options options = new Options();
    call.keywords().forEach(options::keyword);
    if (kind == ForKind.PIPELINE && !options.attrs.has("pipeline_stages")) {
      throw Module.error(call, "a pipelined loop needs its number of stages", "write stage=2");
    }
    List<Py.Expr> targets = targets(s.target());
    Py.Name counter = name(targets.getFirst());
    Optional<Py.Expr> carried = targets.size() > 1 ? Optional.of(targets.get(1)) : Optional.empty();
    ImmutableList<IterArg> iterArgs = iterArgs(s, carried, options.inits);
    stmts.bindings().push();
    Var loopVar = stmts.define(counter, ScalarType.of(counterType(bounds)));
    Carried result = body(s, s.body(), iterArgs);
    return new ForStmt(
        s.span(),
        comments,
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

  /** The body of a loop and the variables it gives values to. */
  private record Carried(Stmt body, ImmutableList<Var> outputs) {}

  /** Reads the body in the scope that the caller has opened. */
  private Carried body(Py.For s, List<Py.Stmt> body, ImmutableList<IterArg> iterArgs) {
    iterArgs.forEach(a -> stmts.bindings().define(a.nameHint(), a));
    StmtReader.Outputs outputs = new StmtReader.Outputs();
    Stmt read = stmts.body(body, outputs, s.span());
    ImmutableList<Var> vars = outputs.vars();
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
      throw Module.error(
          s,
          "the loop carries %d values, but yields %d".formatted(iterArgs.size(), vars.size()),
          "yield one value for each of init_values");
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
    throw Module.error(e, "a name is expected");
  }

  private ImmutableList<IterArg> iterArgs(
      Py.For s, Optional<Py.Expr> names, ImmutableList<Expr> inits) {
    List<Py.Expr> targets = names.map(LoopReader::targets).orElse(List.of());
    if (targets.size() != inits.size()) {
      throw Module.error(
          s,
          "the loop names %d carried values, but has %d initial ones"
              .formatted(targets.size(), inits.size()),
          "write: for i, (a, b) in pl.range(n, init_values=(x, y))");
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
    private ImmutableList<Expr> inits = ImmutableList.of();
    private Attrs attrs = Attrs.empty();
    private HardwareLoopPolicy policy = HardwareLoopPolicy.AUTO;

    void keyword(Py.Keyword k) {
      AttrReader reader = stmts.exprs().calls().attrs();
      switch (k.name()) {
        case "init_values" -> inits = stmts.exprs().exprs(reader.elements(k.value()));
        case "attrs" -> attrs = reader.merge(attrs, reader.dict(k.value()));
        case "stage" -> {
          AttrValue stages = reader.value("stage", k.value());
          attrs = reader.merge(Attrs.of("pipeline_stages", stages), attrs);
        }
        case "hardware_loop_policy" ->
            policy =
                stmts.module().member(k.value(), HardwareLoopPolicy.class, "hardware loop policy");
        default ->
            throw new IrException(
                "a loop has no argument '" + k.name() + "'",
                "it takes init_values, attrs, hardware_loop_policy and, if pipelined, stage",
                k.span());
      }
    }
  }

  private Stmt whileLoop(Py.For s, Py.Call call, ImmutableList<String> comments) {
    Options options = new Options();
    call.keywords().forEach(options::keyword);
    ImmutableList<IterArg> iterArgs = iterArgs(s, Optional.of(s.target()), options.inits);
    boolean conditioned =
        !s.body().isEmpty()
            && s.body().getFirst() instanceof Py.ExprStmt(_, _, Py.Expr first)
            && stmts.module().calls(first, "cond");
    if (!conditioned) {
      throw Module.error(s, "the body of pl.while_ begins with its condition", "write pl.cond(..)");
    }
    Py.Call cond = (Py.Call) ((Py.ExprStmt) s.body().getFirst()).value();
    if (cond.args().size() != 1) {
      throw Module.error(cond, "pl.cond takes one condition");
    }
    stmts.bindings().push();
    iterArgs.forEach(a -> stmts.bindings().define(a.nameHint(), a));
    Expr condition = stmts.loopCondition(cond.args().getFirst());
    Carried result = body(s, s.body().subList(1, s.body().size()), iterArgs);
    return new WhileStmt(s.span(), comments, iterArgs, condition, result.body(), result.outputs());
  }

  private Stmt spmd(Py.For s, Py.Call call, ImmutableList<String> comments) {
    ScopeOptions options = ScopeOptions.read(stmts, call, true);
    ImmutableList<Stmt> index =
        ImmutableList.of(indexOf("tile.get_block_idx", name(s.target()), s.span()));
    Stmt body = scopedBody(s, index);
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
        comments,
        options.outerName(),
        inner,
        options.spmdAttrs(Optional.empty()),
        options.coreNum(call),
        options.syncStart());
  }

  private AssignStmt indexOf(String operator, Py.Name target, Span span) {
    Type type = ScalarType.of(DataType.INDEX);
    Call call =
        new Call(
            span, type, new Operator(operator), ImmutableList.of(), Attrs.empty(), Attrs.empty());
    return new AssignStmt(span, ImmutableList.of(), stmts.target(target, type), call);
  }

  private Stmt scopedBody(Py.For s, List<Stmt> first) {
    List<Stmt> all = new ArrayList<>(first);
    all.addAll(SeqStmts.listOf(stmts.body(s.body(), new StmtReader.Outputs(), s.span())));
    return SeqStmts.flatten(all, s.span());
  }

  private Stmt split(Py.For s, Py.Call call, ImmutableList<String> comments) {
    boolean two =
        call.args().size() == 1
            && call.args().getFirst() instanceof Py.IntLit(_, long lanes)
            && lanes == 2;
    Optional<Py.Expr> mode = call.keyword("mode");
    if (!two || mode.isEmpty() || !SPLIT_KEYWORDS.containsAll(keywords(call))) {
      throw Module.error(
          call,
          "pl.split_aiv takes two lanes, a mode, and perhaps name_hint and attrs",
          "write pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN)");
    }
    SplitMode split = stmts.module().member(mode.get(), SplitMode.class, "split mode");
    ScopeOptions options = ScopeOptions.read(stmts, call, false);
    AssignStmt lane = indexOf("tile.get_subblock_idx", name(s.target()), s.span());
    Optional<SplitMode> outer = stmts.bindings().region(Optional.of(split));
    Stmt body = scopedBody(s, ImmutableList.of(lane));
    stmts.bindings().region(outer);
    return new SplitAivScopeStmt(
        s.span(), comments, options.nameHint(), body, options.attrs(Optional.empty()), split, 2);
  }

  private static Set<String> keywords(Py.Call call) {
    return call.keywords().stream().map(Py.Keyword::name).collect(toImmutableSet());
  }
}
