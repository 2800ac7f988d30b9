package io.pto4j.pass.tile;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Operator;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which tensor values of a kernel become tiles: results of tensor operators, and what loops and
 * branches make of them. Parameters, and what is written into them, stay in global memory.
 */
final class OnChipValues {
  /** The values a variable may have. */
  private final Map<Var, List<Expr>> sources = new HashMap<>();

  OnChipValues(Function kernel) {
    Walk.stmts(kernel.body(), this::collect);
  }

  private void collect(Stmt stmt) {
    switch (stmt) {
      case AssignStmt s -> source(s.var(), s.value());
      case IfStmt s -> {
        sources(s.returnVars(), BodyRewriter.yielded(s.thenBody()));
        s.elseBody().ifPresent(body -> sources(s.returnVars(), BodyRewriter.yielded(body)));
      }
      case ForStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      case WhileStmt s -> loop(s.iterArgs(), s.body(), s.returnVars());
      default -> {}
    }
  }

  private void loop(List<IterArg> args, Stmt body, List<Var> results) {
    for (int i = 0; i < args.size(); i++) {
      source(args.get(i), args.get(i).initValue());
      source(results.get(i), args.get(i));
    }
    sources(args, BodyRewriter.yielded(body));
  }

  private void sources(List<? extends Var> vars, List<Expr> values) {
    for (int i = 0; i < Math.min(vars.size(), values.size()); i++) {
      source(vars.get(i), values.get(i));
    }
  }

  private void source(Var var, Expr value) {
    sources.computeIfAbsent(var, _ -> new ArrayList<>()).add(value);
  }

  boolean contains(Expr value) {
    return contains(value, new HashSet<>());
  }

  private boolean contains(Expr value, Set<Var> visited) {
    if (value.type() instanceof TileType) {
      return true;
    }
    if (!(value.type() instanceof TensorType)) {
      return false;
    }
    return switch (value) {
      case Var var ->
          visited.add(var)
              && sources.getOrDefault(var, List.of()).stream()
                  .anyMatch(source -> contains(source, visited));
      case Call call when call.op() instanceof Operator(String name) ->
          switch (name) {
            case "tensor.assemble", "tensor.write" -> contains(call.args().getFirst(), visited);
            case "tensor.view" -> false;
            default -> TensorConversions.find(name).isPresent();
          };
      default -> false;
    };
  }
}
