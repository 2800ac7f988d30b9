package io.pto4j.sim.timing;

/**
 * Cost of one instruction in cycles.
 *
 * @param head paid when the pipe was empty
 * @param busy how long the pipe is taken
 * @param tail from the end of the work until others see the result
 */
public record Cost(long head, long busy, long tail) {
  /** A cost without start-up and drain. */
  public static Cost flat(long busy) {
    return new Cost(0, busy, 0);
  }
}
