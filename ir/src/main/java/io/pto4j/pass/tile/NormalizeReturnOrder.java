package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes kernels and their wrappers return the parameters that they write, in the order of the
 * parameters, and lets callers take the results in that order. Source: PyPTO passes,
 * NormalizeReturnOrder.
 */
public final class NormalizeReturnOrder implements Pass {
  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(Property.SPLIT_INCORE_ORCH, Property.INCORE_TILE_OPS);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(Property.RETURN_PARAMS_EXPLICIT);
  }

  @Override
  public Program run(Program program, PassContext context) {
    ReturnedParams returned = new ReturnedParams(program);
    Map<String, ReturnOrder> reordered = new HashMap<>();
    Program ordered =
        program.mapFunctions(
            f -> {
              Function explicit = returned.explicit(f);
              ReturnOrder order = ReturnOrder.of(explicit);
              if (!order.isIdentity()) {
                reordered.put(f.name(), order);
              }
              return order.applyTo(explicit);
            });
    return reordered.isEmpty()
        ? ordered
        : ordered.mapFunctions(f -> new ReorderedResults(reordered).function(f));
  }
}
