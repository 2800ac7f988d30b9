package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Level;
import io.pto4j.ir.Program;
import io.pto4j.op.Isa;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.Optional;

/**
 * Makes several conversions of one that the machine cannot do at once; the elements take other
 * types on their way and may be rounded more than once. Source: PyPTO passes, LegalizeTileCast.
 */
public final class LegalizeTileCast implements Pass {
  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.TILE_CASTS_NATIVE);
  }

  @Override
  public Program run(Program program, PassContext context) {
    Isa isa = context.target().isa();
    return program.mapFunctions(
        f -> f.level().equals(Optional.of(Level.HOST)) ? f : new CastChains(isa).function(f));
  }
}
