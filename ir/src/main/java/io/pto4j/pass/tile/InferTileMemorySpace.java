package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Gives every tile of a kernel a memory, and moves operands that are in a memory from which the
 * operator cannot take them. Source: PyPTO passes, InferTileMemorySpace.
 */
public final class InferTileMemorySpace implements Pass {
  /** Marks loads that the conversion of tensor operators made for the matrix unit. */
  static final String MAT_BRIDGE = "__compiler_tensor_to_tile_mat_bridge";

  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.INCORE_TILE_OPS,
        Property.SPLIT_INCORE_ORCH,
        Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.TILE_MEMORY_INFERRED,
        Property.NORMALIZED_STMT_STRUCTURE,
        Property.AIV_SPLIT_VALID,
        Property.ACC_TO_GM_STORE_VALID);
  }

  @Override
  public ImmutableSet<Property> invalidated() {
    return ImmutableSet.of(Property.AIV_SPLIT_VALID);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> Kernels.isInCore(f) ? infer(f, context) : f);
  }

  private static Function infer(Function kernel, PassContext context) {
    Function placed = new TilePlacer(TileSpaces.of(kernel.body())).function(kernel);
    MatmulCapacity.check(placed, context.target());
    return placed;
  }
}
