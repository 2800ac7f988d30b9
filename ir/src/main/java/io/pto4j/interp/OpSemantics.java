package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;
import io.pto4j.op.Isa;
import io.pto4j.op.NativeCasts;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.Optional;

/**
 * The meaning of every operator, as a function of its operands and keyword arguments.
 *
 * <p>An operator that the table of operators defines to write an operand changes that operand's
 * elements and gives it back: {@code tile.store}, {@code assemble}, {@code write}. A slice, a
 * reshape of packed elements and a transposed view share elements with their source; every other
 * result has elements of its own. Operands that only give working space are not looked at and may
 * be missing.
 *
 * <p>Source: PyPTO operators; PTO ISA.
 */
public final class OpSemantics {
  private static final ImmutableMap<String, Semantics> TABLE = table();

  /** Operators on tiles that one core sends to another, or holds a part of. */
  private static final ImmutableSet<String> BETWEEN_CORES =
      ImmutableSet.of(
          "tensor.get_subblock_idx",
          "tile.aic_gather",
          "tile.aiv_shard",
          "tile.get_subblock_idx",
          "tile.tpop_from_aic",
          "tile.tpop_from_aiv",
          "tile.tpush_to_aic",
          "tile.tpush_to_aiv");

  private OpSemantics() {}

  private static ImmutableMap<String, Semantics> table() {
    ImmutableMap.Builder<String, Semantics> table = ImmutableMap.builder();
    CreationOps.register(table);
    MovementOps.register(table);
    ViewOps.register(table);
    ElementwiseOps.register(table);
    SineOps.register(table);
    ReductionOps.register(table);
    ComparisonOps.register(table);
    ProductOps.register(table);
    ScaledProductOps.register(table);
    GatherOps.register(table);
    IndexedOps.register(table);
    RandomOps.register(table);
    SortOps.register(table);
    return table.buildOrThrow();
  }

  /** The operators that have a meaning here. */
  public static ImmutableSet<String> operators() {
    return TABLE.keySet();
  }

  /** Applies an operator as the machine does on which kernels run when none is named. */
  public static Value apply(String operator, ImmutableList<Value> operands, Attrs attributes) {
    return apply(operator, operands, attributes, Isa.standard().casts());
  }

  /**
   * Applies an operator.
   *
   * @param casts the conversions that the machine does at once; others take several steps
   * @throws UnsupportedOperationException if it has no meaning here
   * @throws IllegalArgumentException if the operands do not fit it
   * @throws PoisonException if it reads an element without a value
   * @throws ArithmeticException if an integer is divided by zero or shifted too far
   */
  public static Value apply(
      String operator, ImmutableList<Value> operands, Attrs attributes, NativeCasts casts) {
    Semantics semantics = TABLE.get(operator);
    if (semantics == null) {
      throw new UnsupportedOperationException(
          "operator '%s' cannot be interpreted%s".formatted(operator, reason(operator)));
    }
    return semantics.apply(new OpCall(operator, operands, attributes, casts));
  }

  /** Why an operator has no meaning on one core of one chip. */
  private static String reason(String operator) {
    Optional<OpDef> def = Operators.find(operator);
    if (BETWEEN_CORES.contains(operator)
        || def.filter(op -> op.category() == OpDef.Category.CROSS_CORE).isPresent()) {
      return ": it works on several cores";
    }
    return def.filter(op -> op.category() == OpDef.Category.DISTRIBUTED).isPresent()
        ? ": it works on several devices"
        : "";
  }
}
