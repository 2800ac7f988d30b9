package io.pto4j.pass.front;

import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.Walk;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The variables that statements in SSA form take from outside, in the order of their first use; the
 * initial values of a loop count before its bounds.
 */
final class LiveIns extends VarUses {
  private LiveIns(Set<Var> used) {
    super(used::add);
  }

  static Set<Var> of(Stmt body) {
    Set<Var> used = new LinkedHashSet<>();
    new LiveIns(used).stmt(body);
    used.removeAll(new HashSet<>(Walk.definedVars(body)));
    return used;
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    if (stmt instanceof ForStmt loop) {
      loop.iterArgs().forEach(this::def);
    }
    return super.stmt(stmt);
  }
}
