package io.pto4j.sim.runtime;

import io.pto4j.sim.machine.GmBuffer;
import java.util.OptionalInt;

/**
 * A tensor's memory.
 *
 * @param owner the task that allocated it; empty for tensors of the host and for scratch tensors,
 *     which exist from the start
 * @param manualDependencies whether accesses order nothing by themselves
 */
record Allocation(GmBuffer buffer, OptionalInt owner, boolean manualDependencies) {}
