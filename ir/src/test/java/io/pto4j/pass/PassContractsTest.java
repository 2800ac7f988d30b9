package io.pto4j.pass;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import com.google.common.io.Resources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What passes require, establish and invalidate, against the table of all passes there are. */
class PassContractsTest {
  private static final Splitter COLUMNS = Splitter.on('|').trimResults();
  private static final Splitter NAMES = Splitter.on(' ').omitEmptyStrings();
  private static final String REPEATED = "Simplify";

  private record Contract(
      int place,
      ImmutableSet<Property> required,
      ImmutableSet<Property> produced,
      ImmutableSet<Property> invalidated) {}

  private static Map<String, Contract> table() throws IOException {
    Map<String, Contract> table = new HashMap<>();
    List<String> lines =
        Resources.readLines(Resources.getResource("pass-contracts.txt"), UTF_8).stream()
            .skip(1)
            .toList();
    for (int i = 0; i < lines.size(); i++) {
      List<String> columns = new ArrayList<>(COLUMNS.splitToList(lines.get(i)));
      assertThat(columns).hasSize(4);
      table.put(
          columns.get(0),
          new Contract(
              i,
              properties(columns.get(1)),
              properties(columns.get(2)),
              properties(columns.get(3))));
    }
    return table;
  }

  private static ImmutableSet<Property> properties(String names) {
    return NAMES
        .splitToStream(names)
        .map(
            name ->
                Arrays.stream(Property.values())
                    .filter(property -> property.text().equals(name))
                    .findFirst()
                    .orElseThrow())
        .collect(Sets.toImmutableEnumSet());
  }

  /** What is in no table of PyPTO's. */
  private static final ImmutableSet<Property> OURS =
      ImmutableSet.of(Property.OPERATORS_SUPPORTED, Property.TILE_CASTS_NATIVE);

  @Test
  void everyPassDeclaresItsContract() throws IOException {
    Map<String, Contract> table = table();
    for (Pass pass : Pipelines.standard().passes()) {
      Contract contract = table.get(pass.name());
      assertThat(contract).as(pass.name()).isNotNull();
      assertThat(pass.required()).as(pass.name()).isEqualTo(contract.required);
      assertThat(pass.invalidated()).as(pass.name()).isEqualTo(contract.invalidated);
      assertThat(Sets.difference(pass.produced(), OURS))
          .as(pass.name())
          .isEqualTo(contract.produced);
    }
  }

  @Test
  void passesStandInTheOrderOfTheTable() throws IOException {
    Map<String, Contract> table = table();
    assertThat(
            Pipelines.standard().passes().stream()
                .map(Pass::name)
                .filter(name -> !name.equals(REPEATED))
                .map(name -> table.get(name).place))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(Pipelines.standard().passes()).extracting(Pass::name).contains(REPEATED);
    assertThat(Pipelines.standard().brokenContracts()).isEmpty();
  }
}
