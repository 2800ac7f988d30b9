package io.pto4j.pass.mem;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes the declarations of buffers that no tile lives in any more. */
final class UnusedAllocations {
  private UnusedAllocations() {}

  static Function remove(Function function) {
    Set<Var> used = new HashSet<>();
    Walk.exprs(function.body(), e -> addVar(used, e));
    List<Stmt> kept =
        SeqStmts.listOf(function.body()).stream()
            .filter(s -> !(isAllocation(s) && !used.contains(((AssignStmt) s).var())))
            .toList();
    return kept.size() == SeqStmts.listOf(function.body()).size()
        ? function
        : function.withBody(SeqStmts.flatten(kept, function.body().span()));
  }

  private static void addVar(Set<Var> vars, Expr expr) {
    if (expr instanceof Var v) {
      vars.add(v);
    }
  }

  static boolean isAllocation(Stmt stmt) {
    return stmt instanceof AssignStmt s
        && s.value() instanceof Call call
        && call.isOperator("tile.alloc");
  }
}
