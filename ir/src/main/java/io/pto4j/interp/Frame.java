package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import io.pto4j.analysis.Lineage;
import io.pto4j.interp.Interpreter.Block;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.BreakStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ClusterScopeStmt;
import io.pto4j.ir.CommDomainScopeStmt;
import io.pto4j.ir.ContinueStmt;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.HierarchyScopeStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.InCoreScopeStmt;
import io.pto4j.ir.InlineStmt;
import io.pto4j.ir.IrException;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.RegScopeStmt;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.RuntimeScopeStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitAivScopeStmt;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import io.pto4j.ir.YieldStmt;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/** One run of a function: its variables and its control flow. */
final class Frame {
  private enum Flow {
    NEXT,
    BREAK,
    CONTINUE,
    RETURN
  }

  private final Interpreter interpreter;
  private final Function function;
  private final IdentityHashMap<Var, Value> values = new IdentityHashMap<>();
  private final TileMemory memory;
  private Evaluation evaluation;
  private ImmutableList<Value> yielded = ImmutableList.of();
  private ImmutableList<Value> returned = ImmutableList.of();

  Frame(Interpreter interpreter, Function function, Block block) {
    this.interpreter = interpreter;
    this.function = function;
    this.evaluation = new Evaluation(interpreter, function, block, values);
    this.memory = new TileMemory(interpreter.places(), function);
  }

