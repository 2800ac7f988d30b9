package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Pipe;
import java.util.Optional;
import java.util.OptionalInt;
import org.immutables.value.Value;

/**
 * Everything there is to know about an operator.
 *
 * @param name dotted name, unique in the table
 * @param operands in order; a variadic operator repeats its last one
 * @param outputSpace where the result tile lives
 * @param reusesInput the operand whose buffer the result is, for accumulators, destinations and
 *     stores
 * @param viewOf the operand in whose buffer the result lies, at an offset or in another shape
 * @param inPlaceSafe the result may share a buffer with an operand that dies here
 * @param forbiddenAliases operands whose buffer the result must not use
 * @param writeChannel the path by which it writes global memory; the two cannot be ordered against
 *     each other on one tensor
 * @param affinity the core that executes it; empty: follows from the memory spaces of the call
 * @param pipe the hardware pipe; empty: depends on the memory spaces of the call
 * @param rowMajorResult the vector unit needs a row-major result
 */
@Value.Builder
public record OpDef(
    String name,
    Category category,
    ImmutableList<Operand> operands,
    boolean variadic,
    ImmutableList<AttrDef> attributes,
    OutputSpace outputSpace,
    OptionalInt reusesInput,
    OptionalInt viewOf,
    boolean inPlaceSafe,
    ImmutableSet<Integer> forbiddenAliases,
    Optional<WriteChannel> writeChannel,
    Optional<Affinity> affinity,
    Optional<Pipe> pipe,
    boolean rowMajorResult,
    TypeRule typeRule,
    String doc) {
  /** The families of operators. */
  public enum Category {
    TENSOR,
    TILE,
    ARRAY,
    SYNC,
    TASK,
    CROSS_CORE
  }

  /** A path from a core to global memory. */
  public enum WriteChannel {
    DMA,
    SCALAR
  }

  public Optional<AttrDef> attribute(String attrName) {
    return attributes.stream().filter(a -> a.name().equals(attrName)).findFirst();
  }

  /** Operand {@code i} of a call. */
  public Operand operand(int i) {
    return operands.get(Math.min(i, operands.size() - 1));
  }

  /** What a call with these keyword arguments does to operand {@code i}: an atomic write reads. */
  public Operand.Effect effect(int i, Attrs kwargs) {
    Operand.Effect effect = operand(i).effect();
    return effect == Operand.Effect.WRITE && kwargs.getInt("atomic", 0) != 0
        ? Operand.Effect.READ_WRITE
        : effect;
  }
}
