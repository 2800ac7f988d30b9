package io.pto4j.sim.timing;

/**
 * The queues of a core. Each runs its instructions in order; they run side by side. Source: machine
 * model, pipes.
 */
public enum Pipe {
  /** Scalar unit. */
  S(0),
  /** Vector unit. */
  V(1),
  /** L1 to L0. */
  MTE1(2),
  /** Global memory to the core. */
  MTE2(3),
  /** Unified buffer or L1 to global memory. */
  MTE3(4),
  /** Cube unit. */
  M(5),
  /** Accumulator to anywhere. */
  FIX(6);

  private final int queue;

  Pipe(int queue) {
    this.queue = queue;
  }

  int queue() {
    return queue;
  }
}
