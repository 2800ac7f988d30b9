package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;

/**
 * Gives the vector unit rows where it works on rows only: a column vector is looked at as a row for
 * the operator, any other tile is copied. Source: PyPTO passes, ResolveBackendOpLayouts.
 */
public final class ResolveBackendOpLayouts implements Pass {
  private static final ImmutableSet<Property> REQUIRED =
      ImmutableSet.of(
          Property.SSA_FORM,
          Property.INCORE_TILE_OPS,
          Property.SPLIT_INCORE_ORCH,
          Property.TILE_OPS_2D);

  @Override
  public ImmutableSet<Property> required() {
    return REQUIRED;
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.<Property>builder()
        .addAll(REQUIRED)
        .add(Property.NORMALIZED_STMT_STRUCTURE, Property.OPERATORS_SUPPORTED)
        .build();
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.mapFunctions(f -> Kernels.isDevice(f) ? new RowMajor().function(f) : f);
  }
}
