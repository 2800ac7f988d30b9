package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Scratch;

/** Bitwise operators, shifts and floored remainders of tiles. Called through {@link Pl}. */
public abstract sealed class PlTileBits extends PlTileExpansions permits PlTensorArithmetic {

  PlTileBits() {}

  /**
   * Bitwise and. Operator {@code tile.and}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.and")
  public static <T extends IntType<?>> Tile<T> and(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.and", lhs, rhs);
  }

  /**
   * Bitwise and with one scalar for all elements. Operator {@code tile.ands}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.ands")
  public static <T extends IntType<?>> Tile<T> and(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.ands", lhs, rhs);
  }

  /**
   * Bitwise or. Operator {@code tile.or}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.or")
  public static <T extends IntType<?>> Tile<T> or(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.or", lhs, rhs);
  }

  /**
   * Bitwise or with one scalar for all elements. Operator {@code tile.ors}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.ors")
  public static <T extends IntType<?>> Tile<T> or(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.ors", lhs, rhs);
  }

  /**
   * Bitwise exclusive or. Operator {@code tile.xor}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.xor")
  @Scratch(operand = 2, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends IntType<?>> Tile<T> xor(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.xor", lhs, rhs);
  }

  /**
   * Bitwise exclusive or with one scalar for all elements. Operator {@code tile.xors}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.xors")
  @Scratch(operand = 2, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends IntType<?>> Tile<T> xor(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.xors", lhs, rhs);
  }

  /**
   * Shift to the left. Operator {@code tile.shl}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.shl")
  public static <T extends IntType<?>> Tile<T> shl(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.shl", lhs, rhs);
  }

  /**
   * Shift to the left with one scalar for all elements. Operator {@code tile.shls}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.shls")
  public static <T extends IntType<?>> Tile<T> shl(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.shls", lhs, rhs);
  }

  /**
   * Shift to the right, arithmetic for signed element types. Operator {@code tile.shr}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.shr")
  public static <T extends IntType<?>> Tile<T> shr(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.shr", lhs, rhs);
  }

  /**
   * Shift to the right by one scalar for all elements, arithmetic for signed element types.
   * Operator {@code tile.shrs}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.shrs")
  public static <T extends IntType<?>> Tile<T> shr(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.shrs", lhs, rhs);
  }

  /**
   * Bitwise complement; INT16 and UINT16 only. Operator {@code tile.not}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @throws IllegalArgumentException if the element type is another one
   */
  @Op("tile.not")
  public static <T extends IntType<?>> Tile<T> not(Tile<T> x) {
    return Eager.tile("tile.not", x);
  }

  /**
   * Remainder of the floored quotient, with the sign of the divisor. Operator {@code tile.rem}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.rem")
  @Scratch(operand = 2, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rem(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.rem", lhs, rhs);
  }

  /**
   * Remainder of the floored quotient by a scalar, with the sign of the divisor. Operator {@code
   * tile.rems}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.rems")
  @Scratch(operand = 2, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rem(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.rems", lhs, rhs);
  }

  /**
   * Remainder of the floored quotient by a scalar, with the sign of the divisor. Operator {@code
   * tile.rems}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar
   */
  @Op("tile.rems")
  @Scratch(operand = 2, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rem(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.rems", lhs, rhs);
  }
}
