package io.pto4j.sim.machine;

import io.pto4j.sim.pto.PtoType.Location;
import java.lang.foreign.MemorySegment;

/** One on-chip memory of a core: bytes at the addresses the compiler planned. */
public final class OnChipMemory {
  private final Location location;
  private final MemorySegment segment;
  private final DefinedMap defined;

  OnChipMemory(Location location, int size) {
    this.location = location;
    this.segment = MemorySegment.ofArray(new byte[size]);
    this.defined = new DefinedMap(size);
  }

  /** Which memory it is. */
  public Location location() {
    return location;
  }

  /** The bytes. */
  public MemorySegment segment() {
    return segment;
  }

  /** Which bytes hold a value. */
  public DefinedMap defined() {
    return defined;
  }

  /** Size in bytes. */
  public int size() {
    return (int) segment.byteSize();
  }
}
