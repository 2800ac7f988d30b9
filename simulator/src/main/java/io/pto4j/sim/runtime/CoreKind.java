package io.pto4j.sim.runtime;

/** The cores a task runs on. */
public enum CoreKind {
  /** Cube core. */
  AIC,
  /** Vector core. */
  AIV,
  /** No core: the task only carries dependencies. */
  NONE
}
