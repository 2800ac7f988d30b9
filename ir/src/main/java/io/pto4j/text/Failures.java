package io.pto4j.text;

import io.pto4j.ir.IrException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The mistakes found in a text so far; reading goes on behind each. */
final class Failures {
  private static final String FOLLOW_UP = "this uses something that is wrong elsewhere";
  private static final int MOST = 20;

  private final List<IrException> found = new ArrayList<>();

  /** An error that only says that an earlier one stands in the way. */
  static IrException followUp(Py place) {
    return Module.error(place, FOLLOW_UP);
  }

  int count() {
    return found.size();
  }

  void add(IrException e) {
    if (!e.getMessage().equals(FOLLOW_UP) && found.size() < MOST) {
      found.add(e);
    }
  }

  /** All of them as one error with the place of the first; nothing happens if there are none. */
  void raise(SourceText source) {
    if (found.isEmpty()) {
      return;
    }
    IrException first = source.rendered(found.getFirst());
    if (found.size() == 1) {
      throw first;
    }
    String all =
        found.stream()
            .map(e -> source.rendered(e).getMessage())
            .collect(Collectors.joining(System.lineSeparator()));
    IrException together = new IrException(all, first.hint(), first.span());
    together.initCause(first);
    throw together;
  }
}
