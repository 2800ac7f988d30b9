package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Reads launches of kernels and what they wait for. */
final class LaunchReader {

  private static final ImmutableSet<String> KEYWORDS =
      ImmutableSet.of("deps", "dumps", "allow_early_resolve", "predicate", "attrs", "device");

  private static final ImmutableSet<String> SPMD_KEYWORDS =
      ImmutableSet.of("core_num", "sync_start");

  /** More elements than any list of dependencies has. */
  private static final int MOST_ELEMENTS = 100_000;

  private final Module module;
  private final ExprReader exprs;
  private final CallReader calls;

  LaunchReader(Module module, ExprReader exprs, CallReader calls) {
    this.module = module;
    this.exprs = exprs;
    this.calls = calls;
  }

  /** Whether {@code e} launches a kernel. */
  boolean isLaunch(Py.Expr e) {
    return module.calls(e, "submit") || module.calls(e, "spmd_submit");
  }

  /** The launch as the value of an assignment. */
  Submit submit(Py.Call c, Optional<Type> annotation) {
    boolean spmd = module.calls(c, "spmd_submit");
    String callee = c.args().isEmpty() ? "" : module.dotted(c.args().getFirst()).orElse("");
    boolean member = callee.startsWith("self.");
    if (callee.isEmpty() || (module.inProgram() && !member)) {
      throw CallMistake.SUBMIT_KERNEL.at(c);
    }
    String name = member ? callee.substring("self.".length()) : callee;
    List<Py.Expr> texts = c.args().subList(1, c.args().size());
    ImmutableList<Expr> args = calls.arguments(texts);
    for (Py.Keyword k : c.keywords()) {
      if (!KEYWORDS.contains(k.name()) && !(spmd && SPMD_KEYWORDS.contains(k.name()))) {
        throw calls.unknownKeyword(k, name);
      }
    }
    checkCluster(c, spmd);
    ImmutableList<Expr> deps = deps(c);
    Optional<Expr> coreNum = c.keyword("core_num").map(exprs::expr);
    if (spmd) {
      Py.Expr place = c.keyword("core_num").orElseThrow(() -> FlowMistake.SPMD_BLOCKS.at(c));
      ScopeOptions.checkBlocks(place, coreNum.orElseThrow());
    }
    Optional<Expr> predicate =
        c.keyword("predicate").map(p -> new PredicateReader(exprs).predicate(p, varsOf(deps)));
    Optional<Type> known = CallReader.known(annotation);
    Type type = known.isPresent() ? known.get() : type(c, name, args);
    return new Submit(
        c.span(),
        type,
        new GlobalVar(name),
        args,
        deps,
        coreNum,
        flag(c, "sync_start"),
        flag(c, "allow_early_resolve"),
        predicate,
        attrs(c, name, texts, args),
        Attrs.empty());
  }

  private Type type(Py.Call c, String name, ImmutableList<Expr> args) {
    return new TupleType(
        ImmutableList.<Type>builder()
            .addAll(calls.results(c, name, args, true))
            .add(ScalarType.of(DataType.TASK_ID))
            .build());
  }

  private static boolean flag(Py.Call c, String name) {
    return c.keyword(name).filter(AttrReader::flag).isPresent();
  }

  private static ImmutableList<Var> varsOf(ImmutableList<Expr> deps) {
    return deps.stream()
        .filter(Var.class::isInstance)
        .map(Var.class::cast)
        .collect(toImmutableList());
  }

  private ImmutableList<Expr> deps(Py.Call c) {
    return c.keyword("deps")
        .map(list -> ImmutableList.<Expr>copyOf(deps(list)))
        .orElse(ImmutableList.of());
  }

  private Attrs device(Py.Call c, String name) {
    return c.keywords().stream()
        .filter(k -> k.name().equals("device"))
        .findFirst()
        .map(k -> calls.device(k, name))
        .orElse(Attrs.empty());
  }

  private Attrs attrs(Py.Call c, String name, List<Py.Expr> texts, ImmutableList<Expr> args) {
    Set<Var> shown = new LinkedHashSet<>();
    c.keyword("dumps").ifPresent(list -> shown.addAll(dumps(list, args)));
    Attrs all = calls.tagged(args, shown);
    Optional<Py.Expr> given = c.keyword("attrs");
    if (given.isPresent()) {
      all = calls.attrs().merge(all, calls.attrs().dict(given.get()));
    }
    all = calls.completed(all, calls.overrides(texts), device(c, name));
    calls.checkDirections(c, all, args.size());
    return all;
  }

