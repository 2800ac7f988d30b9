package io.pto4j.processor;

import com.google.common.collect.ImmutableSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of the processor, {@code -Apto4j.<name>=<value>}.
 *
 * @param target name of the machine to compile for; a program may name another one
 * @param dumpPasses whether the IR after each pass is among the artifacts
 * @param stubsOnly whether kernels are left alone, for a compiler that only needs the host stubs
 */
record ProcessorOptions(
    Optional<String> target, boolean dumpPasses, Verify verify, boolean stubsOnly) {
  /** What is checked after each pass. */
  enum Verify {
    NONE,
    /** The properties that the pass promises. */
    BASIC,
    /** Also that the program computes the same as before. */
    SEMANTIC
  }

  static final String TARGET = "pto4j.target";
  static final String DUMP_PASSES = "pto4j.dumpPasses";
  static final String VERIFY = "pto4j.verify";
  static final String PLANNER = "pto4j.planner";
  static final String STUBS_ONLY = "pto4j.stubsOnly";
  static final ImmutableSet<String> NAMES =
      ImmutableSet.of(TARGET, DUMP_PASSES, VERIFY, PLANNER, STUBS_ONLY);

  private static final String PREFIX = "pto4j.";
  private static final String DEFAULT_PLANNER = "pto4j";

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
    String planner = options.getOrDefault(PLANNER, DEFAULT_PLANNER);
    if (!planner.equals(DEFAULT_PLANNER)) {
      problems.accept(
          "-A%s=%s: the only memory planner is '%s'".formatted(PLANNER, planner, DEFAULT_PLANNER));
    }
    return new ProcessorOptions(
        Optional.ofNullable(options.get(TARGET)),
        flag(options, DUMP_PASSES, problems),
        verify(options, problems),
        flag(options, STUBS_ONLY, problems));
  }

  private static Verify verify(Map<String, String> options, Consumer<String> problems) {
    String value = options.getOrDefault(VERIFY, "basic");
    return switch (value) {
      case "none" -> Verify.NONE;
      case "basic" -> Verify.BASIC;
      case "semantic" -> Verify.SEMANTIC;
      default -> {
        problems.accept("-A%s=%s: write none, basic or semantic".formatted(VERIFY, value));
        yield Verify.BASIC;
      }
    };
  }

  /** An option that is given without a value, or with {@code true} or {@code false}. */
  private static boolean flag(Map<String, String> options, String name, Consumer<String> problems) {
    String value = options.containsKey(name) ? options.get(name) : "false";
    if (value == null || value.isEmpty() || value.equals("true")) {
      return true;
    }
    if (!value.equals("false")) {
      problems.accept("-A%s=%s: write true or false".formatted(name, value));
    }
    return false;
  }
}
