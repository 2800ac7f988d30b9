package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Var;

/** The head of a scope. */
sealed interface ScopeSpec {
  /** A scope of the task runtime. */
  record TaskScope(boolean manual) implements ScopeSpec {}

  /**
   * A region for one core group.
   *
   * @param name of the kernel it becomes; empty when not given
   * @param deps tasks that it waits for
   */
  record CoreGroup(String name, ImmutableList<Var> deps, boolean allowEarlyResolve)
      implements ScopeSpec {
    static CoreGroup plain() {
      return new CoreGroup("", ImmutableList.of(), false);
    }

    CoreGroup withName(String newName) {
      return new CoreGroup(newName, deps, allowEarlyResolve);
    }

    CoreGroup withDeps(ImmutableList<Var> more) {
      return new CoreGroup(
          name, ImmutableList.<Var>builder().addAll(deps).addAll(more).build(), allowEarlyResolve);
    }

    CoreGroup resolvedEarly() {
      return new CoreGroup(name, deps, true);
    }
  }
}
