package io.pto4j.interp;

/** An operator read an element that holds no value: unwritten, or outside the valid region. */
public final class PoisonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PoisonException(String message) {
    super(message);
  }
}
