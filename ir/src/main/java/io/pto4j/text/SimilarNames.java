package io.pto4j.text;

import static java.util.Comparator.comparingInt;

import io.pto4j.op.Operators;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the operator or other word that a name without meaning may stand for. */
final class SimilarNames {
  /** How many letters may be wrong; of a short name, a quarter. */
  private static final int MOST_WRONG = 2;

  private SimilarNames() {}

  /**
   * @param spelling a name as it is written, such as {@code pl.laod} or {@code pl.tile.laod}
   */
  static Optional<String> to(String spelling) {
    int dot = spelling.indexOf('.');
    String prefix = spelling.substring(0, dot + 1);
    String name = spelling.substring(dot + 1);
    return closest(name, candidates(prefix, name.contains("."))).map(prefix::concat);
  }

  /** The word that {@code name} may be a misspelling of. */
  static Optional<String> closest(String name, Stream<String> words) {
    int most = Math.min(MOST_WRONG, Math.max(1, name.length() / 4));
    return words
        .distinct()
        .filter(known -> distance(name, known) <= most)
        .min(comparingInt(known -> distance(name, known)));
  }

  private static Stream<String> candidates(String prefix, boolean namespaced) {
    Stream<String> operators = Operators.table().keySet().stream();
    if (prefix.equals("pld.")) {
      operators = operators.map(operator -> operator.replaceFirst("^pld\\.", ""));
    }
    return namespaced
        ? operators
        : Stream.concat(
            Spellings.names().stream(),
            operators.map(operator -> operator.substring(operator.lastIndexOf('.') + 1)));
  }

  /** How many letters must be put in, left out, replaced or swapped with the next. */
  private static int distance(String written, String meant) {
    int[][] rows = new int[written.length() + 1][meant.length() + 1];
    Arrays.setAll(rows[0], j -> j);
    for (int i = 1; i <= written.length(); i++) {
      rows[i][0] = i;
      for (int j = 1; j <= meant.length(); j++) {
        int same = written.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
        int best = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1);
        best = Math.min(best, rows[i - 1][j - 1] + same);
        boolean swapped =
            i > 1
                && j > 1
                && written.charAt(i - 1) == meant.charAt(j - 2)
                && written.charAt(i - 2) == meant.charAt(j - 1);
        rows[i][j] = swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
      }
    }
    return rows[written.length()][meant.length()];
  }
}
