package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IrException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mistakes found in a text so far; reading goes on behind each. */
final class Failures {
  /** How many mistakes are shown. */
  static final int MOST = 20;

  /** The order of mistakes in a text. */
  static final Comparator<ParseException> IN_THE_TEXT =
      Comparator.<ParseException>comparingInt(e -> e.span().beginLine())
          .thenComparingInt(e -> e.span().beginColumn());

  private final List<ParseException> found = new ArrayList<>();

  /** What stands in the way of reading on although the mistake is elsewhere and already known. */
  static final class FollowUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FollowUp() {
      super("uses something that is wrong elsewhere");
    }
  }

  int count() {
    return found.size();
  }

  /** Adds a mistake, but once only if what is wrong is used in several places. */
  void add(ParseException e) {
    if (found.size() < MOST && found.stream().noneMatch(f -> isSame(f, e))) {
      found.add(e);
    }
  }

  private static boolean isSame(ParseException a, ParseException b) {
    return a.span().equals(b.span()) && a.getMessage().equals(b.getMessage());
  }

  /** All of them as one error with the place of the first; nothing happens if there are none. */
  void raise(SourceText source) {
    if (found.isEmpty()) {
      return;
    }
    ImmutableList<ParseException> shown =
        found.stream().sorted(IN_THE_TEXT).map(source::rendered).collect(toImmutableList());
    if (shown.size() == 1) {
      throw shown.getFirst();
    }
    throw ParseException.together(
        shown,
        shown.stream().map(IrException::getMessage).collect(joining(System.lineSeparator())));
  }
}
