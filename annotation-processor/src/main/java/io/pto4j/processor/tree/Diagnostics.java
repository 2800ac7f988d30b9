package io.pto4j.processor.tree;

import com.sun.source.util.Trees;
import io.pto4j.ir.IrException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.tools.Diagnostic;

/** Reports errors at trees and counts them; and what is no error. */
public final class Diagnostics {
  private final Trees trees;
  private final Places places;
  private final Suppressions suppressions;
  private final Set<Reported> reported = new HashSet<>();
  private final Set<Reported> remarked = new HashSet<>();

  private record Reported(Place place, String text) {}

  public Diagnostics(Trees trees, Places places) {
    this.trees = trees;
    this.places = places;
    this.suppressions = new Suppressions(trees);
  }

  /** Reports a mistake; {@code hint} says what to do and may be empty. */
  public void error(Place place, String message, String hint) {
    String text = hint.isEmpty() ? message : message + "\n  hint: " + hint;
    if (reported.add(new Reported(place, text))) {
      trees.printMessage(Diagnostic.Kind.ERROR, text, place.tree(), place.unit());
    }
  }

  /** Reports a broken rule of the IR where it was found. */
  public void error(Place place, IrException broken) {
    error(place, broken.getMessage(), broken.hint());
  }

  /**
   * Reports what a pass found, with what it found besides, at the places that the errors name, or
   * at {@code otherwise} when a span is not of this compilation.
   */
  public void errorsInPass(IrException broken, Place otherwise) {
    errorInPass(broken, otherwise);
    for (Throwable further : broken.getSuppressed()) {
      if (further instanceof IrException other) {
        errorInPass(other, otherwise);
      }
    }
  }

  private void errorInPass(IrException broken, Place otherwise) {
    Optional<Place> place = places.find(broken.span());
    if (place.isPresent() || !broken.span().isKnown()) {
      error(place.orElse(otherwise), broken);
    } else {
      error(otherwise, broken.span() + ": " + broken.getMessage(), broken.hint());
    }
  }

  /**
   * Reports a warning or a hint where it was found, once, unless an annotation suppresses it. What
   * is about a class that was compiled earlier was said then.
   */
  public void remark(io.pto4j.verify.Diagnostic found, Diagnostic.Kind kind) {
    Optional<Place> place = places.find(found.span());
    if (place.isPresent() && !suppressions.cover(place.get(), found)) {
      String name = found.hintCode().isEmpty() ? found.rule() : found.hintCode();
      String text = "[" + name + "] " + found.message();
      if (remarked.add(new Reported(place.get(), text))) {
        trees.printMessage(kind, text, place.get().tree(), place.get().unit());
      }
    }
  }

  public Places places() {
    return places;
  }

  /** The number of errors so far. */
  public int count() {
    return reported.size();
  }
}
