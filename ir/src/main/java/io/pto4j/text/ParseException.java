package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;

/** A mistake in a text; its message shows the line it is in, and its class. */
public final class ParseException extends IrException {
  private static final long serialVersionUID = 1L;

  private final transient Mistake mistake;
  private final transient ImmutableList<ParseException> all;
  private final String note;

  ParseException(Mistake mistake, String message, String hint, String note, Span span) {
    this(mistake, message, hint, note, span, ImmutableList.of());
  }

  private ParseException(
      Mistake mistake,
      String message,
      String hint,
      String note,
      Span span,
      ImmutableList<ParseException> all) {
    super(message, hint, span);
    this.mistake = mistake;
    this.note = note;
    this.all = all;
  }

  /** The first of several mistakes, with a message that shows all of them. */
  static ParseException together(ImmutableList<ParseException> all, String message) {
    ParseException first = all.getFirst();
    return new ParseException(first.mistake, message, first.hint(), first.note, first.span(), all);
  }

  /** What is wrong. */
  public Mistake mistake() {
    return mistake;
  }

  public ErrorClass errorClass() {
    return mistake.errorClass();
  }

  /** What else there is to know, such as another place; empty if nothing. */
  public String note() {
    return note;
  }

  /** The same mistake with a note. */
  ParseException withNote(String text) {
    return new ParseException(mistake, getMessage(), hint(), text, span());
  }

  /** Every mistake behind which reading could go on, in the order of the text. */
  public ImmutableList<ParseException> all() {
    return all.isEmpty() ? ImmutableList.of(this) : all;
  }
}
