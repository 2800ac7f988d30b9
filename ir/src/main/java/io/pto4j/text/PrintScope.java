package io.pto4j.text;

import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.Set;

/**
 * What the parts of the printer know about their surroundings.
 *
 * @param inProgram whether functions are called through {@code self}
 * @param flagFree whether a variable without definition is marked as such
 * @param bases the variables of allocations in the body
 * @param region how the innermost split around divides its tiles
 */
record PrintScope(
    PrintOptions options,
    Names names,
    boolean inProgram,
    boolean flagFree,
    Set<Var> bases,
    Optional<SplitMode> region) {

  PrintScope(
      PrintOptions options, Names names, boolean inProgram, boolean flagFree, Set<Var> bases) {
    this(options, names, inProgram, flagFree, bases, Optional.empty());
  }

  /** The surroundings inside a loop over the lanes of a split. */
  PrintScope inRegion(SplitMode split) {
    return new PrintScope(options, names, inProgram, flagFree, bases, Optional.of(split));
  }

  /** {@code name} of the language module. */
  String pl(String name) {
    return options.prefix() + "." + name;
  }

  boolean ecosystem() {
    return options.dialect() == PrintOptions.Dialect.ECOSYSTEM;
  }

  /** What the dialect says for {@code rule}, with the name that the language module has here. */
  String spelling(DialectRule rule) {
    String text = rule.in(options.dialect());
    return text.startsWith("pl.") ? options.prefix() + text.substring("pl".length()) : text;
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
