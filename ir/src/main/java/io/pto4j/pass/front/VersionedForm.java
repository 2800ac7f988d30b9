package io.pto4j.pass.front;

import io.pto4j.ir.Function;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import io.pto4j.pass.AutoName;
import java.util.HashSet;
import java.util.Set;

/** Recognises what SSA conversion leaves behind, so that converting again changes nothing. */
final class VersionedForm {
  private VersionedForm() {}

  /** Whether every variable is defined once and has a versioned name. */
  static boolean holds(Function function) {
    Set<Var> defined = new HashSet<>();
    for (Var param : function.params()) {
      if (!accept(param, defined)) {
        return false;
      }
    }
    boolean[] holds = {true};
    Walk.stmts(function.body(), s -> holds[0] = holds[0] && accept(s, defined));
    return holds[0];
  }

  private static boolean accept(Stmt stmt, Set<Var> defined) {
    return Walk.definedBy(stmt).stream().allMatch(v -> accept(v, defined));
  }

  private static boolean accept(Var var, Set<Var> defined) {
    return defined.add(var) && AutoName.parse(var.nameHint()).version().isPresent();
  }
}
