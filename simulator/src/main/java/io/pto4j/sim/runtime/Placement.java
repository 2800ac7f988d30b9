package io.pto4j.sim.runtime;

/**
 * Where and when a task runs.
 *
 * @param core name of the core such as {@code AIV3}, empty for a task without a kernel
 * @param start first cycle
 * @param end cycle after the last one
 */
public record Placement(Task task, String core, long start, long end) {}
