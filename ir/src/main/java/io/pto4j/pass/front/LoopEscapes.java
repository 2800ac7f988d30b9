package io.pto4j.pass.front;

import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Children;
import io.pto4j.ir.ForStmt;
import io.pto4j.ir.Function;
import io.pto4j.ir.IfStmt;
import io.pto4j.ir.ScopeStmt;
import io.pto4j.ir.SeqStmts;
import io.pto4j.ir.SpmdScopeStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.VarUses;
import io.pto4j.ir.WhileStmt;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * For each loop of a function that is not in SSA form, the variables its body assigns and those of
 * them that are read afterwards. One backward walk.
 */
final class LoopEscapes {
  private final Map<Stmt, Set<Var>> assigned = new IdentityHashMap<>();
  private final Map<Stmt, Set<Var>> escaping = new IdentityHashMap<>();

  private LoopEscapes() {}

  static LoopEscapes of(Function function) {
    LoopEscapes escapes = new LoopEscapes();
    escapes.collectAssigned(function.body());
    if (!escapes.assigned.isEmpty()) {
      escapes.walk(function.body(), new HashSet<>());
    }
    return escapes;
  }

  /** The targets of assignments at any depth of the loop's body. */
  Set<Var> assigned(Stmt loop) {
    return assigned.get(loop);
  }

  /** The assigned variables whose value the code after the loop reads. */
  Set<Var> escaping(Stmt loop) {
    return escaping.get(loop);
  }

  /** Returns the targets assigned below {@code stmt} and records them for the loops on the way. */
  private Set<Var> collectAssigned(Stmt stmt) {
    Set<Var> targets = new LinkedHashSet<>();
    switch (stmt) {
      case AssignStmt s -> targets.add(s.var());
      case SeqStmts s -> s.stmts().forEach(child -> targets.addAll(collectAssigned(child)));
      case IfStmt s -> {
        targets.addAll(collectAssigned(s.thenBody()));
        s.elseBody().ifPresent(body -> targets.addAll(collectAssigned(body)));
      }
      case ScopeStmt s -> targets.addAll(collectAssigned(s.body()));
      case ForStmt s -> {
        targets.addAll(collectAssigned(s.body()));
        assigned.put(s, targets);
      }
      case WhileStmt s -> {
        targets.addAll(collectAssigned(s.body()));
        assigned.put(s, targets);
      }
      default -> {}
    }
    return targets;
  }

  /** Turns the variables live after {@code stmt} into those live before it. */
  private void walk(Stmt stmt, Set<Var> live) {
    VarUses uses = new VarUses(live::add);
    switch (stmt) {
      case AssignStmt s -> {
        live.remove(s.var());
        uses.expr(s.value());
        uses.type(s.var().type());
      }
      case SeqStmts s -> s.stmts().reverse().forEach(child -> walk(child, live));
      case IfStmt s -> {
        Set<Var> otherwise = new HashSet<>(live);
        walk(s.thenBody(), live);
        s.elseBody().ifPresent(body -> walk(body, otherwise));
        live.addAll(otherwise);
        uses.expr(s.condition());
      }
      case ForStmt s -> {
        loop(s, s.body(), live);
        s.iterArgs().forEach(uses::def);
        uses.expr(s.start());
        uses.expr(s.stop());
        uses.expr(s.step());
      }
      case WhileStmt s -> {
        loop(s, s.body(), live);
        s.iterArgs().forEach(uses::def);
        uses.expr(s.condition());
      }
      case ScopeStmt s -> {
        walk(s.body(), live);
        Children.map(s.attrs(), uses);
        if (s instanceof SpmdScopeStmt spmd) {
          uses.expr(spmd.coreNum());
        }
      }
      default -> uses.stmt(stmt);
    }
  }

  private void loop(Stmt loop, Stmt body, Set<Var> live) {
    Set<Var> escapes = new LinkedHashSet<>(assigned.get(loop));
    escapes.retainAll(live);
    escaping.put(loop, escapes);
    Set<Var> inside = new HashSet<>(live);
    walk(body, inside);
    live.addAll(inside);
  }
}
