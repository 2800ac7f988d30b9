package io.pto4j.runtime;

import java.util.List;

/**
 * What a run did.
 *
 * @param tasks number of tasks
 * @param cycles cycles of the device from the start of the first task to the end of the last one
 * @param timeline one row per task and core, by start
 * @param wallNanos time on the host in nanoseconds
 * @param trace text of the trace; empty unless {@link RunOptions#trace} asked for one
 */
public record RunReport(int tasks, long cycles, List<Row> timeline, long wallNanos, String trace) {

  /** Makes the list immutable. */
  public RunReport {
    timeline = List.copyOf(timeline);
  }

  /**
   * A task on a core.
   *
   * @param core name of the core, such as {@code "AIV3"}
   * @param task number of the task, from 0 in the order of submission
   * @param kernel name of the kernel
   * @param startCycle first cycle
   * @param endCycle cycle after the last one
   */
  public record Row(String core, int task, String kernel, long startCycle, long endCycle) {}
}
