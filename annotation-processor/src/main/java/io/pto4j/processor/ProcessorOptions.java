package io.pto4j.processor;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.IrException;
import io.pto4j.pass.MemoryPlanner;
import io.pto4j.verify.DiagnosticCheck;
import io.pto4j.verify.PerformanceHints;
import io.pto4j.verify.Warnings;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of the processor, {@code -Apto4j.<name>=<value>}.
 *
 * @param target name of the machine to compile for; a program may name another one
 * @param dumpPasses whether the IR after each pass is among the artifacts
 * @param warnings how warnings about kernels are shown
 * @param hints whether hints about performance are shown
 * @param stubsOnly whether kernels are left alone, for a compiler that only needs the host stubs
 */
record ProcessorOptions(
    Optional<String> target,
    boolean dumpPasses,
    Verify verify,
    WarningKind warnings,
    boolean hints,
    boolean stubsOnly) {
  /** What is checked after each pass. */
  enum Verify {
    NONE,
    /** The properties that the pass promises. */
    BASIC,
    /** Also that the text of the program reads back as the same program. */
    ROUNDTRIP,
    /** Also that the program computes the same as before. */
    SEMANTIC
  }

  /** How what is likely a mistake is shown. */
  enum WarningKind {
    NONE,
    /** As notes, which never fail a build. */
    NOTE,
    /** As warnings, which fail a build that has them count as errors. */
    WARNING
  }

  static final String TARGET = "pto4j.target";
  static final String DUMP_PASSES = "pto4j.dumpPasses";
  static final String VERIFY = "pto4j.verify";
  static final String PLANNER = "pto4j.planner";
  static final String WARNINGS = "pto4j.warnings";
  static final String HINTS = "pto4j.hints";
  static final String STUBS_ONLY = "pto4j.stubsOnly";
  static final ImmutableSet<String> NAMES =
      ImmutableSet.of(TARGET, DUMP_PASSES, VERIFY, PLANNER, WARNINGS, HINTS, STUBS_ONLY);

  private static final String PREFIX = "pto4j.";

  /**
   * Reads the options.
   *
   * @param problems takes a message for each option that is unknown or has an unknown value
   */
  static ProcessorOptions parse(Map<String, String> options, Consumer<String> problems) {
    for (String name : options.keySet()) {
      if (name.startsWith(PREFIX) && !NAMES.contains(name)) {
        problems.accept("unknown option -A" + name + "; known are " + String.join(", ", NAMES));
      }
    }
    checkPlanner(options, problems);
    return new ProcessorOptions(
        Optional.ofNullable(options.get(TARGET)),
        flag(options, DUMP_PASSES, false, problems),
        choice(options, VERIFY, Verify.BASIC, problems),
        choice(options, WARNINGS, WarningKind.NOTE, problems),
        flag(options, HINTS, true, problems),
        flag(options, STUBS_ONLY, false, problems));
  }

  private static void checkPlanner(Map<String, String> options, Consumer<String> problems) {
    MemoryPlanner planner = choice(options, PLANNER, MemoryPlanner.PYPTO, problems);
    try {
      planner.requireSupported();
    } catch (IrException e) {
      problems.accept("-A%s=%s: %s".formatted(PLANNER, word(planner), e.getMessage()));
    }
  }

  /** What need not be looked for, as it would not be shown. */
  ImmutableSet<DiagnosticCheck> disabledDiagnostics() {
    return ImmutableSet.<DiagnosticCheck>builder()
        .addAll(warnings == WarningKind.NONE ? Warnings.CHECKS : ImmutableSet.of())
        .addAll(hints ? ImmutableSet.of() : PerformanceHints.CHECKS)
        .build();
  }

  private static <E extends Enum<E>> E choice(
      Map<String, String> options, String name, E otherwise, Consumer<String> problems) {
    String value = options.getOrDefault(name, word(otherwise));
    E[] known = otherwise.getDeclaringClass().getEnumConstants();
    for (E choice : known) {
      if (word(choice).equals(value)) {
        return choice;
      }
    }
    String last = word(known[known.length - 1]);
    problems.accept(
        "-A%s=%s: write %s or %s"
            .formatted(
                name,
                value,
                Arrays.stream(known)
                    .limit(known.length - 1L)
                    .map(ProcessorOptions::word)
                    .collect(joining(", ")),
                last));
    return otherwise;
  }

  private static String word(Enum<?> choice) {
    return Ascii.toLowerCase(choice.name());
  }

  /** An option that is given without a value, or with {@code true} or {@code false}. */
  private static boolean flag(
      Map<String, String> options, String name, boolean otherwise, Consumer<String> problems) {
    if (!options.containsKey(name)) {
      return otherwise;
    }
    String value = options.get(name);
    if (value == null || value.isEmpty() || value.equals("true")) {
      return true;
    }
    if (!value.equals("false")) {
      problems.accept("-A%s=%s: write true or false".formatted(name, value));
    }
    return false;
  }
}
