package io.pto4j.sim.pto;

/** The text is not {@code .pto} text: says where, what was expected and what was found. */
public final class PtoSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Position position;

  /** An error at {@code position} of the text called {@code source}. */
  public PtoSyntaxException(String source, Position position, String message) {
    super(source + ":" + position + ": " + message);
    this.position = position;
  }

  /** Where the text stops being well formed. */
  public Position position() {
    return position;
  }
}
