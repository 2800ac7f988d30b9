package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import io.pto4j.sim.machine.SimulationException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Runs the body of an orchestration function: its control flow, its tensors and the submission of
 * its tasks.
 *
 * <p>Source: PyPTO IR; orchestration generation, statements.
 */
final class Orchestrator {
  private static final long MAX_ITERATIONS = 1L << 26;

  private enum Flow {
    NEXT,
    BREAK,
    CONTINUE,
    RETURN
  }

  private final TaskRuntime runtime;
  private final TensorOps tensors;
  private final IdentityHashMap<Var, Item> values = new IdentityHashMap<>();
  private ImmutableList<Item> yielded = ImmutableList.of();
  private long iterations;

  Orchestrator(TaskRuntime runtime) {
    this.runtime = runtime;
    this.tensors = new TensorOps(runtime);
  }

  void run(Function function, List<Item> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      values.put(function.params().get(i), arguments.get(i));
    }
    run(function.body());
  }

  private Flow run(Stmt stmt) {
    return switch (stmt) {
      case SeqStmts s -> sequence(s);
      case AssignStmt a -> {
        values.put(a.var(), located(a, a.value()));
        yield Flow.NEXT;
      }
      case EvalStmt e -> {
        located(e, e.expr());
        yield Flow.NEXT;
      }
      case YieldStmt y -> {
        yielded = all(y.value());
        yield Flow.NEXT;
      }
      case ReturnStmt _ -> Flow.RETURN;
      case BreakStmt _ -> Flow.BREAK;
      case ContinueStmt _ -> Flow.CONTINUE;
      case ForStmt f -> forLoop(f);
      case WhileStmt w -> whileLoop(w);
      case IfStmt i -> branch(i);
      case RuntimeScopeStmt r -> scope(r);
      case ScopeStmt s -> throw unsupported(s, s.getClass().getSimpleName());
      case InlineStmt s -> throw unsupported(s, "inline code");
    };
  }

  private static SimulationException unsupported(Stmt stmt, String what) {
    return new SimulationException(what + " in an orchestration function is not supported")
        .at(stmt.span().toString());
  }

  private Item located(Stmt stmt, Expr expr) {
    try {
      return eval(expr);
    } catch (SimulationException e) {
      throw stmt.span().isKnown() ? e.at(stmt.span().toString()) : e;
    }
  }

  private Flow sequence(SeqStmts s) {
    for (Stmt child : s.stmts()) {
      Flow flow = run(child);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  private Flow scope(RuntimeScopeStmt scope) {
    runtime.enterScope(scope.manual());
    try {
      return run(scope.body());
    } finally {
      runtime.leaveScope(scope.manual());
    }
  }

  private Flow branch(IfStmt i) {
    boolean taken = ScalarExprs.integer(eval(i.condition())) != 0;
    Flow flow = taken ? run(i.thenBody()) : i.elseBody().map(this::run).orElse(Flow.NEXT);
    if (flow == Flow.NEXT) {
      bind(i.returnVars(), yielded);
    }
    return flow;
  }

  private void bind(List<Var> vars, List<Item> items) {
    for (int i = 0; i < vars.size(); i++) {
      values.put(vars.get(i), items.get(i));
    }
  }

  /** The carried values of a loop: plain ones, and arrays of task ids with a slot per iteration. */
  private final class Carries {
    private final List<IterArg> args;
    private final List<Item> current = new ArrayList<>();
    private final boolean[] fence;

    Carries(List<IterArg> args, Attrs attrs) {
      this.args = args;
      this.fence = new boolean[args.size()];
      for (int i = 0; i < args.size(); i++) {
        Item init = eval(args.get(i).initValue());
        int size =
            attrs.get("iter_arg_array_size_" + i).orElse(AttrValue.of(0))
                    instanceof AttrValue.OfInt(int n)
                ? n
                : 0;
        fence[i] = size > 0;
        current.add(fence[i] ? array(size, init) : init);
      }
    }

    private static Item array(int size, Item init) {
      Item.Array array = new Item.Array(size, init);
      if (init instanceof Item.Array source) {
        for (int i = 0; i < Math.min(size, source.size()); i++) {
          array.set(i, source.get(i));
        }
      }
      return array;
    }

    /** Iterations of a parallel loop all see what came in. */
    void enter(boolean parallel) {
      for (int i = 0; i < args.size(); i++) {
        if (!parallel || !fence[i]) {
          values.put(args.get(i), current.get(i));
        } else {
          values.putIfAbsent(args.get(i), eval(args.get(i).initValue()));
        }
      }
    }

    void leave(long slot) {
      for (int i = 0; i < args.size(); i++) {
        Item value = yielded.get(i);
        if (!fence[i]) {
          current.set(i, value);
        } else if (value instanceof Item.Array source) {
          for (int k = 0; k < source.size(); k++) {
            ((Item.Array) current.get(i)).set(k, source.get(k));
          }
        } else {
          ((Item.Array) current.get(i)).set(slot, value);
        }
      }
    }

    void forget() {
      args.forEach(values::remove);
    }
  }

  private Flow forLoop(ForStmt f) {
    long start = ScalarExprs.integer(eval(f.start()));
    long stop = ScalarExprs.integer(eval(f.stop()));
    long step = ScalarExprs.integer(eval(f.step()));
    if (step == 0) {
      throw new SimulationException("the step of a loop is 0").at(f.span().toString());
    }
    Carries carries = new Carries(f.iterArgs(), f.attrs());
    boolean parallel = f.kind() == ForKind.PARALLEL;
    long slot = 0;
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      iterate();
      values.put(f.loopVar(), new Item.Int(i));
      carries.enter(parallel);
      Flow flow = run(f.body());
      if (flow == Flow.RETURN) {
        return flow;
      }
      if (flow == Flow.BREAK) {
        break;
      }
      if (flow == Flow.NEXT && !f.iterArgs().isEmpty()) {
        carries.leave(slot);
      }
      slot++;
    }
    carries.forget();
    bind(f.returnVars(), carries.current);
    return Flow.NEXT;
  }

  private Flow whileLoop(WhileStmt w) {
    Carries carries = new Carries(w.iterArgs(), Attrs.empty());
    carries.enter(false);
    while (ScalarExprs.integer(eval(w.condition())) != 0) {
      iterate();
      Flow flow = run(w.body());
      if (flow == Flow.RETURN) {
        return flow;
      }
      if (flow == Flow.BREAK) {
        break;
      }
      if (flow == Flow.NEXT && !w.iterArgs().isEmpty()) {
        carries.leave(0);
      }
      carries.enter(false);
    }
    bind(w.returnVars(), carries.current);
    return Flow.NEXT;
  }

  private void iterate() {
    if (++iterations > MAX_ITERATIONS) {
      throw new SimulationException(
          "more than " + MAX_ITERATIONS + " loop iterations in the orchestration");
    }
  }

  private ImmutableList<Item> all(List<? extends Expr> exprs) {
    return exprs.stream().map(this::eval).collect(ImmutableList.toImmutableList());
  }

  private Item eval(Expr expr) {
    return switch (expr) {
      case Var v -> {
        Item value = values.get(v);
        if (value == null) {
          throw new SimulationException("'" + v.nameHint() + "' has no value");
        }
        yield value;
      }
      case ConstInt c -> new Item.Int(c.value());
      case ConstFloat c -> new Item.Real(c.value());
      case ConstBool c -> new Item.Int(c.value() ? 1 : 0);
      case BinaryExpr b -> ScalarExprs.binary(b.op(), eval(b.left()), eval(b.right()), b.type());
      case UnaryExpr u -> ScalarExprs.unary(u.op(), eval(u.operand()), u.type());
      case MakeTuple t -> new Item.Tuple(all(t.elements()));
      case TupleGetItem g -> element(eval(g.tuple()), g.index());
      case Call c -> call(c);
      case Submit s -> submit(s);
    };
  }

  private static Item element(Item tuple, int index) {
    if (tuple instanceof Item.Tuple(ImmutableList<Item> items)) {
      return items.get(index);
    }
    // a kernel with one result gives it bare
    return tuple;
  }

  private Item call(Call call) {
    return switch (call.op()) {
      case Operator(String name) -> tensors.apply(name, all(call.args()), call);
      case GlobalVar callee -> {
        ImmutableList<Item> results =
            runtime.submit(
                new TaskRuntime.Request(
                    callee, all(call.args()), call.attrs(), ImmutableList.of(), true, call.span()));
        // the last item is the task id
        ImmutableList<Item> bare = results.subList(0, results.size() - 1);
        yield bare.size() == 1 ? bare.get(0) : new Item.Tuple(bare);
      }
    };
  }

  private Item submit(Submit submit) {
    if (!(submit.op() instanceof GlobalVar callee)) {
      throw new SimulationException("a submit of an operator is not supported");
    }
    if (submit.coreNum().isPresent()) {
      throw new SimulationException("a submit of several blocks (SPMD) is not supported yet");
    }
    boolean run =
        submit.predicate().isEmpty() || ScalarExprs.integer(eval(submit.predicate().get())) != 0;
    return new Item.Tuple(
        runtime.submit(
            new TaskRuntime.Request(
                callee,
                all(submit.args()),
                submit.attrs(),
                all(submit.deps()),
                run,
                submit.span())));
  }
}
