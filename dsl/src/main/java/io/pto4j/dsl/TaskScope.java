package io.pto4j.dsl;

/**
 * A scope of tasks, {@link Pl#scope} or {@link Pl#manualScope}. Run as plain Java, tasks run one
 * after the other.
 */
public final class TaskScope implements Scope {

  TaskScope() {}

  @Override
  public void close() {
    // Tasks are done when they are launched, so there is nothing to wait for.
  }
}
