package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.analysis.WriteBack;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which inputs of a scope are written and which of those are read, too. Reading the result of a
 * write reads the input; being the target of a write that does not accumulate is no read.
 */
final class ScopeDirections implements ChildMapper {
  /** Inputs, and the results of writes into them. */
  private final Map<Var, Var> origins = new HashMap<>();

  private final Set<Var> written = new HashSet<>();
  private final Set<Var> read = new HashSet<>();

  private ScopeDirections(ImmutableSet<Var> inputs) {
    inputs.forEach(input -> origins.put(input, input));
  }

  /** The direction of each input, in order. */
  static ImmutableList<ParamDirection> of(Stmt body, ImmutableSet<Var> inputs) {
    ScopeDirections directions = new ScopeDirections(inputs);
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
        if (s.value() instanceof Call call) {
          target(call).ifPresent(input -> origins.put(s.var(), input));
        }
      }
      case ScopeStmt s -> stmt(s.body());
      default -> Children.map(stmt, this);
    }
    return stmt;
  }

  @Override
  public Expr expr(Expr expr) {
    switch (expr) {
      case Var var -> origin(var).ifPresent(read::add);
      case Call call -> call(call);
      default -> Children.map(expr, this);
    }
    return expr;
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
  public Var def(Var var) {
    if (var instanceof IterArg arg) {
      expr(arg.initValue());
    }
    return var;
  }

  @Override
  public Type type(Type type) {
    return type;
  }
}
