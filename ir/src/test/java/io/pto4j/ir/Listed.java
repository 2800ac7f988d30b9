package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import org.junit.jupiter.params.provider.Arguments;

/** The rows of a list that is written by hand, by their first column. */
record Listed(ImmutableMap<String, ImmutableList<String>> rows) {
  /**
   * @param separator the regular expression between two columns
   */
  static Listed of(String list, String separator) {
    return new Listed(
        Maps.uniqueIndex(
            list.lines()
                .map(line -> ImmutableList.copyOf(line.split(separator)))
                .collect(ImmutableList.toImmutableList()),
            ImmutableList::getFirst));
  }

  ImmutableList<String> names() {
    return rows.keySet().asList();
  }

  /** Name and row, for a parameterized test. */
  ImmutableList<Arguments> arguments() {
    return rows.values().stream()
        .map(row -> Arguments.of(row.getFirst(), row))
        .collect(ImmutableList.toImmutableList());
  }
}
