package io.pto4j.sim.machine;

import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.pto.PtoType.Location;

/**
 * The on-chip memories a kernel runs on. They keep their bytes but lose their meaning between
 * kernels.
 */
public final class Core {
  private final MachineModel model;
  private final ImmutableMap<Location, OnChipMemory> memories;

  /** A core of the machine with all memories undefined. */
  public Core(MachineModel model) {
    this.model = model;
    ImmutableMap.Builder<Location, OnChipMemory> out = ImmutableMap.builder();
    model
        .memoryBytes()
        .forEach((location, size) -> out.put(location, new OnChipMemory(location, size)));
    this.memories = out.buildOrThrow();
  }

  /** The machine this is a core of. */
  public MachineModel model() {
    return model;
  }

  /** The memory of this kind. */
  public OnChipMemory memory(Location location) {
    OnChipMemory memory = memories.get(location);
    if (memory == null) {
      throw new SimulationException(model.name() + " has no " + location.text() + " memory");
    }
    return memory;
  }

  /** Forgets what earlier kernels wrote. */
  public void reset() {
    memories.values().forEach(m -> m.defined().clear());
  }
}
