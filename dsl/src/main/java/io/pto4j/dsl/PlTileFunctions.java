package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.AttrDefault;
import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Scratch;

/**
 * Functions of the elements of a tile, conversion, comparison and selection. Called through {@link
 * Pl}.
 */
public abstract sealed class PlTileFunctions extends PlTileArithmetic permits PlTileReductions {

  PlTileFunctions() {}

  /**
   * Negation, {@code -x}. Operator {@code tile.neg}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.neg")
  public static <T extends DType<?>> Tile<T> neg(Tile<T> x) {
    return Eager.tile("tile.neg", x);
  }

  /**
   * Absolute value. Operator {@code tile.abs}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.abs")
  public static <T extends DType<?>> Tile<T> abs(Tile<T> x) {
    return Eager.tile("tile.abs", x);
  }

  /**
   * Rectifier, {@code max(x, 0)}. Operator {@code tile.relu}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.relu")
  public static <T extends DType<?>> Tile<T> relu(Tile<T> x) {
    return Eager.tile("tile.relu", x);
  }

  /**
   * Exponential, e<sup>x</sup>. Operator {@code tile.exp}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.exp")
  public static <T extends FloatType<?>> Tile<T> exp(Tile<T> x) {
    return Eager.tile("tile.exp", x);
  }

  /**
   * Natural logarithm; FP16 and FP32. Operator {@code tile.log}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.log")
  public static <T extends FloatType<?>> Tile<T> log(Tile<T> x) {
    return Eager.tile("tile.log", x);
  }

  /**
   * Natural logarithm, optionally by the more exact algorithm. Operator {@code tile.log}.
   *
   * @param x tile in {@link MemorySpace#Vec}, FP16 or FP32
   * @param highPrecision whether to use the more exact, slower instruction
   */
  @Op("tile.log")
  public static <T extends FloatType<?>> Tile<T> log(
      Tile<T> x, @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tile("tile.log", Eager.flag("high_precision", highPrecision), x);
  }

  /**
   * Square root. Operator {@code tile.sqrt}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.sqrt")
  public static <T extends FloatType<?>> Tile<T> sqrt(Tile<T> x) {
    return Eager.tile("tile.sqrt", x);
  }

  /**
   * Reciprocal of the square root, {@code 1 / sqrt(x)}. Operator {@code tile.rsqrt}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.rsqrt")
  public static <T extends FloatType<?>> Tile<T> rsqrt(Tile<T> x) {
    return Eager.tile("tile.rsqrt", x);
  }

  /**
   * Reciprocal, {@code 1 / x}. Operator {@code tile.recip}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @return tile of the shape and valid region of {@code x}
   */
  @Op("tile.recip")
  public static <T extends FloatType<?>> Tile<T> recip(Tile<T> x) {
    return Eager.tile("tile.recip", x);
  }

  /**
   * Reciprocal, {@code 1 / x}, optionally by the more exact algorithm. Operator {@code tile.recip}.
   *
   * @param x tile in {@link MemorySpace#Vec}, FP16 or FP32
   * @param highPrecision whether to use the more exact, slower instruction
   */
  @Op("tile.recip")
  public static <T extends FloatType<?>> Tile<T> recip(
      Tile<T> x, @Attr(value = "high_precision", omitWhen = "false") boolean highPrecision) {
    return Eager.tile("tile.recip", Eager.flag("high_precision", highPrecision), x);
  }

  /**
   * Reciprocal of the square root by the more exact algorithm. Operator {@code tile.rsqrt}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @param tmp scratch tile of the same shape
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.rsqrt")
  public static <T extends FloatType<?>> Tile<T> rsqrt(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.rsqrt", x, tmp);
  }

  /**
   * Leaky rectifier, {@code x > 0 ? x : slope * x}. Operator {@code tile.lrelu}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @param slope factor of negative elements
   */
  @Op("tile.lrelu")
  public static <T extends DType<?>> Tile<T> lrelu(
      Tile<T> x, @ScalarType(FP32.class) double slope) {
    return Eager.tile("tile.lrelu", x, slope);
  }

