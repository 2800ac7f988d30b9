package io.pto4j.ir;

/**
 * A rule of the IR is broken by what a user wrote or loaded: the message names the rule, the span
 * the place, and the hint, where there is one, says what to do.
 */
public class IrException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Span span;
  private final String hint;

  public IrException(String message) {
    this(message, "", Span.unknown());
  }

  public IrException(String message, String hint) {
    this(message, hint, Span.unknown());
  }

  public IrException(String message, String hint, Span span) {
    super(message);
    this.span = span;
    this.hint = hint;
  }

  public Span span() {
    return span == null ? Span.unknown() : span;
  }

  /** What to do about it; empty when there is nothing to add to the message. */
  public String hint() {
    return hint;
  }

  /** The same error at {@code place}, unless it already has a place. */
  public IrException at(Span place) {
    if (span().isKnown() || !place.isKnown()) {
      return this;
    }
    IrException placed = new IrException(getMessage(), hint, place);
    placed.initCause(this);
    return placed;
  }
}
