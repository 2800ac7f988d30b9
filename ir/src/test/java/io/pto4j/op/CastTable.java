package io.pto4j.op;

import com.google.common.base.Ascii;
import com.google.common.base.Splitter;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Table;
import com.google.common.io.Resources;
import io.pto4j.ir.DataType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The ways between element types as {@code op/casts.txt} lists them, one by one. */
public final class CastTable {
  private static final ImmutableMap<Isa, Table<DataType, DataType, ImmutableList<DataType>>>
      MACHINES =
          ImmutableMap.of(Isa.A2A3, HashBasedTable.create(), Isa.A5, HashBasedTable.create());

  static {
    for (String line : lines()) {
      if (!line.startsWith("#")) {
        List<String> words = Splitter.on(' ').splitToList(line);
        ImmutableList<DataType> way =
            words.stream().skip(2).map(DataType::valueOf).collect(ImmutableList.toImmutableList());
        MACHINES
            .get(Isa.valueOf(Ascii.toUpperCase(words.get(0))))
            .put(DataType.valueOf(words.get(1)), way.getLast(), way);
      }
    }
  }

  private CastTable() {}

  /** The types after the first; empty when there is no way. */
  public static ImmutableList<DataType> way(Isa isa, DataType from, DataType to) {
    Map<DataType, ImmutableList<DataType>> row = MACHINES.get(isa).row(from);
    return row.getOrDefault(to, ImmutableList.of());
  }

  private static List<String> lines() {
    try {
      return Resources.readLines(Resources.getResource("op/casts.txt"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
