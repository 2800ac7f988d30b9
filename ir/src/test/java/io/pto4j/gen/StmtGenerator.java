package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.HardwareLoopPolicy;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Level;
import io.pto4j.ir.MakeTuple;
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
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnknownType;
import io.pto4j.ir.Var;
import io.pto4j.ir.VoidType;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.WindowBuffer;
import io.pto4j.ir.YieldStmt;
import io.pto4j.op.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Random statements. */
final class StmtGenerator {
  private static final int MAX_DEPTH = 3;

  private static final ImmutableList<ImmutableList<String>> COMMENTS =
      ImmutableList.of(
          ImmutableList.of("what it does"),
          ImmutableList.of("one line", "and \"another\" # with more"),
          ImmutableList.of("größer als 3: x = y"));

  private final Choice choice;
  private final TypeGenerator types;
  private final ExprGenerator exprs;
  private final AttrGenerator attrs;
  private final List<Function> callees;
  private final boolean whole;
  private final Nesting nesting;
  private int budget;
  private int depth;

  /**
   * @param callees the functions that may be called
   * @param budget about how many statements there will be
   * @param whole also what has no text: void calls, nested sequences, programs not in SSA form
   * @param nesting what the function allows in its body
   */
  StmtGenerator(
      Choice choice,
      TypeGenerator types,
      ExprGenerator exprs,
      List<Function> callees,
      int budget,
      boolean whole,
      Nesting nesting) {
    this.nesting = nesting;
    this.choice = choice;
    this.types = types;
    this.exprs = exprs;
    this.attrs = new AttrGenerator(choice);
    this.callees = callees;
    this.budget = budget;
    this.whole = whole;
  }

  /** A body whose last statements are {@code end}. */
  Stmt body(
      List<Var> outer, List<Stmt> first, java.util.function.Function<List<Var>, List<Stmt>> end) {
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
    return whole && choice.oneIn(4) ? nested(stmts) : SeqStmts.flatten(stmts, exprs.span());
  }

  /** The statements in a sequence of sequences. */
  private Stmt nested(List<Stmt> stmts) {
    int half = stmts.size() / 2;
    SeqStmts first = SeqStmts.of(stmts.subList(0, half), exprs.span());
    SeqStmts second = SeqStmts.of(stmts.subList(half, stmts.size()), exprs.span());
    return SeqStmts.of(ImmutableList.of(first, second), exprs.span());
  }

  private Stmt body(List<Var> outer) {
    return body(outer, ImmutableList.of(), _ -> ImmutableList.of());
  }

