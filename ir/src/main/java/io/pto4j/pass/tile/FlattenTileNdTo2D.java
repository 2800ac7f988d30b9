package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Merges all but the last axis of tiles with more than two, since on-chip memory holds matrices.
 * Source: PyPTO passes, FlattenTileNdTo2D.
 */
public final class FlattenTileNdTo2D implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SSA_FORM, Property.INCORE_TILE_OPS, Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM, Property.TILE_OPS_2D, Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> Kernels.isDevice(f) ? new TileFlattener().function(f) : f);
  }
}
