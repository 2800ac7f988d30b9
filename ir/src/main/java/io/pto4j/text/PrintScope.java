package io.pto4j.text;

import io.pto4j.ir.Var;
import java.util.Set;

/**
 * What the parts of the printer know about their surroundings.
 *
 * @param inProgram whether functions are called through {@code self}
 * @param flagFree whether a variable without definition is marked as such
 * @param bases the variables of allocations in the body
 */
record PrintScope(
    PrintOptions options, Names names, boolean inProgram, boolean flagFree, Set<Var> bases) {

  /** {@code name} of the language module. */
  String pl(String name) {
    return options.prefix() + "." + name;
  }

  boolean ecosystem() {
    return options.dialect() == PrintOptions.Dialect.ECOSYSTEM;
  }

  String name(Var var) {
    return names
        .find(var)
        .orElseGet(
            () ->
                PythonNames.identifier(var.nameHint(), options.prefix())
                    + (flagFree ? "__FREE_VAR" : ""));
  }
}
