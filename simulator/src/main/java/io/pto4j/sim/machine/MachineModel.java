package io.pto4j.sim.machine;

import com.google.common.collect.ImmutableMap;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Isa;
import io.pto4j.pass.Target;
import io.pto4j.sim.pto.PtoType.Location;
import java.util.Optional;

/**
 * The parts of a target that the simulator needs.
 *
 * @param name name of the target
 * @param isa the instructions of its cores
 * @param memoryBytes size of each on-chip memory
 * @param cubeCores number of AIC cores
 * @param vectorCores number of AIV cores
 * @param leftBoxesRowMajor whether boxes of the left matmul operand follow one another row by row
 */
public record MachineModel(
    String name,
    Isa isa,
    ImmutableMap<Location, Integer> memoryBytes,
    int cubeCores,
    int vectorCores,
    boolean leftBoxesRowMajor) {

  private static final int SCALING_BYTES = 2048;

  /**
   * The simulator's view of a target. Of the unified buffer it takes what the target leaves to
   * tiles; the fixpipe's scaling buffer, which no compiler plans, has the size of the instruction
   * library's limit.
   *
   * <p>Source: machine model, on-chip memories; PTO ISA, layout of the left operand.
   */
  public static MachineModel of(Target target) {
    ImmutableMap.Builder<Location, Integer> memories = ImmutableMap.builder();
    target
        .memoryBytes()
        .forEach(
            (space, bytes) ->
                location(space).ifPresent(l -> memories.put(l, Math.toIntExact(bytes))));
    return new MachineModel(
        target.name(),
        target.isa(),
        memories.put(Location.SCALING, SCALING_BYTES).buildOrThrow(),
        target.aicCores(),
        target.aivCores(),
        target.isa() == Isa.A2A3);
  }

  /** The value of {@code pto.target_arch} of its kernels. */
  public String arch() {
    return isa.arch();
  }

  /** The model of the standard target. */
  public static MachineModel standard() {
    return of(Targets.standard());
  }

  private static Optional<Location> location(MemorySpace space) {
    return switch (space) {
      case VEC -> Optional.of(Location.VEC);
      case MAT -> Optional.of(Location.MAT);
      case LEFT -> Optional.of(Location.LEFT);
      case RIGHT -> Optional.of(Location.RIGHT);
      case ACC -> Optional.of(Location.ACC);
      case BIAS -> Optional.of(Location.BIAS);
      default -> Optional.empty();
    };
  }
}
