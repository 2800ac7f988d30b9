package io.pto4j.backend.target;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.Isa;
import io.pto4j.pass.Target;

/**
 * The Ascend 910B family (architecture {@code a2a3}): 24 cube cores and 48 vector cores, each with
 * memories of its own. The unified buffer has 192 KiB, of which the instruction library owns the
 * top 8. Source: PTO machine model, Ascend910B.
 */
final class Ascend910B {
  private static final long KIB = 1024;
  private static final int VECTOR_BLOCK = 32;
  private static final int CACHE_LINE = 512;

  private Ascend910B() {}

  static Target target() {
    return new Target(
        "Ascend910B",
        Isa.A2A3,
        "a2a3sim",
        24,
        48,
        ImmutableMap.of(
            MemorySpace.VEC, 184 * KIB,
            MemorySpace.MAT, 512 * KIB,
            MemorySpace.LEFT, 64 * KIB,
            MemorySpace.RIGHT, 64 * KIB,
            MemorySpace.ACC, 128 * KIB,
            MemorySpace.BIAS, KIB),
        ImmutableMap.of(
            MemorySpace.VEC, 128,
            MemorySpace.MAT, 128,
            MemorySpace.LEFT, 64,
            MemorySpace.RIGHT, 64,
            MemorySpace.ACC, 128,
            MemorySpace.BIAS, 64),
        VECTOR_BLOCK,
        32,
        ImmutableSet.of(DataType.INT32, DataType.FP32, DataType.FP16, DataType.BF16),
        true,
        CACHE_LINE,
        CACHE_LINE);
  }
}
