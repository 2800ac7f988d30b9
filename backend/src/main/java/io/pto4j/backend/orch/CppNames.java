package io.pto4j.backend.orch;

import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The C++ names of one function: a variable's base name where it is free, then its whole hint, then
 * the hint with a number.
 */
final class CppNames {
  private static final String SUFFIX = "__";

  private final Set<String> taken = new HashSet<>();
  private final Map<Var, String> names = new HashMap<>();

  /** The part of a hint before the suffix that passes add. */
  static String base(String hint) {
    int end = hint.indexOf(SUFFIX);
    return end > 0 ? hint.substring(0, end) : hint;
  }

  void reserve(String name) {
    taken.add(name);
  }

  /** Makes {@code var} another name of something that has one. */
  void alias(Var var, String name) {
    names.put(var, name);
  }

  /** A new name for {@code var}. */
  String declare(Var var) {
    String name = unique(base(var.nameHint()), var.nameHint());
    names.put(var, name);
    return name;
  }

  private String unique(String base, String hint) {
    if (taken.add(base)) {
      return base;
    }
    String candidate = hint;
    for (int i = 1; !taken.add(candidate); i++) {
      candidate = hint + "_" + i;
    }
    return candidate;
  }

  boolean has(Var var) {
    return names.containsKey(var);
  }

  String of(Var var) {
    String name = names.get(var);
    if (name == null) {
      throw new IllegalStateException("no name for '" + var + "'");
    }
    return name;
  }
}
