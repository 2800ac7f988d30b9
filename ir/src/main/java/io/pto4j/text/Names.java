package io.pto4j.text;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multiset;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The printed names of variables. */
final class Names {
  private final ImmutableMap<Var, String> texts;

  private Names(Map<Var, String> texts) {
    this.texts = ImmutableMap.copyOf(texts);
  }

  static Names none() {
    return new Names(ImmutableMap.of());
  }

  /** The name of {@code var}, if it has been given one. */
  Optional<String> find(Var var) {
    return Optional.ofNullable(texts.get(var));
  }

  Set<String> used() {
    return Set.copyOf(texts.values());
  }

  /**
   * Names for {@code vars}, each different and different from {@code reserved}. Where several
   * variables have the same hint, the first gets it and the others are numbered.
   */
  static Names assign(List<Var> vars, Names fixed, Set<String> reserved, String prefix) {
    Map<Var, String> hints = new HashMap<>();
    Multiset<String> counts = HashMultiset.create();
    for (Var var : vars) {
      String hint = PythonNames.identifier(var.nameHint(), prefix);
      hints.put(var, hint);
      counts.add(hint);
    }
    Set<String> taken = new HashSet<>(reserved);
    counts.elementSet().stream().filter(h -> counts.count(h) == 1).forEach(taken::add);
    Map<Var, String> texts = new HashMap<>(fixed.texts);
    Map<String, Integer> last = new HashMap<>();
    for (Var var : vars) {
      String hint = hints.get(var);
      boolean own = counts.count(hint) == 1 && !reserved.contains(hint);
      texts.put(var, own ? hint : free(hint, taken, last));
    }
    return new Names(texts);
  }

  private static String free(String hint, Set<String> taken, Map<String, Integer> last) {
    String name = hint;
    while (!taken.add(name)) {
      name = hint + "_" + last.merge(hint, 1, Integer::sum);
    }
    return name;
  }
}
