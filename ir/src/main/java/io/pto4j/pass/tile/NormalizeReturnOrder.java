package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.Walk;
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

  /**
   * @throws IrException at a kernel or wrapper that declares a tensor as result and returns nothing
   */
  @Override
  public Program run(Program program, PassContext context) {
    program.functions().values().forEach(NormalizeReturnOrder::checkReturns);
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

  private static void checkReturns(Function function) {
    boolean returnsTensor =
        function.returnTypes().stream().anyMatch(type -> type instanceof TensorLike);
    if ((Kernels.isDevice(function) || Kernels.isWrapper(function))
        && returnsTensor
        && !function.attrs().has("external_source")
        && !returns(function.body())) {
      throw new IrException(
          "function '%s' declares a tensor as its result, but does not return"
              .formatted(function.name()),
          "end it with the return of the tensor that it writes",
          function.span());
    }
  }

  private static boolean returns(Stmt body) {
    boolean[] found = {false};
    Walk.stmts(body, s -> found[0] |= s instanceof ReturnStmt);
    return found[0];
  }
}
