package io.pto4j.pass.tile;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Walk;
import io.pto4j.op.Affinity;
import io.pto4j.pass.Pass;
import io.pto4j.pass.PassContext;
import io.pto4j.pass.Property;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides the core of every kernel: the cube core if it uses the matrix unit or its memories, else
 * a vector core. A kernel that needs both is refused. Source: PyPTO passes, ExpandMixedKernel.
 */
public final class ExpandMixedKernel implements Pass {
  private static final int NAMED_CALLS = 4;

  @Override
  public ImmutableSet<Property> required() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.SPLIT_INCORE_ORCH,
        Property.INCORE_TILE_OPS,
        Property.TILE_OPS_2D,
        Property.TILE_MEMORY_INFERRED,
        Property.NORMALIZED_STMT_STRUCTURE);
  }

  @Override
  public ImmutableSet<Property> produced() {
    return ImmutableSet.of(
        Property.SSA_FORM,
        Property.MIXED_KERNEL_EXPANDED,
        Property.NORMALIZED_STMT_STRUCTURE,
        Property.HARD_SYNCALL_OCCUPANCY_VALID);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return DeferredWaiters.marked(program)
        .mapFunctions(f -> Kernels.isInCore(f) ? onItsCore(f) : f);
  }

  private static Function onItsCore(Function kernel) {
    FunctionType type =
        Usage.of(kernel).affinity(kernel) == Affinity.CUBE ? FunctionType.AIC : FunctionType.AIV;
    return kernel.retyped(type).withAttrs(kernel.attrs().without("split"));
  }

  /** The calls of a kernel by the core that executes them. */
  private record Usage(List<Call> cube, List<Call> vector, List<Call> mixed) {
    static Usage of(Function kernel) {
      Usage usage = new Usage(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      Walk.calls(kernel.body(), usage::add);
      return usage;
    }

    private void add(Call call) {
      switch (Affinity.of(call)) {
        case CUBE -> cube.add(call);
        case VECTOR -> vector.add(call);
        case MIXED -> mixed.add(call);
        case SHARED -> {}
      }
    }

    Affinity affinity(Function kernel) {
      if (!mixed.isEmpty() || (!cube.isEmpty() && !vector.isEmpty())) {
        throw refusal(kernel);
      }
      return cube.isEmpty() ? Affinity.VECTOR : Affinity.CUBE;
    }

    private IrException refusal(Function kernel) {
      String parts =
          ImmutableList.of(
                  text("on the cube core", cube),
                  text("on a vector core", vector),
                  text("between the two", mixed))
              .stream()
              .filter(part -> !part.isEmpty())
              .collect(joining("; "));
      return new IrException(
          "kernel '"
              + kernel.name()
              + "' works on the cube core and on a vector core, which is not supported yet: "
              + parts,
          "make two kernels of it that hand the data over through a tensor in global memory",
          place(kernel));
    }

    private Span place(Function kernel) {
      Call first = !mixed.isEmpty() ? mixed.getFirst() : vector.getFirst();
      return first.span().isKnown() ? first.span() : kernel.span();
    }

    private static String text(String where, List<Call> calls) {
      if (calls.isEmpty()) {
        return "";
      }
      String more =
          calls.size() > NAMED_CALLS ? ", and " + (calls.size() - NAMED_CALLS) + " more" : "";
      return calls.stream().limit(NAMED_CALLS).map(Usage::text).collect(joining(", "))
          + more
          + " "
          + where;
    }

    private static String text(Call call) {
      return call.op().name()
          + (call.span().isKnown() ? " (line " + call.span().beginLine() + ")" : "");
    }
  }
}
