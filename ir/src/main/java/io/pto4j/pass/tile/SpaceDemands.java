package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import io.pto4j.op.OutputSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The memory in which the consumers of a value want it: a memory of the matrix unit goes before
 * Vec, and what a view is wanted in, its source is. Source: PyPTO passes, consumer demand.
 */
final class SpaceDemands {
  private final Map<Var, MemorySpace> demands = new HashMap<>();

  private SpaceDemands() {}

  /** The demands of tile operators. */
  static SpaceDemands ofTiles(Stmt body) {
    return of(body, SpaceDemands::operandSpace);
  }

  /** Where an operator wants an operand. */
  interface Wanted {
    Optional<MemorySpace> of(Call call, int operand);
  }

  static SpaceDemands of(Stmt body, Wanted wanted) {
    SpaceDemands result = new SpaceDemands();
    List<Stmt> stmts = new ArrayList<>();
    Walk.stmts(body, stmts::add);
    Walk.calls(body, call -> result.collect(call, wanted));
    Lists.reverse(stmts).forEach(result::propagate);
    return result;
  }

  Optional<MemorySpace> of(Var var) {
    return Optional.ofNullable(demands.get(var));
  }

  private static Optional<MemorySpace> operandSpace(Call call, int i) {
    return definition(call)
        .filter(op -> !op.operands().isEmpty())
        .map(op -> op.operand(i).spaces())
        .filter(spaces -> !spaces.isEmpty())
        .map(ImmutableList::getFirst);
  }

  static Optional<OpDef> definition(Call call) {
    return call.op() instanceof Operator(String name) ? Operators.find(name) : Optional.empty();
  }

  private void collect(Call call, Wanted wanted) {
    for (int i = 0; i < call.args().size(); i++) {
      if (call.args().get(i) instanceof Var var) {
        wanted.of(call, i).ifPresent(space -> demand(var, space));
      }
    }
  }

  private void demand(Var var, MemorySpace space) {
    demands.merge(var, space, (old, wanted) -> old == MemorySpace.VEC ? wanted : old);
  }

  private void propagate(Stmt stmt) {
    if (stmt instanceof AssignStmt s && demands.containsKey(s.var())) {
      source(s.value()).ifPresent(source -> demand(source, demands.get(s.var())));
    }
  }

  /** The value whose memory the result shares. */
  private static Optional<Var> source(Expr value) {
    return switch (value) {
      case Var v -> Optional.of(v);
      case Call call
          when definition(call)
              .filter(op -> op.outputSpace() instanceof OutputSpace.Inherited)
              .isPresent() ->
          call.args().stream()
              .filter(arg -> arg instanceof Var && isShaped(arg.type()))
              .map(Var.class::cast)
              .findFirst();
      default -> Optional.empty();
    };
  }

  private static boolean isShaped(Type type) {
    return type instanceof TileType || type instanceof TensorType;
  }
}
