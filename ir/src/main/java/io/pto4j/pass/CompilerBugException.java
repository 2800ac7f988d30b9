package io.pto4j.pass;

/**
 * A pass left the program in a state that its contract excludes: a mistake of the compiler, not of
 * the user's program.
 */
public final class CompilerBugException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CompilerBugException(String message) {
    super(message);
  }
}
