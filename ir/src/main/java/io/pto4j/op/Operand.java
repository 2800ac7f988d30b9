package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.DataType;
import io.pto4j.ir.MemorySpace;

/**
 * One operand of an operator.
 *
 * @param name name in messages and documentation
 * @param kind what may stand there
 * @param optional may be left out; only trailing operands are optional
 * @param spaces memory spaces allowed for a tile, the one to move it to first; empty: any
 * @param dtypes element types allowed; empty: any
 * @param effect what the operator does to the operand's data
 * @param rowMajor the vector unit needs a row-major tile here
 * @param elementLiteral a literal here takes the element type of the first tensor or tile operand
 */
public record Operand(
    String name,
    Kind kind,
    boolean optional,
    ImmutableList<MemorySpace> spaces,
    ImmutableSet<DataType> dtypes,
    Effect effect,
    boolean rowMajor,
    boolean elementLiteral) {
  /** What may stand in the place of an operand. */
  public enum Kind {
    TENSOR("a tensor"),
    TILE("a tile"),
    SCALAR("a scalar"),
    /** A tuple of index scalars, such as offsets or a shape. */
    INDICES("a tuple of integer scalars"),
    /** A tensor or a tile. */
    SHAPED("a tensor or tile"),
    TENSOR_OR_SCALAR("a tensor or scalar"),
    ARRAY("an array"),
    ANY("a value");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The kind in a message, with its article. */
    public String text() {
      return text;
    }
  }

  /** What an operator does to the data of an operand. */
  public enum Effect {
    READ,
    WRITE,
    READ_WRITE
  }

  public static Operand of(String name, Kind kind) {
    return new Operand(
        name, kind, false, ImmutableList.of(), ImmutableSet.of(), Effect.READ, false, false);
  }

  public static Operand tile(String name, MemorySpace... spaces) {
    return new Operand(
        name,
        Kind.TILE,
        false,
        ImmutableList.copyOf(spaces),
        ImmutableSet.of(),
        Effect.READ,
        false,
        false);
  }

  public static Operand tensor(String name) {
    return of(name, Kind.TENSOR);
  }

  public static Operand scalar(String name) {
    return of(name, Kind.SCALAR);
  }

  /** A scalar whose literals take the element type of the first tensor or tile operand. */
  public static Operand element(String name) {
    return of(name, Kind.SCALAR).withElementLiteral();
  }

  public static Operand indices(String name) {
    return of(name, Kind.INDICES);
  }

  public Operand asOptional() {
    return new Operand(name, kind, true, spaces, dtypes, effect, rowMajor, elementLiteral);
  }

  public Operand with(Effect newEffect) {
    return new Operand(name, kind, optional, spaces, dtypes, newEffect, rowMajor, elementLiteral);
  }

  public Operand of(Iterable<DataType> allowed) {
    return new Operand(
        name,
        kind,
        optional,
        spaces,
        ImmutableSet.copyOf(allowed),
        effect,
        rowMajor,
        elementLiteral);
  }

  public Operand asRowMajor() {
    return new Operand(name, kind, optional, spaces, dtypes, effect, true, elementLiteral);
  }

  Operand withElementLiteral() {
    return new Operand(name, kind, optional, spaces, dtypes, effect, rowMajor, true);
  }
}
