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
 * @param metadata what it does to the valid extents that a buffer carries
 * @param rowMajor the vector unit needs a row-major tile here
 * @param literal the type that a literal here takes
 */
public record Operand(
    String name,
    Kind kind,
    boolean optional,
    ImmutableList<MemorySpace> spaces,
    ImmutableSet<DataType> dtypes,
    Effect effect,
    Effect metadata,
    boolean rowMajor,
    Literal literal) {
  /** What may stand in the place of an operand. */
  public enum Kind {
    TENSOR("a tensor"),
    /** A tensor of one device or a window that several devices share. */
    TENSOR_OR_WINDOW("a tensor or window"),
    WINDOW("a window"),
    TILE("a tile"),
    SCALAR("a scalar"),
    /** A tuple of index scalars, such as offsets or a shape. */
    INDICES("a tuple of integer scalars"),
    /** The same, each of them written at the call. */
    WRITTEN_INDICES("a tuple of integer scalars that is written at the call"),
    /** A tensor or a tile. */
    SHAPED("a tensor or tile"),
    TENSOR_OR_SCALAR("a tensor or scalar"),
    ARRAY("an array"),
    BUFFER("a buffer"),
    POINTER("a memory reference"),
    COMM_CONTEXT("a communication context"),
    PREFETCH_CONTEXT("a prefetch context"),
    EVENT("an asynchronous event"),
    SESSION("a prefetch session"),
    ANY("a value");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The kind in a message, with its article. */
    public String text() {
      return text;
    }

    /** Whether the operand has elements that an operator may read or write. */
    public boolean holdsData() {
      return switch (this) {
        case TENSOR, TENSOR_OR_WINDOW, WINDOW, TILE, SHAPED, TENSOR_OR_SCALAR, ARRAY, BUFFER, ANY ->
            true;
        case SCALAR,
            INDICES,
            WRITTEN_INDICES,
            POINTER,
            COMM_CONTEXT,
            PREFETCH_CONTEXT,
            EVENT,
            SESSION ->
            false;
      };
    }

    /** Whether it is a tensor or a tile, and nothing else. */
    public boolean isShaped() {
      return switch (this) {
        case TENSOR, TENSOR_OR_WINDOW, WINDOW, TILE, SHAPED -> true;
        case TENSOR_OR_SCALAR,
            ARRAY,
            BUFFER,
            SCALAR,
            INDICES,
            WRITTEN_INDICES,
            POINTER,
            COMM_CONTEXT,
            PREFETCH_CONTEXT,
            EVENT,
            SESSION,
            ANY ->
            false;
      };
    }

    /** Whether it is a tuple of index scalars. */
    public boolean isIndices() {
      return this == INDICES || this == WRITTEN_INDICES;
    }
  }

  /** What an operator does to the data of an operand. */
  public enum Effect {
    NONE,
    READ,
    WRITE,
    READ_WRITE
  }

  /** The type that a literal takes in the place of an operand. */
  public enum Literal {
    /** The one it has. */
    OWN,
    /** The element type of the first tensor or tile operand, or else that of the result. */
    ELEMENT,
    /** The signed form of the element type of the second operand. */
    SELECTED,
    INT32,
    FP32
  }

  /** An operand whose data, if it has any, is read. */
  public static Operand of(String name, Kind kind) {
    return new Operand(
        name,
        kind,
        false,
        ImmutableList.of(),
        ImmutableSet.of(),
        Effect.READ,
        Effect.NONE,
        false,
        Literal.OWN);
  }

  public static Operand tile(String name, MemorySpace... spaces) {
    return of(name, Kind.TILE).in(ImmutableList.copyOf(spaces));
  }

  public static Operand tensor(String name) {
    return of(name, Kind.TENSOR);
  }

  /** A tensor or window. */
  public static Operand anyTensor(String name) {
    return of(name, Kind.TENSOR_OR_WINDOW);
  }

  public static Operand window(String name) {
    return of(name, Kind.WINDOW);
  }

  public static Operand scalar(String name) {
    return of(name, Kind.SCALAR);
  }

  /** A scalar whose literals take the element type of the first tensor or tile operand. */
  public static Operand element(String name) {
    return of(name, Kind.SCALAR).with(Literal.ELEMENT);
  }

  public static Operand indices(String name) {
    return of(name, Kind.INDICES);
  }

  /** A tuple of index scalars that no variable stands for. */
  public static Operand written(String name) {
    return of(name, Kind.WRITTEN_INDICES);
  }

  /** A buffer: what happens to its data and to its valid extents is always said. */
  public static Operand buffer(String name, Effect data, Effect metadata) {
    return new Operand(
        name,
        Kind.BUFFER,
        false,
        ImmutableList.of(),
        ImmutableSet.of(),
        data,
        metadata,
        false,
        Literal.OWN);
  }

  public Operand asOptional() {
    return new Operand(name, kind, true, spaces, dtypes, effect, metadata, rowMajor, literal);
  }

  public Operand with(Effect newEffect) {
    return new Operand(
        name, kind, optional, spaces, dtypes, newEffect, metadata, rowMajor, literal);
  }

  public Operand of(Iterable<DataType> allowed) {
    return new Operand(
        name,
        kind,
        optional,
        spaces,
        ImmutableSet.copyOf(allowed),
        effect,
        metadata,
        rowMajor,
        literal);
  }

  public Operand asRowMajor() {
    return new Operand(name, kind, optional, spaces, dtypes, effect, metadata, true, literal);
  }

  Operand with(Literal newLiteral) {
    return new Operand(
        name, kind, optional, spaces, dtypes, effect, metadata, rowMajor, newLiteral);
  }

  private Operand in(ImmutableList<MemorySpace> allowed) {
    return new Operand(name, kind, optional, allowed, dtypes, effect, metadata, rowMajor, literal);
  }
}
