package io.pto4j.pass.front;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Table;
import io.pto4j.analysis.WriteBack;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Visitor;
import io.pto4j.ir.Walk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which inputs of a scope are written and which of those are read, too. Reading the result of a
 * write reads the input; being the target of a write that does not accumulate is no read.
 */
final class ScopeDirections extends Visitor {
  /** Inputs, and the results of writes into them. */
  private final Map<Var, Var> origins = new HashMap<>();

  /** Inputs that the elements of a tuple of results are versions of. */
  private final Table<Var, Integer, Var> elements = HashBasedTable.create();

  private final Set<Var> written = new HashSet<>();
  private final Set<Var> read = new HashSet<>();

  private final Map<String, Function> callees = new HashMap<>();

  private ScopeDirections(ImmutableSet<Var> inputs, List<Function> callees) {
    inputs.forEach(input -> origins.put(input, input));
    callees.forEach(f -> this.callees.put(f.name(), f));
  }

  /**
   * The direction of each input, in order.
   *
   * @param callees functions whose parameters' directions count in calls of them
   */
  static ImmutableList<ParamDirection> of(
      Stmt body, ImmutableSet<Var> inputs, List<Function> callees) {
    ScopeDirections directions = new ScopeDirections(inputs, callees);
    directions.stmt(body);
    return inputs.stream().map(directions::direction).collect(ImmutableList.toImmutableList());
  }

  private ParamDirection direction(Var input) {
    if (!written.contains(input)) {
      return ParamDirection.IN;
    }
    return read.contains(input) ? ParamDirection.INOUT : ParamDirection.OUT;
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> {
        expr(s.value());
        bind(s.var(), s.value());
      }
      case ScopeStmt s -> stmt(s.body());
      default -> super.stmt(stmt);
    }
    return stmt;
  }

  @Override
  public Expr expr(Expr expr) {
    switch (expr) {
      case Var var -> origin(var).ifPresent(read::add);
      case Call call when callees.containsKey(call.op().name()) ->
          launch(callees.get(call.op().name()), call.args());
      case Submit submit when callees.containsKey(submit.op().name()) -> {
        launch(callees.get(submit.op().name()), submit.args());
        submit.deps().forEach(this::expr);
        submit.predicate().ifPresent(this::expr);
      }
      case Call call -> call(call);
      default -> super.expr(expr);
    }
    return expr;
  }

  private void bind(Var var, Expr value) {
    switch (value) {
      case Call call when callees.containsKey(call.op().name()) ->
          bindResults(var, callees.get(call.op().name()), call.args());
      case Submit submit when callees.containsKey(submit.op().name()) ->
          bindResults(var, callees.get(submit.op().name()), submit.args());
      case Call call -> target(call).ifPresent(input -> origins.put(var, input));
      case TupleGetItem item when item.tuple() instanceof Var tuple ->
          Optional.ofNullable(elements.get(tuple, item.index()))
              .ifPresent(input -> origins.put(var, input));
      default -> {}
    }
  }

  private void bindResults(Var var, Function callee, List<Expr> args) {
    Walk.stmts(
        callee.body(),
        s -> {
          if (s instanceof ReturnStmt(_, _, ImmutableList<Expr> values)) {
            for (int i = 0; i < values.size(); i++) {
              int param = callee.params().indexOf(values.get(i));
              if (param >= 0 && args.get(param) instanceof Var arg && origins.containsKey(arg)) {
                if (var.type() instanceof TupleType) {
                  elements.put(var, i, origins.get(arg));
                } else {
                  origins.put(var, origins.get(arg));
                }
              }
            }
          }
        });
  }

  private void launch(Function callee, List<Expr> args) {
    for (int i = 0; i < args.size(); i++) {
      ParamDirection direction = callee.paramDirections().get(i);
      if (direction != ParamDirection.IN && args.get(i) instanceof Var var) {
        origin(var).ifPresent(written::add);
      }
      if (direction != ParamDirection.OUT) {
        expr(args.get(i));
      }
    }
  }

  private void call(Call call) {
    OptionalInt destination = WriteBack.destination(call);
    Optional<Var> target = target(call);
    target.ifPresent(written::add);
    boolean overwrites = target.isPresent() && !WriteBack.isAtomic(call);
    for (int i = 0; i < call.args().size(); i++) {
      if (!(overwrites && i == destination.getAsInt())) {
        expr(call.args().get(i));
      }
    }
  }

  /** The input that the call writes to, unless a loop carries it. */
  private Optional<Var> target(Call call) {
    return WriteBack.target(call)
        .flatMap(
            arg ->
                arg instanceof Var var && !(var instanceof IterArg)
                    ? origin(var)
                    : Optional.empty());
  }

  private Optional<Var> origin(Var var) {
    return Optional.ofNullable(origins.get(var));
  }

  @Override
  public Type type(Type type) {
    return type;
  }
}
