package io.pto4j.pass.tile;

import com.google.common.collect.ImmutableList;
import io.pto4j.analysis.Lineage;
import io.pto4j.analysis.WriteBack;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

/** What a kernel does to the tensors it is given. */
final class KernelDirections {
  private KernelDirections() {}

  /**
   * The converted kernel with its parameters' directions: an input that it writes is an output, and
   * one that it reads as well, both. Declared outputs keep their direction.
   */
  static Function of(Function before, Function kernel) {
    if (kernel == before) {
      return kernel;
    }
    Uses uses = new Uses(kernel);
    ImmutableList.Builder<ParamDirection> directions = ImmutableList.builder();
    for (int i = 0; i < kernel.params().size(); i++) {
      Var param = kernel.params().get(i);
      boolean written = uses.written.contains(param);
      directions.add(
          kernel.direction(i) != ParamDirection.IN || !written
              ? kernel.direction(i)
              : uses.read.contains(param) ? ParamDirection.INOUT : ParamDirection.OUT);
    }
    return kernel.withParamDirections(directions.build());
  }

  private static final class Uses {
    private final Lineage lineage;
    private final Set<Var> read = new HashSet<>();
    private final Set<Var> written = new HashSet<>();

    Uses(Function kernel) {
      lineage = Lineage.of(kernel.body(), kernel.params());
      Walk.exprs(
          kernel.body(),
          e -> {
            if (e instanceof Call call) {
              visit(call);
            }
          });
    }

    private void visit(Call call) {
      OptionalInt destination = WriteBack.destination(call);
      for (int i = 0; i < call.args().size(); i++) {
        Expr arg = call.args().get(i);
        if (!(arg.type() instanceof TensorType)) {
          continue;
        }
        boolean writes = destination.isPresent() && destination.getAsInt() == i;
        lineage
            .root(arg)
            .ifPresent(
                root -> {
                  if (writes) {
                    written.add(root);
                  }
                  if (!writes || WriteBack.isAtomic(call)) {
                    read.add(root);
                  }
                });
      }
    }
  }
}