  ImmutableList<Value> run(ImmutableList<Value> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      bindArgument(function.params().get(i), arguments.get(i));
    }
    run(function.body());
    return returned;
  }

  /** Binds a parameter, and the symbols of its shape that are not yet known. */
  private void bindArgument(Var param, Value argument) {
    if (!(param.type() instanceof TensorType type)) {
      values.put(param, Scalars.convert(argument, param.type()));
      return;
    }
    if (!(argument instanceof TensorValue tensor)
        || tensor.dtype() != type.dtype()
        || tensor.rank() != type.shape().size()) {
      throw new IrException(
          "parameter '%s' of '%s' takes a %s tensor of rank %d, but %s was given"
              .formatted(
                  param.nameHint(),
                  function.name(),
                  type.dtype().text(),
                  type.shape().size(),
                  argument));
    }
    values.put(param, tensor);
    for (int axis = 0; axis < tensor.rank(); axis++) {
      Expr dim = type.shape().get(axis);
      if (dim instanceof Var symbol) {
        values.putIfAbsent(symbol, Value.of(tensor.extent(axis)));
      }
      long declared = evaluation.integer(dim);
      if (declared != tensor.extent(axis)) {
        throw new IrException(
            "parameter '%s' of '%s' has extent %d in dimension %d, but the argument has %d"
                .formatted(param.nameHint(), function.name(), declared, axis, tensor.extent(axis)));
      }
    }
  }

  private Flow run(Stmt stmt) {
    return interpreter.descend(() -> flow(stmt));
  }

  private Flow flow(Stmt stmt) {
    return switch (stmt) {
      case SeqStmts s -> sequence(s);
      case AssignStmt a -> {
        Value value = placed(a);
        values.put(a.var(), value);
        interpreter.observer().assigned(function, a, value);
        yield Flow.NEXT;
      }
      case EvalStmt e -> {
        effect(e);
        yield Flow.NEXT;
      }
      case YieldStmt y -> {
        yielded = all(y.span(), y.value());
        yield Flow.NEXT;
      }
      case ReturnStmt r -> {
        returned = all(r.span(), r.value());
        yield Flow.RETURN;
      }
      case BreakStmt _ -> Flow.BREAK;
      case ContinueStmt _ -> Flow.CONTINUE;
      case ForStmt f -> forLoop(f);
      case WhileStmt w -> whileLoop(w);
      case IfStmt i -> branch(i);
      case SpmdScopeStmt s -> blocks(s);
      case InCoreScopeStmt _, ClusterScopeStmt _, HierarchyScopeStmt _ -> region((ScopeStmt) stmt);
      case RuntimeScopeStmt s -> runtimeScope(s);
      case SplitAivScopeStmt s -> throw unsupported("a region of split vector cores", s);
      case RegScopeStmt s -> throw unsupported("a region of register operators", s);
      case CommDomainScopeStmt s -> throw unsupported("a region over several chips", s);
      case InlineStmt s -> throw unsupported("inline code", s);
    };
  }

  /** A region that is not yet a function of its own runs where it stands, after all tasks. */
  private Flow region(ScopeStmt scope) {
    return starts(scope) ? run(scope.body()) : leaveOut(scope);
  }

  /** Waits for all tasks; whether the region then runs. */
  private boolean starts(ScopeStmt scope) {
    interpreter.tasks().ifPresent(TaskQueue::finish);
    return !(scope.attrs().get("predicate").orElse(null)
            instanceof AttrValue.OfExpr(Expr predicate))
        || Scalars.integer(at(scope.span(), predicate)) != 0;
  }

  /** What the region would have written stays as it is, under the names that it gives to it. */
  private Flow leaveOut(ScopeStmt scope) {
    Lineage lineage = Lineage.of(scope.body(), ImmutableList.copyOf(values.keySet()));
    Walk.stmts(
        scope.body(),
        s ->
            Walk.definedBy(s)
                .forEach(v -> lineage.root(v).ifPresent(root -> values.put(v, values.get(root)))));
    return Flow.NEXT;
  }

  private Flow runtimeScope(RuntimeScopeStmt scope) {
    if (scope.manual()) {
      interpreter.tasks().ifPresent(TaskQueue::enterManualScope);
    }
    Flow flow = run(scope.body());
    if (scope.manual()) {
      interpreter.tasks().ifPresent(TaskQueue::leaveManualScope);
    }
    return flow;
  }

  private static IrException unsupported(String what, Stmt stmt) {
    return new IrException(what + " cannot be interpreted", "", stmt.span());
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

  private Flow blocks(SpmdScopeStmt scope) {
    if (!starts(scope)) {
      return leaveOut(scope);
    }
    Evaluation outer = evaluation;
    long count = Scalars.integer(at(scope.span(), scope.coreNum()));
    for (Block block : interpreter.blocks(count)) {
      evaluation = new Evaluation(interpreter, function, block, values);
      run(scope.body());
    }
    evaluation = outer;
    return Flow.NEXT;
  }

  private Flow branch(IfStmt i) {
    boolean taken = Scalars.integer(at(i.span(), i.condition())) != 0;
    Flow flow = taken ? run(i.thenBody()) : i.elseBody().map(this::run).orElse(Flow.NEXT);
    if (flow == Flow.NEXT) {
      bind(i.returnVars(), yielded);
    }
    return flow;
  }

  private Flow forLoop(ForStmt f) {
    long start = Scalars.integer(at(f.span(), f.start()));
    long stop = Scalars.integer(at(f.span(), f.stop()));
    long step = Scalars.integer(at(f.span(), f.step()));
    if (step == 0) {
      throw new IrException("a loop with step 0 never ends", "", f.span());
    }
    enter(f.iterArgs(), f.span());
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      interpreter.countIteration();
      values.put(f.loopVar(), Value.of(i));
      Flow flow = run(f.body());
      if (flow == Flow.RETURN) {
        return flow;
      }
      carry(f.iterArgs(), flow);
      if (flow == Flow.BREAK) {
        break;
      }
    }
    leave(f.iterArgs(), f.returnVars());
    return Flow.NEXT;
  }

  private Flow whileLoop(WhileStmt w) {
    enter(w.iterArgs(), w.span());
    while (Scalars.integer(at(w.span(), w.condition())) != 0) {
      interpreter.countIteration();
      Flow flow = run(w.body());
      if (flow == Flow.RETURN) {
        return flow;
      }
      carry(w.iterArgs(), flow);
      if (flow == Flow.BREAK) {
        break;
      }
    }
    leave(w.iterArgs(), w.returnVars());
    return Flow.NEXT;
  }

  private void enter(List<IterArg> args, Span span) {
    List<Value> initial = new ArrayList<>();
    args.forEach(arg -> initial.add(at(span, arg.initValue())));
    bind(args, initial);
  }

  /** The next values of what is carried; a body that is left early keeps the ones it had. */
  private void carry(List<IterArg> args, Flow flow) {
    if (flow == Flow.NEXT) {
      bind(args, yielded);
    }
  }

  private void leave(List<IterArg> args, List<Var> results) {
    List<Value> last = args.stream().map(values::get).toList();
    bind(results, last);
  }

  private void bind(List<? extends Var> vars, List<Value> items) {
    for (int i = 0; i < vars.size(); i++) {
      values.put(vars.get(i), memory.bound(vars.get(i), items.get(i), evaluation::integer));
    }
  }

  /** A window is where its tile is, another name what it names; any other tile is at its place. */
  private Value placed(AssignStmt a) {
    Value value = at(a.span(), a.value());
    boolean elsewhere =
        a.value() instanceof Var
            || (a.value() instanceof Call c && c.op().name().equals("tile.slice"));
    return elsewhere ? value : memory.assigned(a.var(), value, evaluation::integer);
  }

  private Value at(Span span, Expr expr) {
    return at(span, () -> evaluation.eval(expr));
  }

  private void effect(EvalStmt stmt) {
    Value _ =
        at(
            stmt.span(),
            () -> {
              evaluation.effect(stmt.expr());
              return Value.of(0);
            });
  }

  private static Value at(Span span, Supplier<Value> part) {
    try {
      return part.get();
    } catch (PoisonException
        | ArithmeticException
        | IllegalArgumentException
        | UnsupportedOperationException e) {
      throw failed(e, span);
    } catch (IrException e) {
      throw e.at(span);
    }
  }

  private static IrException failed(RuntimeException e, Span span) {
    IrException failure = new IrException(e.getMessage(), "", span);
    failure.initCause(e);
    return failure;
  }

  private ImmutableList<Value> all(Span span, List<Expr> exprs) {
    return exprs.stream().map(expr -> at(span, expr)).collect(ImmutableList.toImmutableList());
  }
}
