package io.pto4j.sim.machine;

/**
 * A kernel did something the machine does not allow or does not define; the message says what and
 * where.
 */
public final class SimulationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error with this message. */
  public SimulationException(String message) {
    super(message);
  }

  /** This error with the place it happened at. */
  public SimulationException at(String place) {
    SimulationException located = new SimulationException(place + ": " + getMessage());
    located.setStackTrace(getStackTrace());
    return located;
  }
}
