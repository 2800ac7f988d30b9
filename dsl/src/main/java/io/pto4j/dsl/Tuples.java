package io.pto4j.dsl;

import java.util.Arrays;
import java.util.List;

/** Lists of indices. */
final class Tuples {

  private Tuples() {}

  static List<Long> of(long... values) {
    return Arrays.stream(values).boxed().toList();
  }

  static List<Long> of(int... values) {
    return Arrays.stream(values).asLongStream().boxed().toList();
  }

  static List<Long> zeros(int rank) {
    return of(new long[rank]);
  }
}