  private ImmutableList<Var> dumps(Py.Expr list, ImmutableList<Expr> args) {
    ImmutableList<Var> vars = calls.attrs().tensors("dumps", list);
    for (Var var : vars) {
      if (!args.contains(var)) {
        throw CallMistake.DUMP_ARGUMENT.at(list, var.nameHint());
      }
    }
    return vars;
  }

  /** Nothing inside a cluster is a task of its own. */
  private void checkCluster(Py.Call c, boolean spmd) {
    boolean inside =
        exprs.place().filter(p -> p.surroundings().isIn(Surroundings.Around.CLUSTER)).isPresent();
    if (!inside) {
      return;
    }
    if (spmd) {
      throw FlowMistake.IN_CLUSTER.at(c, "pl.spmd_submit");
    }
    for (Py.Keyword k : c.keywords()) {
      boolean effective =
          switch (k.name()) {
            case "deps" ->
                !(k.value() instanceof Py.ListLit(_, var elements) && elements.isEmpty());
            case "allow_early_resolve" -> AttrReader.flag(k.value());
            case "predicate" -> true;
            default -> false;
          };
      if (effective) {
        throw FlowMistake.IN_CLUSTER.at(k.span(), k.name());
      }
    }
  }

  /**
   * The task ids in a list. Elements of arrays are gathered in an array of their own, in front of
   * the statement.
   */
  ImmutableList<Var> deps(Py.Expr list) {
    ImmutableList<Py.Expr> elements =
        switch (list) {
          case Py.ListLit(_, var listed) -> listed;
          case Py.TupleLit(_, var listed) -> listed;
          case Py.Comprehension c -> elements(c);
          default -> throw CallMistake.DEPS_LIST.at(list);
        };
    List<Expr> deps = new ArrayList<>();
    boolean gathered = false;
    for (Py.Expr e : elements) {
      if (e instanceof Py.NoneLit) {
        continue;
      }
      Expr dep = exprs.expr(e);
      boolean element = e instanceof Py.Index && !(dep instanceof Var);
      if (!isTask(dep, element) || !(element || dep instanceof Var)) {
        throw CallMistake.DEPS_ENTRY.at(e, IrPrinter.print(dep.type()));
      }
      gathered |= element;
      deps.add(dep);
    }
    return gathered
        ? gathered(list, deps)
        : deps.stream().map(Var.class::cast).collect(toImmutableList());
  }

  private static boolean isTask(Expr dep, boolean element) {
    return switch (dep.type()) {
      case ScalarType(DataType dtype) ->
          dtype == DataType.TASK_ID
              && (!element || (dep instanceof Call c && c.op().name().equals("array.get_element")));
      case ArrayType array -> array.dtype() == DataType.TASK_ID;
      default -> false;
    };
  }

  /** An array that holds all of {@code deps}. */
  private ImmutableList<Var> gathered(Py.Expr place, List<Expr> deps) {
    Span span = place.span();
    for (Expr dep : deps) {
      if (dep.type() instanceof ArrayType) {
        throw CallMistake.DEPS_MIXED.at(place);
      }
    }
    Var array =
        buffer(
            OperatorCall.made(
                "array.create",
                ImmutableList.of(ConstInt.index(deps.size())),
                Attrs.of("dtype", AttrValue.of(DataType.TASK_ID)),
                span),
            span);
    for (int i = 0; i < deps.size(); i++) {
      array =
          buffer(
              OperatorCall.made(
                  "array.update_element",
                  ImmutableList.of(array, ConstInt.index(i), deps.get(i)),
                  Attrs.empty(),
                  span),
              span);
    }
    return ImmutableList.of(array);
  }

  private Var buffer(Call value, Span span) {
    Var var = new Var("_submit_deps_buf", value.type(), span);
    ahead(new AssignStmt(span, ImmutableList.of(), var, value));
    return var;
  }

  private void ahead(Stmt stmt) {
    exprs.place().orElseThrow().ahead().accept(stmt);
  }

