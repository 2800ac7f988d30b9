package io.pto4j.sim.pto;

import java.util.Arrays;

/** A named text that knows its lines. */
final class SourceText {
  private final String name;
  private final String text;
  private final int[] lineStarts;

  SourceText(String name, String text) {
    this.name = name;
    this.text = text;
    int[] starts = new int[16];
    int lines = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      if (lines == starts.length) {
        starts = Arrays.copyOf(starts, lines * 2);
      }
      starts[lines++] = i + 1;
    }
    this.lineStarts = Arrays.copyOf(starts, lines);
  }

  String text() {
    return text;
  }

  Position position(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    int line = found >= 0 ? found : -found - 2;
    return new Position(line + 1, offset - lineStarts[line] + 1);
  }

  PtoSyntaxException error(int offset, String message) {
    return new PtoSyntaxException(name, position(offset), message);
  }

  PtoSyntaxException error(Position position, String message) {
    return new PtoSyntaxException(name, position, message);
  }
}
