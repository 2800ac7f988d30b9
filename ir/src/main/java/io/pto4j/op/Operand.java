package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.MemorySpace;

/**
 * One operand of an operator.
 *
 * @param name name in messages and documentation
 * @param kind what may stand there
 * @param optional may be left out; only trailing operands are optional
 * @param spaces memory spaces allowed for a tile, the one to move it to first; empty: any
 * @param effect what the operator does to the operand's data
 * @param rowMajor the vector unit needs a row-major tile here
 */
public record Operand(
    String name,
    Kind kind,
    boolean optional,
    ImmutableList<MemorySpace> spaces,
    Effect effect,
    boolean rowMajor) {
  /** What may stand in the place of an operand. */
  public enum Kind {
    TENSOR,
    TILE,
    SCALAR,
    /** A tuple of index scalars, such as offsets or a shape. */
    INDICES,
    /** A tensor or a tile. */
    SHAPED,
    ANY
  }

  /** What an operator does to the data of an operand. */
  public enum Effect {
    READ,
    WRITE,
    READ_WRITE
  }

  public static Operand of(String name, Kind kind) {
    return new Operand(name, kind, false, ImmutableList.of(), Effect.READ, false);
  }

  public static Operand tile(String name, MemorySpace... spaces) {
    return new Operand(name, Kind.TILE, false, ImmutableList.copyOf(spaces), Effect.READ, false);
  }

  public Operand asOptional() {
    return new Operand(name, kind, true, spaces, effect, rowMajor);
  }

  public Operand with(Effect newEffect) {
    return new Operand(name, kind, optional, spaces, newEffect, rowMajor);
  }

  public Operand asRowMajor() {
    return new Operand(name, kind, optional, spaces, effect, true);
  }
}
