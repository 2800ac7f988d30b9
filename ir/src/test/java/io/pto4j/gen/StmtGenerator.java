package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Level;
import io.pto4j.ir.Operator;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.Role;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Random statements. */
final class StmtGenerator {
  private static final int MAX_DEPTH = 3;

  private final Choice choice;
  private final TypeGenerator types;
  private final ExprGenerator exprs;
  private final AttrGenerator attrs;
  private final List<String> callees;
  private int budget;
  private int depth;

  /**
   * @param callees the functions that may be called
   * @param budget about how many statements there will be
   */
  StmtGenerator(
      Choice choice, TypeGenerator types, ExprGenerator exprs, List<String> callees, int budget) {
    this.choice = choice;
    this.types = types;
    this.exprs = exprs;
    this.attrs = new AttrGenerator(choice);
    this.callees = callees;
    this.budget = budget;
  }

  /** A body whose last statements are {@code end}. */
  Stmt body(List<Var> outer, List<Stmt> first, Function<List<Var>, List<Stmt>> end) {
    List<Var> scope = new ArrayList<>(outer);
    List<Stmt> stmts = new ArrayList<>(first);
    depth++;
    int count = 1 + choice.below(4);
    for (int i = 0; i < count && budget > 0; i++) {
      budget--;
      stmt(scope, stmts);
    }
    depth--;
    stmts.addAll(end.apply(scope));
    if (stmts.isEmpty()) {
      stmts.add(effect(scope));
    }
    return SeqStmts.flatten(stmts, exprs.span());
  }

  private Stmt body(List<Var> outer) {
    return body(outer, ImmutableList.of(), _ -> ImmutableList.of());
  }

  private ImmutableList<String> comments() {
    return choice.oneIn(6) ? ImmutableList.of("what it does") : ImmutableList.of();
  }

  private Var define(Type type, List<Var> scope) {
    Var var =
        new Var(choice.of(ImmutableList.of("x", "y", "acc", "in", "t$1")), type, exprs.span());
    scope.add(var);
    return var;
  }

  private void stmt(List<Var> scope, List<Stmt> out) {
    if (depth > MAX_DEPTH || choice.oneIn(2)) {
      simple(scope, out);
      return;
    }
    switch (choice.below(10)) {
      case 0, 1 -> out.add(ifElse(scope));
      case 2, 3 -> out.add(forLoop(scope));
      case 4 -> out.add(whileLoop(scope));
      default -> scope(scope, out);
    }
  }

  private void simple(List<Var> scope, List<Stmt> out) {
    switch (choice.below(6)) {
      case 0 -> out.add(effect(scope));
      case 1 -> submit(scope, out);
      case 2 -> {
        Type type = types.any();
        Expr call = call(type, scope);
        out.add(new AssignStmt(exprs.span(), comments(), define(type, scope), call));
      }
      case 3 -> {
        Type type = types.any();
        Expr call = operator(type, scope);
        out.add(new AssignStmt(exprs.span(), comments(), define(type, scope), call));
      }
      default -> {
        Type type = types.scalar();
        Expr value = exprs.of(type, scope).orElseThrow();
        out.add(new AssignStmt(exprs.span(), comments(), define(type, scope), value));
      }
    }
  }

  private Stmt effect(List<Var> scope) {
    return new EvalStmt(exprs.span(), comments(), operator(UnknownType.INSTANCE, scope));
  }

  private ImmutableList<Expr> args(List<Var> scope) {
    return choice.list(
        choice.below(4),
        () ->
            scope.isEmpty() || choice.oneIn(3)
                ? choice.oneIn(2) ? exprs.indices(scope) : exprs.scalar(DataType.FP32, scope)
                : choice.of(scope));
  }

  private Call operator(Type type, List<Var> scope) {
    return new Call(
        exprs.span(),
        type,
        new Operator(choice.of(ImmutableList.of("tile.gen_a", "tensor.gen_b", "system.not"))),
        args(scope),
        attrs.call(scope),
        attrs.keywords());
  }

  private Expr call(Type type, List<Var> scope) {
    if (callees.isEmpty()) {
      return operator(type, scope);
    }
    ImmutableList<Expr> args = args(scope);
    Attrs all = attrs.launch(scope, args.size());
    return new Call(
        exprs.span(), type, new GlobalVar(choice.of(callees)), args, all, Attrs.empty());
  }