  /**
   * Sine of an angle in radians; FP32 only. Operator {@code tile.sin}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   */
  @Op("tile.sin")
  public static Tile<FP32> sin(Tile<FP32> x) {
    return Eager.tile("tile.sin", x);
  }

  /**
   * Cosine of an angle in radians; FP32 only. Operator {@code tile.cos}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   */
  @Op("tile.cos")
  public static Tile<FP32> cos(Tile<FP32> x) {
    return Eager.tile("tile.cos", x);
  }

  /**
   * Conversion to another element type, rounding to nearest with ties away from zero. Operator
   * {@code tile.cast}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @param dtype element type of the result, different from that of {@code x}
   * @throws IllegalArgumentException if {@code x} already has the element type, or the pair of
   *     types has no conversion
   */
  @Op("tile.cast")
  @AttrDefault(attr = "mode", value = "CastMode.ROUND")
  public static <U extends DType<?>> Tile<U> cast(Tile<?> x, @Attr("target_type") U dtype) {
    return Eager.tile(
        "tile.cast", Eager.attributes("target_type", dtype, "mode", CastMode.ROUND), x);
  }

  /**
   * Conversion to another element type. Operator {@code tile.cast}.
   *
   * @param x tile in {@link MemorySpace#Vec}
   * @param dtype element type of the result, different from that of {@code x}
   * @param mode rounding
   * @throws IllegalArgumentException if {@code x} already has the element type, or the pair of
   *     types has no conversion
   */
  @Op("tile.cast")
  public static <U extends DType<?>> Tile<U> cast(
      Tile<?> x, @Attr("target_type") U dtype, @Attr("mode") CastMode mode) {
    return Eager.tile("tile.cast", Eager.attributes("target_type", dtype, "mode", mode), x);
  }

  /**
   * Elementwise comparison. Operator {@code tile.cmp}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs tile of the same shape
   * @param comparison which comparison
   * @return packed mask: one bit per element, rows padded to 32 bytes
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.cmp")
  public static <T extends DType<?>> Tile<UINT8> cmp(
      Tile<T> lhs, Tile<T> rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tile("tile.cmp", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }

  /**
   * Comparison of every element with a scalar. Operator {@code tile.cmps}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @param comparison which comparison
   * @return packed mask: one bit per element, rows padded to 32 bytes
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.cmps")
  public static <T extends DType<?>> Tile<UINT8> cmp(
      Tile<T> lhs, double rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tile("tile.cmps", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }

  /**
   * Comparison of every element with a scalar. Operator {@code tile.cmps}.
   *
   * @param lhs tile in {@link MemorySpace#Vec}
   * @param rhs scalar; a literal takes the element type of {@code lhs}
   * @param comparison which comparison
   * @return packed mask: one bit per element, rows padded to 32 bytes
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.cmps")
  public static <T extends DType<?>> Tile<UINT8> cmp(
      Tile<T> lhs, long rhs, @Attr("cmp_type") Comparison comparison) {
    return Eager.tile("tile.cmps", Eager.attributes("cmp_type", comparison), lhs, rhs);
  }

  /**
   * Selection, {@code mask ? lhs : rhs}. Operator {@code tile.sel}.
   *
   * @param mask packed mask, as {@code cmp} returns it
   * @param lhs elements where the mask is set
   * @param rhs elements elsewhere
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.sel")
  @Scratch(operand = 3, value = Scratch.Kind.BYTES_1_BY_32)
  public static <T extends DType<?>> Tile<T> sel(Tile<UINT8> mask, Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.sel", mask, lhs, rhs);
  }

  /**
   * Selection, {@code mask ? lhs : rhs}, with an explicit scratch tile. Operator {@code tile.sel}.
   *
   * @param mask packed mask, as {@code cmp} returns it
   * @param lhs elements where the mask is set
   * @param rhs elements elsewhere
   * @param tmp scratch tile
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.sel")
  public static <T extends DType<?>> Tile<T> sel(
      Tile<UINT8> mask, Tile<T> lhs, Tile<T> rhs, Tile<UINT8> tmp) {
    return Eager.tile("tile.sel", mask, lhs, rhs, tmp);
  }
}
