package io.pto4j.gen;

import com.google.errorprone.annotations.FormatMethod;
import java.util.ArrayList;
import java.util.List;

/** Text in the Python syntax, written line by line. */
final class Source {
  private static final String INDENT = "    ";

  private final List<String> lines = new ArrayList<>();
  private int depth;
  private int names;

  /** A line at the current depth. */
  @FormatMethod
  void line(String format, Object... args) {
    lines.add(INDENT.repeat(depth) + format.formatted(args));
  }

  /** A line that opens a block, and what is in it. */
  void block(String head, Runnable body) {
    line("%s:", head);
    depth++;
    int before = lines.size();
    body.run();
    if (lines.size() == before) {
      line("pass");
    }
    depth--;
  }

  /** A name that is not yet used. */
  String fresh(String hint) {
    return hint + names++;
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }
}