  private void submit(List<Var> scope, List<Stmt> out) {
    if (callees.isEmpty()) {
      out.add(effect(scope));
      return;
    }
    TupleType type = types.launched();
    ImmutableList<Expr> args = args(scope);
    List<Var> tasks = tasks(scope);
    boolean spmd = choice.oneIn(3);
    Submit submit =
        new Submit(
            exprs.span(),
            type,
            new GlobalVar(choice.of(callees)),
            args,
            tasks.isEmpty()
                ? ImmutableList.of()
                : choice.list(choice.below(2), () -> choice.of(tasks)),
            spmd ? Optional.of(exprs.index(scope)) : Optional.empty(),
            spmd && choice.oneIn(2),
            choice.oneIn(4),
            choice.oneIn(3) ? Optional.of(exprs.scalar(DataType.BOOL, scope)) : Optional.empty(),
            attrs.launch(scope, args.size()),
            Attrs.empty());
    Var whole = define(type, scope);
    out.add(new AssignStmt(exprs.span(), comments(), whole, submit));
    int last = type.types().size() - 1;
    Expr id = TupleGetItem.of(whole, last, exprs.span());
    out.add(new AssignStmt(exprs.span(), comments(), define(id.type(), scope), id));
  }

  private static List<Var> tasks(List<Var> scope) {
    return scope.stream()
        .filter(v -> v.type() instanceof ScalarType(DataType d) && d == DataType.TASK_ID)
        .toList();
  }

  private Stmt ifElse(List<Var> scope) {
    Expr condition = exprs.scalar(DataType.BOOL, scope);
    ImmutableList<ScalarType> outputs = choice.list(choice.below(3), types::scalar);
    Stmt thenBody = body(scope, ImmutableList.of(), s -> yielded(outputs, s));
    Optional<Stmt> elseBody =
        outputs.isEmpty() && choice.oneIn(2)
            ? Optional.empty()
            : Optional.of(body(scope, ImmutableList.of(), s -> yielded(outputs, s)));
    ImmutableList<Var> vars =
        outputs.stream().map(t -> define(t, scope)).collect(ImmutableList.toImmutableList());
    return new IfStmt(exprs.span(), comments(), condition, thenBody, elseBody, vars);
  }

  private List<Stmt> yielded(List<? extends Type> types, List<Var> scope) {
    return types.isEmpty()
        ? ImmutableList.of()
        : ImmutableList.of(
            YieldStmt.of(
                types.stream()
                    .map(t -> exprs.of(t, scope).orElseThrow())
                    .collect(ImmutableList.toImmutableList()),
                exprs.span()));
  }

  private ImmutableList<IterArg> iterArgs(List<Var> scope, int atLeast) {
    return choice.list(
        atLeast + choice.below(3),
        () -> {
          Expr init =
              scope.isEmpty() || choice.oneIn(2)
                  ? exprs.scalar(DataType.INT32, scope)
                  : choice.of(scope);
          return new IterArg("acc", init.type(), init, exprs.span());
        });
  }

  private ImmutableList<Var> results(List<IterArg> iterArgs, List<Var> scope) {
    return iterArgs.stream()
        .map(a -> define(a.type(), scope))
        .collect(ImmutableList.toImmutableList());
  }

  private Stmt forLoop(List<Var> scope) {
    ForKind kind = choice.of(ForKind.values());
    Expr start = exprs.index(scope);
    Expr stop = exprs.index(scope);
    Expr step = exprs.index(scope);
    ImmutableList<IterArg> iterArgs = iterArgs(scope, 0);
    Var counter = new Var("i", ScalarType.of(DataType.INDEX), exprs.span());
    List<Var> inner = new ArrayList<>(scope);
    inner.add(counter);
    inner.addAll(iterArgs);
    Stmt body = body(inner, ImmutableList.of(), s -> loopEnd(iterArgs, s));
    return new ForStmt(
        exprs.span(),
        comments(),
        counter,
        start,
        stop,
        step,
        iterArgs,
        body,
        results(iterArgs, scope),
        kind,
        attrs.loop(kind),
        choice.oneIn(4) ? HardwareLoopPolicy.REQUIRE : HardwareLoopPolicy.AUTO);
  }

  private List<Stmt> loopEnd(ImmutableList<IterArg> iterArgs, List<Var> scope) {
    if (!iterArgs.isEmpty()) {
      return yielded(iterArgs.stream().map(Var::type).toList(), scope);
    }
    return switch (choice.below(6)) {
      case 0 -> ImmutableList.of(new BreakStmt(exprs.span(), comments()));
      case 1 -> ImmutableList.of(new ContinueStmt(exprs.span(), comments()));
      default -> ImmutableList.of();
    };
  }

  private Stmt whileLoop(List<Var> scope) {
    ImmutableList<IterArg> iterArgs = iterArgs(scope, choice.below(2));
    List<Var> inner = new ArrayList<>(scope);
    inner.addAll(iterArgs);
    Expr condition = exprs.scalar(DataType.BOOL, inner);
    Stmt body = body(inner, ImmutableList.of(), s -> loopEnd(iterArgs, s));
    return new WhileStmt(
        exprs.span(), comments(), iterArgs, condition, body, results(iterArgs, scope));
  }