  /** The elements that a comprehension stands for. */
  private ImmutableList<Py.Expr> elements(Py.Comprehension c) {
    LiteralFolder folder = exprs.folder();
    ImmutableList.Builder<Py.Expr> elements = ImmutableList.builder();
    PyWalk walk = new PyWalk();
    for (Py.Expr value : values(c.iterable(), folder)) {
      boolean taken = true;
      for (Py.Expr condition : c.conditions()) {
        Py.Expr known = walk.replaced(condition, with(c.name(), value));
        taken &=
            new Conditions(folder)
                .truth(known)
                .orElseThrow(() -> CallMistake.DEPS_COMPREHENSION.at(condition));
      }
      if (taken) {
        elements.add(walk.replaced(c.element(), with(c.name(), value)));
      }
    }
    return elements.build();
  }

  private static UnaryOperator<Py.Expr> with(String name, Py.Expr value) {
    return e -> e instanceof Py.Name(_, String id) && id.equals(name) ? value : e;
  }

  /** The numbers that a comprehension runs over. */
  private ImmutableList<Py.Expr> values(Py.Expr e, LiteralFolder folder) {
    return switch (e) {
      case Py.ListLit(_, var elements) -> elements;
      case Py.TupleLit(_, var elements) -> elements;
      case Py.Name(_, String id) when module.constant(id).isPresent() ->
          values(module.constant(id).get(), folder);
      case Py.Call call when module.callee(call).filter("range"::equals).isPresent() ->
          range(call, folder);
      default -> throw CallMistake.DEPS_COMPREHENSION.at(e);
    };
  }

  private static ImmutableList<Py.Expr> range(Py.Call call, LiteralFolder folder) {
    List<Long> bounds = new ArrayList<>();
    for (Py.Expr arg : call.args()) {
      Optional<Number> bound = folder.fold(arg);
      if (bound.isEmpty() || !(bound.get() instanceof Long value)) {
        throw CallMistake.DEPS_COMPREHENSION.at(arg);
      }
      bounds.add(value);
    }
    if (bounds.isEmpty() || bounds.size() > 3 || (bounds.size() == 3 && bounds.get(2) == 0)) {
      throw CallMistake.DEPS_COMPREHENSION.at(call);
    }
    long start = bounds.size() > 1 ? bounds.get(0) : 0;
    long stop = bounds.size() > 1 ? bounds.get(1) : bounds.get(0);
    long step = bounds.size() > 2 ? bounds.get(2) : 1;
    double count = Math.ceil(((double) stop - start) / step);
    if (count > MOST_ELEMENTS) {
      throw CallMistake.DEPS_COMPREHENSION.at(call);
    }
    return LongStream.range(0, (long) Math.max(count, 0))
        .mapToObj(i -> literal(call, start + i * step))
        .collect(toImmutableList());
  }

  private static Py.Expr literal(Py.Call place, long value) {
    return value < 0
        ? new Py.Unary(place.span(), "-", new Py.IntLit(place.span(), -value))
        : new Py.IntLit(place.span(), value);
  }

  /** A task that only waits. */
  Call dummy(Py.Call c) {
    if (!c.args().isEmpty()) {
      throw CallMistake.TASK_DUMMY_POSITIONAL.at(c.args().getFirst());
    }
    Attrs all = Attrs.of("dummy_task", AttrValue.of(true));
    for (Py.Keyword k : c.keywords()) {
      switch (k.name()) {
        case "deps" -> {
          ImmutableList<Var> deps = deps(k.value());
          if (!deps.isEmpty()) {
            all = all.with("manual_dep_edges", new AttrValue.OfVars(deps));
          }
        }
        case "attrs" -> all = calls.attrs().merge(all, calls.attrs().dict(k.value()));
        default -> throw CallMistake.TASK_DUMMY_KEYWORD.at(k.span());
      }
    }
    if (c.keyword("deps").isEmpty()) {
      throw CallMistake.TASK_DUMMY_KEYWORD.at(c);
    }
    return new Call(
        c.span(),
        ScalarType.of(DataType.TASK_ID),
        new Operator("system.task_dummy"),
        ImmutableList.of(),
        all,
        Attrs.empty());
  }
}