  private ImmutableList<String> comments() {
    return choice.oneIn(6) ? choice.of(COMMENTS) : ImmutableList.of();
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
      case 2 -> call(scope, out);
      case 3 -> {
        Call call = registered(scope).orElseGet(() -> operator(types.any(), scope));
        out.add(new AssignStmt(exprs.span(), comments(), define(call.type(), scope), call));
      }
      default -> {
        Type type = types.scalar();
        Expr value = exprs.of(type, scope).orElseThrow();
        Var var = define(type, scope);
        out.add(new AssignStmt(exprs.span(), comments(), var, value));
        if (whole && choice.oneIn(4)) {
          reassign(var, type, scope, out);
        }
      }
    }
  }

  /** Another value for the same variable, plainly or in both branches. */
  private void reassign(Var var, Type type, List<Var> scope, List<Stmt> out) {
    Stmt again = AssignStmt.of(var, exprs.of(type, scope).orElseThrow());
    if (choice.oneIn(2)) {
      out.add(again);
      return;
    }
    Stmt other = AssignStmt.of(var, exprs.of(type, scope).orElseThrow());
    out.add(
        new IfStmt(
            exprs.span(),
            comments(),
            exprs.scalar(DataType.BOOL, scope),
            again,
            Optional.of(other),
            ImmutableList.of(var)));
  }

  private Stmt effect(List<Var> scope) {
    return new EvalStmt(
        exprs.span(),
        comments(),
        operator(whole && choice.oneIn(2) ? VoidType.INSTANCE : UnknownType.INSTANCE, scope));
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

  /** An operator with a type rule, on a plain tensor in scope. */
  private Optional<Call> registered(List<Var> scope) {
    List<Var> plain =
        scope.stream()
            .filter(
                v ->
                    v.type() instanceof TensorType t
                        && t.dtype() == DataType.FP32
                        && t.memref().isEmpty()
                        && t.tensorView().isEmpty())
            .toList();
    if (plain.isEmpty() || choice.oneIn(2)) {
      return Optional.empty();
    }
    Var x = choice.of(plain);
    return Optional.of(
        choice.oneIn(2)
            ? Operators.call("tensor.exp", ImmutableList.of(x), exprs.span())
            : Operators.call("tensor.mul", ImmutableList.of(x, x), exprs.span()));
  }

  /** Values for the parameters of a function, made where the scope has none. */
  private ImmutableList<Expr> arguments(Function callee, List<Var> scope, List<Stmt> out) {
    ImmutableList.Builder<Expr> args = ImmutableList.builder();
    for (Var param : callee.params()) {
      Optional<Expr> known = exprs.of(param.type(), scope);
      if (known.isPresent()) {
        args.add(known.get());
        continue;
      }
      Call made = operator(param.type(), scope);
      Var var = define(param.type(), scope);
      out.add(new AssignStmt(exprs.span(), comments(), var, made));
      args.add(var);
    }
    return args.build();
  }

  private void call(List<Var> scope, List<Stmt> out) {
    if (callees.isEmpty()) {
      out.add(effect(scope));
      return;
    }
    Function callee = choice.of(callees);
    ImmutableList<Expr> args = arguments(callee, scope, out);
    ImmutableList<Type> results = callee.returnTypes();
    Type type =
        switch (results.size()) {
          case 0 -> UnknownType.INSTANCE;
          case 1 -> results.getFirst();
          default -> new TupleType(results);
        };
    Call call =
        new Call(
            exprs.span(),
            type,
            new GlobalVar(callee.name()),
            args,
            attrs.launch(scope, args),
            Attrs.empty());
    out.add(
        results.isEmpty()
            ? new EvalStmt(exprs.span(), comments(), call)
            : new AssignStmt(exprs.span(), comments(), define(type, scope), call));
  }

  private void submit(List<Var> scope, List<Stmt> out) {
    if (callees.isEmpty()) {
      out.add(effect(scope));
      return;
    }
    Function callee = choice.of(callees);
    ImmutableList<Expr> args = arguments(callee, scope, out);
    TupleType type =
        new TupleType(
            ImmutableList.<Type>builder()
                .addAll(callee.returnTypes())
                .add(ScalarType.of(DataType.TASK_ID))
                .build());
    boolean task = whole || nesting.allowsTasks();
    List<Var> tasks = task ? tasks(scope) : List.of();
    boolean spmd = task && choice.oneIn(3);
    Submit submit =
        new Submit(
            exprs.span(),
            type,
            new GlobalVar(callee.name()),
            args,
            tasks.isEmpty()
                ? ImmutableList.of()
                : choice.list(choice.below(2), () -> choice.of(tasks)),
            spmd ? Optional.of(blocks()) : Optional.empty(),
            spmd && choice.oneIn(2),
            task && choice.oneIn(4),
            task && choice.oneIn(3) ? predicate(scope) : Optional.empty(),
            attrs.launch(scope, args),
            Attrs.empty());
    Var launched = define(type, scope);
    out.add(new AssignStmt(exprs.span(), comments(), launched, submit));
    int last = type.types().size() - 1;
    Expr id = TupleGetItem.of(launched, last, exprs.span());
    out.add(new AssignStmt(exprs.span(), comments(), define(id.type(), scope), id));
  }

  private ConstInt blocks() {
    return ConstInt.index(1 + choice.below(64));
  }

  /** One element of a tensor of integers, compared with a number. */
  private Optional<Expr> predicate(List<Var> scope) {
    return scope.stream()
        .filter(v -> v.type() instanceof TensorType t && t.dtype() == DataType.INT32)
        .findFirst()
        .map(
            tensor -> {
              Expr element =
                  Operators.call(
                      "tensor.read",
                      ImmutableList.of(
                          tensor,
                          MakeTuple.of(
                              choice.list(
                                  ((TensorType) tensor.type()).rank(), () -> ConstInt.index(0)),
                              exprs.span())),
                      exprs.span());
              return Exprs.binary(
                  BinaryOp.GT, element, ConstInt.index(choice.below(9)), exprs.span());
            });
  }

  private static List<Var> tasks(List<Var> scope) {
    return scope.stream()
        .filter(
            v ->
                switch (v.type()) {
                  case ScalarType(DataType d) -> d == DataType.TASK_ID;
                  case ArrayType array -> array.dtype() == DataType.TASK_ID;
                  default -> false;
                })
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
    boolean unrolled = kind == ForKind.UNROLL && !whole;
    Expr start = unrolled ? blocks() : exprs.index(scope);
    Expr stop = unrolled ? blocks() : exprs.index(scope);
    Expr step =
        choice.oneIn(2) || unrolled
            ? blocks()
            : exprs.of(ScalarType.of(DataType.INDEX), scope).orElseThrow();
    step = Exprs.isConstant(step, 0) ? blocks() : step;
    ImmutableList<IterArg> iterArgs = unrolled ? ImmutableList.of() : iterArgs(scope, 0);
    Var counter = new Var("i", ScalarType.of(DataType.INDEX), exprs.span());
    List<Var> inner = new ArrayList<>(scope);
    inner.add(counter);
    inner.addAll(iterArgs);
    boolean leavable = kind == ForKind.SEQUENTIAL || kind == ForKind.PIPELINE;
    Stmt body = body(inner, ImmutableList.of(), s -> loopEnd(iterArgs, leavable, s));
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

  private List<Stmt> loopEnd(ImmutableList<IterArg> iterArgs, boolean leavable, List<Var> scope) {
    if (!iterArgs.isEmpty()) {
      return yielded(iterArgs.stream().map(Var::type).toList(), scope);
    }
    return switch (leavable ? choice.below(6) : 2) {
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
    Stmt body = body(inner, ImmutableList.of(), s -> loopEnd(iterArgs, true, s));
    return new WhileStmt(
        exprs.span(), comments(), iterArgs, condition, body, results(iterArgs, scope));
  }

  private void scope(List<Var> scope, List<Stmt> out) {
    String name = choice.oneIn(2) ? "" : "qk";
    switch (choice.below(8)) {
      case 6 ->
          out.add(new RegScopeStmt(exprs.span(), comments(), name, body(scope), Attrs.empty()));
      case 7 -> out.add(domain(name, scope));
      case 0 -> out.add(cluster(name, scope));
      case 1 -> out.add(runtime(name, scope));
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
      case 4 -> out.add(whole || nesting.allowsLanes() ? split(scope) : cluster(name, scope));
      default -> {
        Attrs all = captured(scope, out);
        Optional<SplitMode> mode = splitMode();
        Stmt body = nesting.kernel(mode.isPresent(), () -> body(scope));
        out.add(new InCoreScopeStmt(exprs.span(), comments(), name, body, all, mode));
      }
    }
  }

  private Stmt cluster(String name, List<Var> scope) {
    Stmt body = nesting.cluster(() -> body(scope));
    return new ClusterScopeStmt(exprs.span(), comments(), name, body, Attrs.empty());
  }

  private Stmt runtime(String name, List<Var> scope) {
    boolean manual = choice.oneIn(2);
    boolean allowed = manual ? nesting.allowsManualScope() : nesting.allowsAutomaticScope();
    if (!allowed && !whole) {
      return cluster(name, scope);
    }
    Stmt body = manual ? nesting.manual(() -> body(scope)) : body(scope);
    return new RuntimeScopeStmt(exprs.span(), comments(), "", body, Attrs.empty(), manual);
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
    Optional<SplitMode> mode = splitMode();
    ImmutableList<Stmt> first =
        choice.oneIn(3)
            ? ImmutableList.of()
            : ImmutableList.of(indexed("tile.get_block_idx", inner));
    Stmt body =
        new InCoreScopeStmt(
            exprs.span(),
            ImmutableList.of(),
            choice.oneIn(2) ? "" : "qk",
            nesting.kernel(mode.isPresent(), () -> body(inner, first, _ -> ImmutableList.of())),
            choice.oneIn(3) ? Attrs.of("slot_num", AttrValue.of(4)) : Attrs.empty(),
            mode);
    return new SpmdScopeStmt(
        exprs.span(),
        comments(),
        choice.oneIn(2) ? "" : "qk_spmd",
        body,
        Attrs.empty(),
        blocks(),
        choice.oneIn(2));
  }

  private Stmt split(List<Var> scope) {
    List<Var> inner = new ArrayList<>(scope);
    ImmutableList<Stmt> lane = ImmutableList.of(indexed("tile.get_subblock_idx", inner));
    return new SplitAivScopeStmt(
        exprs.span(),
        comments(),
        "",
        nesting.lanes(() -> body(inner, lane, _ -> ImmutableList.of())),
        Attrs.empty(),
        choice.oneIn(2) ? SplitMode.UP_DOWN : SplitMode.LEFT_RIGHT,
        2);
  }
}
