package io.pto4j.pass.tile;

import io.pto4j.ir.Level;
import io.pto4j.ir.Program;
import io.pto4j.op.NativeCasts;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import java.util.Optional;

/**
 * Makes several conversions of one that the machine cannot do at once; the elements take other
 * types on their way and may be rounded more than once. Source: PyPTO passes, LegalizeTileCast.
 */
public final class LegalizeTileCast implements Pass {
  @Override
  public Program run(Program program, PassContext context) {
    String arch = context.target().arch();
    return program.mapFunctions(
        f ->
            f.level().equals(Optional.of(Level.HOST))
                ? f
                : new CastChains(NativeCasts.of(arch), arch).function(f));
  }
}