  private void scope(List<Var> scope, List<Stmt> out) {
    String name = choice.oneIn(2) ? "" : "qk";
    switch (choice.below(8)) {
      case 6 ->
          out.add(new RegScopeStmt(exprs.span(), comments(), name, body(scope), Attrs.empty()));
      case 7 -> out.add(domain(name, scope));
      case 0 ->
          out.add(new ClusterScopeStmt(exprs.span(), comments(), name, body(scope), Attrs.empty()));
      case 1 ->
          out.add(
              new RuntimeScopeStmt(
                  exprs.span(), comments(), "", body(scope), Attrs.empty(), choice.oneIn(2)));
      case 2 -> {
        Attrs all = captured(scope, out);
        out.add(
            new HierarchyScopeStmt(
                exprs.span(),
                comments(),
                name,
                body(scope),
                all,
                choice.of(ImmutableList.of(Level.CHIP, Level.HOST, Level.GLOBAL)),
                choice.oneIn(2) ? Optional.empty() : Optional.of(choice.of(Role.values()))));
      }
      case 3 -> out.add(spmd(scope));
      case 4 -> out.add(split(scope));
      default -> {
        Attrs all = captured(scope, out);
        out.add(new InCoreScopeStmt(exprs.span(), comments(), name, body(scope), all, splitMode()));
      }
    }
  }

  /** Attributes of a scope that may capture its task id, declared before it. */
  private Attrs captured(List<Var> scope, List<Stmt> out) {
    Attrs all = attrs.scope(scope, tasks(scope));
    if (choice.oneIn(2)) {
      return all;
    }
    Type type = ScalarType.of(DataType.TASK_ID);
    Var id = define(type, scope);
    out.add(
        new AssignStmt(
            exprs.span(),
            ImmutableList.of(),
            id,
            new Call(
                exprs.span(),
                type,
                new Operator("system.task_invalid"),
                ImmutableList.of(),
                Attrs.empty(),
                Attrs.empty())));
    return all.with("task_id_var", new AttrValue.OfVar(id));
  }

  /** A domain with one window and a tensor cut from it. */
  private Stmt domain(String name, List<Var> scope) {
    List<Var> inner = new ArrayList<>(scope);
    Var base = define(PtrType.INSTANCE, inner);
    WindowBuffer window =
        new WindowBuffer(base, exprs.index(scope), choice.oneIn(2), choice.oneIn(2), exprs.span());
    Type type = types.distributed(Optional.of(window));
    Expr allocation = operator(PtrType.INSTANCE, scope);
    Expr cut = operator(type, inner);
    ImmutableList<Stmt> first =
        ImmutableList.of(
            new AssignStmt(exprs.span(), comments(), base, allocation),
            new AssignStmt(exprs.span(), comments(), define(type, inner), cut));
    return new CommDomainScopeStmt(
        exprs.span(),
        comments(),
        name,
        body(inner, first, _ -> ImmutableList.of()),
        Attrs.empty(),
        choice.oneIn(2) ? ImmutableList.of() : ImmutableList.of(0L, 2L),
        ImmutableList.of(window));
  }

  private Optional<SplitMode> splitMode() {
    return choice.oneIn(2) ? Optional.empty() : Optional.of(choice.of(SplitMode.values()));
  }

  private Stmt indexed(String operator, List<Var> scope) {
    Type type = ScalarType.of(DataType.INDEX);
    return new AssignStmt(
        exprs.span(),
        ImmutableList.of(),
        define(type, scope),
        new Call(
            exprs.span(),
            type,
            new Operator(operator),
            ImmutableList.of(),
            Attrs.empty(),
            Attrs.empty()));
  }

  private Stmt spmd(List<Var> scope) {
    List<Var> inner = new ArrayList<>(scope);
    Stmt body =
        new InCoreScopeStmt(
            exprs.span(),
            ImmutableList.of(),
            choice.oneIn(2) ? "" : "qk",
            body(
                inner,
                choice.oneIn(3)
                    ? ImmutableList.of()
                    : ImmutableList.of(indexed("tile.get_block_idx", inner)),
                _ -> ImmutableList.of()),
            choice.oneIn(3) ? Attrs.of("slot_num", AttrValue.of(4)) : Attrs.empty(),
            splitMode());
    return new SpmdScopeStmt(
        exprs.span(),
        comments(),
        choice.oneIn(2) ? "" : "qk_spmd",
        body,
        Attrs.empty(),
        exprs.index(scope),
        choice.oneIn(2));
  }

  private Stmt split(List<Var> scope) {
    List<Var> inner = new ArrayList<>(scope);
    ImmutableList<Stmt> lane = ImmutableList.of(indexed("tile.get_subblock_idx", inner));
    return new SplitAivScopeStmt(
        exprs.span(),
        comments(),
        "",
        body(inner, lane, _ -> ImmutableList.of()),
        Attrs.empty(),
        choice.oneIn(2) ? SplitMode.UP_DOWN : SplitMode.LEFT_RIGHT,
        2);
  }
}
