package io.pto4j.text;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.Immutable;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;
import java.util.stream.Stream;

/**
 * One of the mistakes that a text can contain. All of them are constants of enums, so that the page
 * of mistakes can be held against them.
 */
public sealed interface Mistake
    permits SyntaxMistake, SignatureMistake, ValueMistake, FlowMistake, CallMistake {
  /**
   * What is said about a mistake; the texts have places for the same arguments.
   *
   * @param message what is wrong
   * @param hint what to do about it
   */
  @Immutable
  record Wording(ErrorClass errorClass, String message, String hint) {}

  Wording wording();

  /** The name of the constant. */
  String name();

  default ErrorClass errorClass() {
    return wording().errorClass();
  }

  /** What to do about a mistake that another part of the compiler has found. */
  static String hint(IrException e) {
    return e.hint().isEmpty() ? "change what the message names" : e.hint();
  }

  /** All mistakes. */
  static ImmutableList<Mistake> all() {
    return Stream.<Mistake[]>of(
            SyntaxMistake.values(),
            SignatureMistake.values(),
            ValueMistake.values(),
            FlowMistake.values(),
            CallMistake.values())
        .flatMap(Stream::of)
        .collect(ImmutableList.toImmutableList());
  }

  /** The mistake in {@code place}; {@code args} fill the places in its texts. */
  default ParseException at(Py place, Object... args) {
    return at(place.span(), args);
  }

  /** The mistake in the part of a text; {@code args} fill the places in its texts. */
  default ParseException at(Span span, Object... args) {
    return new ParseException(
        this, wording().message().formatted(args), wording().hint().formatted(args), "", span);
  }
}
