package io.pto4j.verify;

import com.google.common.collect.ImmutableList;

/** A program does not satisfy a property; the message is the report of its verification. */
public final class VerificationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ImmutableList<Diagnostic> diagnostics;

  public VerificationException(String message, ImmutableList<Diagnostic> diagnostics) {
    super(message);
    this.diagnostics = diagnostics;
  }

  /** What was found, warnings included. */
  public ImmutableList<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
