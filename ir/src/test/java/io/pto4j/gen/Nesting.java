package io.pto4j.gen;

import java.util.function.Supplier;

/** What the statement that is generated is in, as far as it decides what may stand there. */
final class Nesting {
  private final boolean automaticScopes;
  private boolean kernel;
  private boolean lanes;
  private boolean manual;
  private boolean cluster;

  /**
   * @param kernel whether the function runs on a core
   * @param automaticScopes whether the function places the scopes of the runtime itself
   */
  Nesting(boolean kernel, boolean automaticScopes) {
    this.kernel = kernel;
    this.automaticScopes = automaticScopes;
  }

  /** Whether a region of lanes may stand here. */
  boolean allowsLanes() {
    return kernel && !lanes;
  }

  /** Whether a launch here is a task that can wait and be waited for. */
  boolean allowsTasks() {
    return !cluster;
  }

  boolean allowsManualScope() {
    return !manual;
  }

  boolean allowsAutomaticScope() {
    return automaticScopes && !manual;
  }

  /**
   * Generates something in a kernel.
   *
   * @param split whether it is split between the lanes as a whole
   */
  <T> T kernel(boolean split, Supplier<T> generated) {
    return within(true, lanes || split, manual, generated);
  }

  <T> T lanes(Supplier<T> generated) {
    return within(kernel, true, manual, generated);
  }

  <T> T manual(Supplier<T> generated) {
    return within(kernel, lanes, true, generated);
  }

  <T> T cluster(Supplier<T> generated) {
    boolean wasCluster = cluster;
    cluster = true;
    T result = generated.get();
    cluster = wasCluster;
    return result;
  }

  private <T> T within(boolean inKernel, boolean inLanes, boolean inManual, Supplier<T> generated) {
    boolean wasKernel = kernel;
    boolean hadLanes = lanes;
    boolean wasManual = manual;
    kernel = inKernel;
    lanes = inLanes;
    manual = inManual;
    T result = generated.get();
    kernel = wasKernel;
    lanes = hadLanes;
    manual = wasManual;
    return result;
  }
}
