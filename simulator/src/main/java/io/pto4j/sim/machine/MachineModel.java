package io.pto4j.sim.machine;

import com.google.common.collect.ImmutableMap;
import io.pto4j.sim.pto.PtoType.Location;

/**
 * The parts of a target that the simulator needs.
 *
 * @param name name of the target
 * @param arch the value of {@code pto.target_arch} of its kernels
 * @param memoryBytes size of each on-chip memory
 * @param cubeCores number of AIC cores
 * @param vectorCores number of AIV cores
 * @param leftBoxesRowMajor whether boxes of the left matmul operand follow one another row by row
 */
public record MachineModel(
    String name,
    String arch,
    ImmutableMap<Location, Integer> memoryBytes,
    int cubeCores,
    int vectorCores,
    boolean leftBoxesRowMajor) {

  private static final int KIB = 1024;

  /**
   * Ascend910B: 24 cube and 48 vector cores. The last 8 KiB of the unified buffer are scratch of
   * the instruction library, tiles may not lie there. Source: machine model, on-chip memories.
   */
  public static MachineModel ascend910b() {
    return new MachineModel(
        "Ascend910B",
        "a2a3",
        ImmutableMap.of(
            Location.VEC, 184 * KIB,
            Location.MAT, 512 * KIB,
            Location.LEFT, 64 * KIB,
            Location.RIGHT, 64 * KIB,
            Location.ACC, 128 * KIB,
            Location.BIAS, KIB,
            Location.SCALING, 2 * KIB),
        24,
        48,
        true);
  }
}
