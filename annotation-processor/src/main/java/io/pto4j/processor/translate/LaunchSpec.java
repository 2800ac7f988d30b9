package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Var;

/** The options of a launch. */
record LaunchSpec(ImmutableList<Var> deps, boolean allowEarlyResolve) {
  static LaunchSpec plain() {
    return new LaunchSpec(ImmutableList.of(), false);
  }

  LaunchSpec withDeps(ImmutableList<Var> more) {
    return new LaunchSpec(
        ImmutableList.<Var>builder().addAll(deps).addAll(more).build(), allowEarlyResolve);
  }

  LaunchSpec resolvedEarly() {
    return new LaunchSpec(deps, true);
  }
}
