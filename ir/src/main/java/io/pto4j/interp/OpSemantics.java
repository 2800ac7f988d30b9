package io.pto4j.interp;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;

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

  /**
   * Applies an operator.
   *
   * @throws UnsupportedOperationException if it has no meaning here
   * @throws IllegalArgumentException if the operands do not fit it
   * @throws PoisonException if it reads an element without a value
   * @throws ArithmeticException if an integer is divided by zero or shifted too far
   */
  public static Value apply(String operator, ImmutableList<Value> operands, Attrs attributes) {
    Semantics semantics = TABLE.get(operator);
    if (semantics == null) {
      throw new UnsupportedOperationException("operator '" + operator + "' cannot be executed");
    }
    return semantics.apply(new OpCall(operator, operands, attributes));
  }
}
