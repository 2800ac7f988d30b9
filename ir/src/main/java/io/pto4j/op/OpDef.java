package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.MemorySpace;
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
 * @param writing how keyword arguments change what is written
 * @param affinity the core that executes it; empty: follows from the memory spaces of the call
 * @param pipe the hardware pipe that executes it
 * @param rowMajorResult the vector unit needs a row-major result
 * @param result what a call gives
 * @param internal made by the compiler only; authors cannot write it
 * @param once must not be done a second time by another core
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
    Writing writing,
    Optional<Affinity> affinity,
    PipeUse pipe,
    boolean rowMajorResult,
    Result result,
    boolean internal,
    boolean once,
    TypeRule typeRule,
    String doc) {
  /** The families of operators. */
  public enum Category {
    TENSOR,
    TILE,
    ARRAY,
    SYNC,
    TASK,
    CROSS_CORE,
    PREFETCH,
    DISTRIBUTED,
    /** Operators on explicit buffers, after tiles have been replaced by them. */
    BUFFER
  }

  /** A path from a core to global memory. */
  public enum WriteChannel {
    DMA,
    SCALAR
  }

  /** What a call gives. */
  public enum Result {
    /** A value of its own, or that of the operand it reuses. */
    VALUE,
    /** Another look at an operand. */
    ALIAS,
    /** New storage, with undefined elements. */
    ALLOCATION,
    /** Nothing; the call stands for its effect. */
    NONE
  }

  /** How keyword arguments change what a call does to a written operand. */
  public enum Writing {
    AS_DECLARED,
    /** {@code atomic} adds to what is there, so it is read too. */
    ATOMIC,
    /** {@code op} 1 replaces what is there, any other adds to it. */
    SET_OR_ADD,
    /** Only {@code mode} "soft" writes. */
    SOFT,
    /** Only a gather by elements into Mat writes. */
    INTO_MAT
  }

  public Optional<AttrDef> attribute(String attrName) {
    for (AttrDef attr : attributes) {
      if (attr.name().equals(attrName)) {
        return Optional.of(attr);
      }
    }
    return Optional.empty();
  }

  /** Operand {@code i} of a call. */
  public Operand operand(int i) {
    return operands.get(Math.min(i, operands.size() - 1));
  }

  /** What a call with these keyword arguments does to operand {@code i}. */
  public Operand.Effect effect(int i, Attrs kwargs) {
    Operand.Effect declared = operand(i).effect();
    if (declared != Operand.Effect.WRITE && declared != Operand.Effect.READ_WRITE) {
      return declared;
    }
    return switch (writing) {
      case AS_DECLARED -> declared;
      case ATOMIC -> kwargs.getInt("atomic", 0) == 0 ? declared : Operand.Effect.READ_WRITE;
      case SET_OR_ADD -> kwargs.getInt("op", 0) == 1 ? Operand.Effect.WRITE : declared;
      case SOFT ->
          kwargs.getString("mode").filter("soft"::equals).isPresent()
              ? declared
              : Operand.Effect.READ;
      case INTO_MAT ->
          kwargs.getMemorySpace("target_memory").filter(MemorySpace.MAT::equals).isPresent()
              ? declared
              : Operand.Effect.READ;
    };
  }

  /** The machines that can execute it, and on which elements. */
  public Support support() {
    return Support.of(name);
  }
}
