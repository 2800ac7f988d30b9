package io.pto4j.runtime;

import java.util.OptionalInt;

/**
 * How to run a program.
 *
 * @param cores number of cores of each kind to use at most; all of the machine when empty
 * @param deterministic whether to run the tasks in one order that depends on the program only
 * @param trace whether the report has the text of a trace
 */
public record RunOptions(OptionalInt cores, boolean deterministic, boolean trace) {

  /** Checks the number of cores. */
  public RunOptions {
    if (cores.isPresent() && cores.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "a program needs at least 1 core, not " + cores.getAsInt());
    }
  }

  /** All cores, tasks in any order that their dependencies allow, no trace. */
  public static RunOptions usual() {
    return new RunOptions(OptionalInt.empty(), false, false);
  }

  /** These options with a limit on the cores. */
  public RunOptions withCores(int limit) {
    return new RunOptions(OptionalInt.of(limit), deterministic, trace);
  }

  /** These options with one fixed order of the tasks, or without. */
  public RunOptions withDeterministic(boolean fixed) {
    return new RunOptions(cores, fixed, trace);
  }

  /** These options with a trace, or without. */
  public RunOptions withTrace(boolean wanted) {
    return new RunOptions(cores, deterministic, wanted);
  }
}
