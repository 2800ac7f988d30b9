package io.pto4j.runtime;

import java.io.Serial;

/** A program whose artifacts are missing, malformed, or made for another machine. */
public class ProgramLoadException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** With a message. */
  public ProgramLoadException(String message) {
    super(message);
  }

  /** With a message and a cause. */
  public ProgramLoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
