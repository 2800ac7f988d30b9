package io.pto4j.sim.exec;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;

/** The operations the simulator knows, by name. */
final class OpTable {
  private static final ImmutableMap<String, OpDecoder> DECODERS =
      ImmutableMap.<String, OpDecoder>builder()
          .putAll(ScalarOps.decoders())
          .putAll(ViewOps.decoders())
          .putAll(VectorOps.decoders())
          .putAll(SelectOps.decoders())
          .putAll(MoveOps.decoders())
          .putAll(CubeOps.decoders())
          .putAll(SyncOps.decoders())
          .buildOrThrow();

  private OpTable() {}

  /** The decoder of the operations of this name, or null. */
  static OpDecoder find(String name) {
    return DECODERS.get(name);
  }

  /** All names. */
  static ImmutableSortedSet<String> names() {
    return ImmutableSortedSet.copyOf(DECODERS.keySet());
  }
}
