package io.pto4j.sim.machine;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * An allocation in global memory: a tensor of the host or a scratch tensor of the program.
 *
 * @param name name for messages
 * @param segment the bytes
 * @param defined which bytes hold a value; empty when all do
 */
public record GmBuffer(String name, MemorySegment segment, Optional<DefinedMap> defined) {

  /** A buffer whose bytes all hold values. */
  public static GmBuffer defined(String name, MemorySegment segment) {
    return new GmBuffer(name, segment, Optional.empty());
  }

  /** A buffer whose bytes hold no values yet. */
  public static GmBuffer undefined(String name, MemorySegment segment) {
    return new GmBuffer(name, segment, Optional.of(DefinedMap.shared(segment.byteSize())));
  }

  /** Size in bytes. */
  public long size() {
    return segment.byteSize();
  }

  /** Whether all bytes from {@code from} to before {@code to} hold values. */
  public boolean isDefined(long from, long to) {
    return defined.isEmpty() || defined.get().isDefined(from, to);
  }

  /** Marks the bytes from {@code from} to before {@code to}. */
  public void mark(long from, long to, boolean value) {
    if (defined.isPresent()) {
      if (value) {
        defined.get().define(from, to);
      } else {
        defined.get().undefine(from, to);
      }
    }
  }
}
