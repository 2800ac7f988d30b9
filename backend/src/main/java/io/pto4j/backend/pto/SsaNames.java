package io.pto4j.backend.pto;

import java.util.HashSet;
import java.util.Set;

/** The value names of one function: hints where they are free, numbers otherwise. */
final class SsaNames {
  private final Set<String> taken = new HashSet<>();
  private int next;

  void reserve(String name) {
    taken.add(name);
  }

  /** A fresh numbered name. */
  String temp() {
    while (true) {
      String name = "%" + next++;
      if (taken.add(name)) {
        return name;
      }
    }
  }

  /** The name that {@code hint} suggests, or a number when it is taken. */
  String hinted(String hint) {
    String clean = hint.replaceAll("[^A-Za-z0-9_.$]", "_");
    String name =
        "%" + (clean.isEmpty() || Character.isDigit(clean.charAt(0)) ? "_" + clean : clean);
    return !clean.isEmpty() && taken.add(name) ? name : temp();
  }
}
