package io.pto4j.processor.translate;

import io.pto4j.ir.IrException;
import io.pto4j.processor.tree.Place;
import java.io.Serial;
import java.util.Optional;

/**
 * Ends the translation of a statement because of a mistake of the user; what the statement would
 * have defined is not known from there on.
 */
final class Mistake extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Optional<Place> place;
  private final String hint;

  private Mistake(Optional<Place> place, String message, String hint) {
    super(message, null, false, false);
    this.place = place;
    this.hint = hint;
  }

  static Mistake at(Place place, String message, String hint) {
    return new Mistake(Optional.of(place), message, hint);
  }

  static Mistake at(Place place, IrException broken) {
    return at(place, broken.getMessage(), broken.hint());
  }

  /** The consequence of a mistake that was reported already. */
  static Mistake reported() {
    return new Mistake(Optional.empty(), "", "");
  }

  /** Where it is; empty when it was reported. */
  Optional<Place> place() {
    return place;
  }

  String hint() {
    return hint;
  }
}
