package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.Op;

/** Arithmetic on tiles: a tile with a tile or with a scalar. Called through {@link Pl}. */
public abstract sealed class PlTileArithmetic extends DTypes permits PlTileFunctions {

  PlTileArithmetic() {}

  /**
   * Elementwise sum, {@code lhs + rhs}. Operator {@code tile.add}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.add")
  public static <T extends DType<?>> Tile<T> add(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.add", lhs, rhs);
  }

  /**
   * Elementwise difference, {@code lhs - rhs}. Operator {@code tile.sub}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.sub")
  public static <T extends DType<?>> Tile<T> sub(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.sub", lhs, rhs);
  }

  /**
   * Elementwise product, {@code lhs * rhs}. Operator {@code tile.mul}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.mul")
  public static <T extends DType<?>> Tile<T> mul(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.mul", lhs, rhs);
  }

  /**
   * Elementwise quotient, {@code lhs / rhs}; integers truncate toward zero. Operator {@code
   * tile.div}.
   *
   * <p>Element types INT16, INT32, FP16 and FP32; equal shapes and valid regions.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.div")
  public static <T extends DType<?>> Tile<T> div(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.div", lhs, rhs);
  }

  /**
   * Elementwise larger value. Operator {@code tile.maximum}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.maximum")
  public static <T extends DType<?>> Tile<T> maximum(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.maximum", lhs, rhs);
  }

  /**
   * Elementwise smaller value. Operator {@code tile.minimum}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.minimum")
  public static <T extends DType<?>> Tile<T> minimum(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.minimum", lhs, rhs);
  }

  /**
   * Elementwise remainder of the truncated quotient, with the sign of the dividend. Operator {@code
   * tile.fmod}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.fmod")
  public static <T extends DType<?>> Tile<T> fmod(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.fmod", lhs, rhs);
  }

  /**
   * Elementwise sum where both operands are valid; elsewhere the operand that is. Operator {@code
   * tile.part_add}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.part_add")
  public static <T extends DType<?>> Tile<T> partAdd(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.part_add", lhs, rhs);
  }

  /**
   * Elementwise product where both operands are valid; elsewhere the operand that is. Operator
   * {@code tile.part_mul}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.part_mul")
  public static <T extends DType<?>> Tile<T> partMul(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.part_mul", lhs, rhs);
  }

  /**
   * Elementwise larger value where both operands are valid; elsewhere the operand that is. Operator
   * {@code tile.part_max}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.part_max")
  public static <T extends DType<?>> Tile<T> partMax(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.part_max", lhs, rhs);
  }

  /**
   * Elementwise smaller value where both operands are valid; elsewhere the operand that is.
   * Operator {@code tile.part_min}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @return tile of the shape and valid region of {@code lhs}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.part_min")
  public static <T extends DType<?>> Tile<T> partMin(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.part_min", lhs, rhs);
  }

  /**
   * Elementwise quotient, {@code lhs / rhs}, optionally by the more exact algorithm. Operator
   * {@code tile.div}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @param highPrecision whether to use the more exact, slower instruction
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.div")
  public static <T extends FloatType<?>> Tile<T> div(
      Tile<T> lhs,
      Tile<T> rhs,
      @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tile("tile.div", Eager.flag("high_precision", highPrecision), lhs, rhs);
  }

  /**
   * Sum of every element and a scalar. Operator {@code tile.adds}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.adds")
  public static <T extends DType<?>> Tile<T> add(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.adds", lhs, rhs);
  }

  /**
   * Sum of every element and a scalar. Operator {@code tile.adds}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.adds")
  public static <T extends DType<?>> Tile<T> add(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.adds", lhs, rhs);
  }

  /**
   * Difference of every element and a scalar, {@code lhs - rhs}. Operator {@code tile.subs}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.subs")
  public static <T extends DType<?>> Tile<T> sub(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.subs", lhs, rhs);
  }

  /**
   * Difference of every element and a scalar, {@code lhs - rhs}. Operator {@code tile.subs}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.subs")
  public static <T extends DType<?>> Tile<T> sub(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.subs", lhs, rhs);
  }

  /**
   * Product of every element and a scalar. Operator {@code tile.muls}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.muls")
  public static <T extends DType<?>> Tile<T> mul(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.muls", lhs, rhs);
  }

  /**
   * Product of every element and a scalar. Operator {@code tile.muls}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.muls")
  public static <T extends DType<?>> Tile<T> mul(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.muls", lhs, rhs);
  }

  /**
   * Quotient of every element and a scalar, {@code lhs / rhs}. Operator {@code tile.divs}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.divs")
  public static <T extends DType<?>> Tile<T> div(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.divs", lhs, rhs);
  }

  /**
   * Quotient of every element and a scalar, {@code lhs / rhs}. Operator {@code tile.divs}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.divs")
  public static <T extends DType<?>> Tile<T> div(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.divs", lhs, rhs);
  }

  /**
   * Larger of every element and a scalar. Operator {@code tile.maximums}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.maximums")
  public static <T extends DType<?>> Tile<T> maximum(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.maximums", lhs, rhs);
  }

  /**
   * Larger of every element and a scalar. Operator {@code tile.maximums}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.maximums")
  public static <T extends DType<?>> Tile<T> maximum(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.maximums", lhs, rhs);
  }

  /**
   * Smaller of every element and a scalar. Operator {@code tile.minimums}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.minimums")
  public static <T extends DType<?>> Tile<T> minimum(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.minimums", lhs, rhs);
  }

  /**
   * Smaller of every element and a scalar. Operator {@code tile.minimums}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.minimums")
  public static <T extends DType<?>> Tile<T> minimum(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.minimums", lhs, rhs);
  }

  /**
   * Remainder of the truncated quotient of every element and a scalar. Operator {@code tile.fmods}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.fmods")
  public static <T extends DType<?>> Tile<T> fmod(Tile<T> lhs, double rhs) {
    return Eager.tile("tile.fmods", lhs, rhs);
  }

  /**
   * Remainder of the truncated quotient of every element and a scalar. Operator {@code tile.fmods}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @return tile like {@code lhs}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.fmods")
  public static <T extends DType<?>> Tile<T> fmod(Tile<T> lhs, long rhs) {
    return Eager.tile("tile.fmods", lhs, rhs);
  }
}
