package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Var;
import java.util.Optional;

/** The options of a launch. */
record LaunchSpec(ImmutableList<Var> deps, Optional<Expr> predicate, boolean allowEarlyResolve) {
  static LaunchSpec plain() {
    return new LaunchSpec(ImmutableList.of(), Optional.empty(), false);
  }

  LaunchSpec withDeps(ImmutableList<Var> more) {
    return new LaunchSpec(
        ImmutableList.<Var>builder().addAll(deps).addAll(more).build(),
        predicate,
        allowEarlyResolve);
  }

  LaunchSpec withPredicate(Expr condition) {
    return new LaunchSpec(deps, Optional.of(condition), allowEarlyResolve);
  }

  LaunchSpec resolvedEarly() {
    return new LaunchSpec(deps, predicate, true);
  }
}
