package io.pto4j.pass.front;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.EvalStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IterArg;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What crosses the border of a scope that becomes a function.
 *
 * @param inputs variables of the parent that the body uses, in the order of their first use
 * @param outputs variables that the body defines and the parent uses, in the order of definition
 * @param storeTargets inputs that the body stores tiles into, in the order of the first store
 * @param storeResults the variables bound to those stores, with the input they are stored into
 */
record ScopeBoundary(
    ImmutableSet<Var> inputs,
    ImmutableList<Var> outputs,
    ImmutableSet<Var> storeTargets,
    Map<Var, Var> storeResults) {

  /**
   * @param isLocal whether the parent defines a variable; other variables are symbols of extents
   * @param usedOutside whether a variable of the body is used after it
   */
  static ScopeBoundary of(Stmt body, Predicate<Var> isLocal, Predicate<Var> usedOutside) {
    ImmutableSet<Var> inputs =
        LiveIns.of(body).stream().filter(isLocal).collect(ImmutableSet.toImmutableSet());
    Set<Var> targets = new LinkedHashSet<>();
    Map<Var, Var> results = new LinkedHashMap<>();
    Walk.stmts(
        body,
        s -> {
          switch (s) {
            case AssignStmt a ->
                storeTarget(a.value())
                    .filter(inputs::contains)
                    .ifPresent(
                        target -> {
                          targets.add(target);
                          results.put(a.var(), target);
                        });
            case EvalStmt e ->
                storeTarget(e.expr()).filter(inputs::contains).ifPresent(targets::add);
            default -> {}
          }
        });
    ImmutableList<Var> outputs =
        Walk.definedVars(body).stream()
            .filter(v -> usedOutside.test(v) && !results.containsKey(v))
            .collect(ImmutableList.toImmutableList());
    return new ScopeBoundary(inputs, outputs, ImmutableSet.copyOf(targets), results);
  }

  /** The variable that a tile store writes to; a tensor carried by a loop is not one. */
  static Optional<Var> storeTarget(Expr value) {
    return value instanceof Call call
            && call.isOperator("tile.store")
            && call.args().get(2) instanceof Var target
            && !(target instanceof IterArg)
        ? Optional.of(target)
        : Optional.empty();
  }
}
