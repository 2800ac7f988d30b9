package io.pto4j.sim.runtime;

/** Ends the orchestration early because a task has failed, which says itself what is wrong. */
final class TaskFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TaskFailure() {
    super("a task has failed", null, false, false);
  }
}
