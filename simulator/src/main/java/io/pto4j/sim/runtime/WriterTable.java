package io.pto4j.sim.runtime;

import io.pto4j.sim.machine.GmBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The writes that later accesses wait for, by allocation.
 *
 * <p>Source: task runtime, automatic dependencies.
 */
final class WriterTable {
  private record Entry(DeviceTensor tensor, int task) {}

  private final IdentityHashMap<GmBuffer, List<Entry>> entries = new IdentityHashMap<>();

  /** Names every task that wrote a part of what is accessed. */
  void writers(DeviceTensor access, IntConsumer found) {
    for (Entry entry : of(access)) {
      if (Overlap.of(access, entry.tensor) != Overlap.NONE) {
        found.accept(entry.task);
      }
    }
  }

  /** Drops the writes that an in-place access covers whole. */
  void removeCovered(DeviceTensor access) {
    of(access).removeIf(entry -> Overlap.of(access, entry.tensor) == Overlap.COVERED);
  }

  void register(DeviceTensor written, int task) {
    of(written).add(new Entry(written, task));
  }

  private List<Entry> of(DeviceTensor tensor) {
    return entries.computeIfAbsent(tensor.allocation().buffer(), _ -> new ArrayList<>());
  }
}
