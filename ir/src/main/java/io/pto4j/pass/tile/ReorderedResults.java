package io.pto4j.pass.tile;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Op;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Lets a caller take the results of kernels whose order changed. */
final class ReorderedResults extends Rewriter {
  private final Map<String, ReturnOrder> reordered;
  private final Map<Var, ReturnOrder> results = new HashMap<>();

  ReorderedResults(Map<String, ReturnOrder> reordered) {
    this.reordered = reordered;
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    if (!(stmt instanceof AssignStmt s)) {
      return super.stmt(stmt);
    }
    Optional<ReturnOrder> order = order(s.value());
    if (order.isEmpty()) {
      return super.stmt(stmt);
    }
    Expr value = expr(s.value());
    Type type = permuted(value.type(), order.get());
    Var var = new Var(s.var().nameHint(), type, s.var().span());
    replace(s.var(), var);
    results.put(var, order.get());
    return new AssignStmt(s.span(), s.leadingComments(), var, withType(value, type));
  }

  private Optional<ReturnOrder> order(Expr value) {
    return switch (value) {
      case Call c -> order(c.op());
      case Submit s -> order(s.op());
      default -> Optional.empty();
    };
  }

  private Optional<ReturnOrder> order(Op op) {
    return op instanceof GlobalVar(String name)
        ? Optional.ofNullable(reordered.get(name))
        : Optional.empty();
  }

  private static Type permuted(Type type, ReturnOrder order) {
    return type instanceof TupleType(var types) ? new TupleType(order.applyTo(types)) : type;
  }

  private static Expr withType(Expr launch, Type type) {
    return switch (launch) {
      case Call c -> c.withType(type);
      case Submit s -> s.withType(type);
      default -> launch;
    };
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof TupleGetItem(_, _, Var tuple, int index)
            && expr(tuple) instanceof Var var
            && results.containsKey(var)
        ? TupleGetItem.of(var, results.get(var).position(index), expr.span())
        : super.expr(expr);
  }
}
