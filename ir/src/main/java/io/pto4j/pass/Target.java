package io.pto4j.pass;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Isa;
import org.immutables.value.Value;

/**
 * A machine, as data: passes, emitters and the simulator ask it and never look at its name.
 *
 * @param name public name, such as {@code Ascend910B}
 * @param isa the instructions of its cores
 * @param platform the platform named in compiled metadata
 * @param aicCores cube cores of a chip
 * @param aivCores vector cores of a chip
 * @param memoryBytes capacity of each on-chip memory in bytes
 * @param memoryAlignment alignment of a buffer in each memory in bytes
 * @param vectorAlignment bytes that the row of a vector tile must be a multiple of
 * @param accInt32Rows what the rows of an INT32 accumulator are rounded up to
 * @param accStoreTypes element types into which an accumulator tile can be stored
 * @param bf16AtomicAdd whether global memory can be updated atomically in BF16
 * @param innermostBytes how long the rows of a transfer to or from global memory should be at least
 * @param cacheLineBytes length of a line of the second-level cache in bytes
 */
@Value.Builder
public record Target(
    String name,
    Isa isa,
    String platform,
    int aicCores,
    int aivCores,
    ImmutableMap<MemorySpace, Long> memoryBytes,
    ImmutableMap<MemorySpace, Integer> memoryAlignment,
    int vectorAlignment,
    int accInt32Rows,
    ImmutableSet<DataType> accStoreTypes,
    boolean bf16AtomicAdd,
    int innermostBytes,
    int cacheLineBytes)
    implements WithTarget {
  private static final int FRACTAL_ROWS = 16;

  /** The architecture attribute in device code. */
  public String arch() {
    return isa.arch();
  }

  /** What the rows of an accumulator of {@code dtype} are rounded up to in memory. */
  public int accRowAlignment(DataType dtype) {
    return dtype == DataType.INT32 ? accInt32Rows : FRACTAL_ROWS;
  }
}
