package io.pto4j.pass.front;

import io.pto4j.ir.Children;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Walk;
import io.pto4j.ir.WhileStmt;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The variables that statements in SSA form take from outside, in the order of their first use; the
 * initial values of a loop count before its bounds.
 */
final class LiveIns {
  private final Set<Var> used = new LinkedHashSet<>();
  private final VarUses uses = new VarUses(used::add);

  private LiveIns() {}

  static Set<Var> of(Stmt body) {
    LiveIns liveIns = new LiveIns();
    liveIns.walk(body);
    liveIns.used.removeAll(new HashSet<>(Walk.definedVars(body)));
    return liveIns.used;
  }

  private void walk(Stmt stmt) {
    switch (stmt) {
      case SeqStmts s -> s.stmts().forEach(this::walk);
      case IfStmt s -> {
        uses.expr(s.condition());
        walk(s.thenBody());
        s.elseBody().ifPresent(this::walk);
        s.returnVars().forEach(uses::def);
      }
      case ForStmt s -> {
        s.iterArgs().forEach(uses::def);
        uses.expr(s.start());
        uses.expr(s.stop());
        uses.expr(s.step());
        walk(s.body());
        s.returnVars().forEach(uses::def);
      }
      case WhileStmt s -> {
        s.iterArgs().forEach(uses::def);
        uses.expr(s.condition());
        walk(s.body());
        s.returnVars().forEach(uses::def);
      }
      case ScopeStmt s -> {
        if (s instanceof SpmdScopeStmt spmd) {
          uses.expr(spmd.coreNum());
        }
        Children.map(s.attrs(), uses);
        walk(s.body());
      }
      default -> uses.stmt(stmt);
    }
  }
}
