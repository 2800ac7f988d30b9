package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;

/** A tile with a row or column vector that is repeated over it. Called through {@link Pl}. */
public abstract sealed class PlTileExpansions extends PlTileReductions permits PlTileBits {

  PlTileExpansions() {}

  /**
   * A column vector repeated along the rows: element {@code [r, c]} is {@code vector[r]}. Operator
   * {@code tile.row_expand}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param vector tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand")
  public static <T extends DType<?>> Tile<T> rowExpand(Tile<T> target, Tile<T> vector) {
    return Eager.tile("tile.row_expand", target, vector);
  }

  /**
   * {@code x[r, c] + vector[r]} for every element. Operator {@code tile.row_expand_add}.
   *
   * <p>Element types INT8, INT16, INT32, FP16 and FP32.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_add")
  public static <T extends DType<?>> Tile<T> rowExpandAdd(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_add", x, vector);
  }

  /**
   * {@code x[r, c] + vector[r]} for every element, with an explicit scratch tile. Operator {@code
   * tile.row_expand_add}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @param tmp scratch tile
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_add")
  public static <T extends DType<?>> Tile<T> rowExpandAdd(Tile<T> x, Tile<T> vector, Tile<T> tmp) {
    return Eager.tile("tile.row_expand_add", x, vector, tmp);
  }

  /**
   * {@code x[r, c] - vector[r]} for every element. Operator {@code tile.row_expand_sub}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_sub")
  public static <T extends DType<?>> Tile<T> rowExpandSub(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_sub", x, vector);
  }

  /**
   * {@code x[r, c] * vector[r]} for every element. Operator {@code tile.row_expand_mul}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_mul")
  public static <T extends DType<?>> Tile<T> rowExpandMul(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_mul", x, vector);
  }

  /**
   * {@code x[r, c] / vector[r]} for every element. Operator {@code tile.row_expand_div}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_div")
  public static <T extends DType<?>> Tile<T> rowExpandDiv(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_div", x, vector);
  }

  /**
   * {@code max(x[r, c], vector[r])} for every element. Operator {@code tile.row_expand_max}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_max")
  public static <T extends DType<?>> Tile<T> rowExpandMax(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_max", x, vector);
  }

  /**
   * {@code min(x[r, c], vector[r])} for every element. Operator {@code tile.row_expand_min}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_min")
  public static <T extends DType<?>> Tile<T> rowExpandMin(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_min", x, vector);
  }

  /**
   * {@code exp(x[r, c] - vector[r])} for every element. Operator {@code tile.row_expand_expdif}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [.., R, C]}
   * @param vector tile of shape {@code [.., R, 1]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_expand_expdif")
  public static <T extends FloatType<?>> Tile<T> rowExpandExpdif(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.row_expand_expdif", x, vector);
  }

  /**
   * A row vector repeated along the columns: element {@code [r, c]} is {@code vector[c]}. Operator
   * {@code tile.col_expand}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param vector tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand")
  public static <T extends DType<?>> Tile<T> colExpand(Tile<T> target, Tile<T> vector) {
    return Eager.tile("tile.col_expand", target, vector);
  }

  /**
   * {@code x[r, c] + vector[c]} for every element. Operator {@code tile.col_expand_add}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_add")
  public static <T extends DType<?>> Tile<T> colExpandAdd(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_add", x, vector);
  }

  /**
   * {@code x[r, c] - vector[c]} for every element. Operator {@code tile.col_expand_sub}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_sub")
  public static <T extends DType<?>> Tile<T> colExpandSub(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_sub", x, vector);
  }

  /**
   * {@code x[r, c] * vector[c]} for every element. Operator {@code tile.col_expand_mul}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_mul")
  public static <T extends DType<?>> Tile<T> colExpandMul(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_mul", x, vector);
  }

  /**
   * {@code x[r, c] / vector[c]} for every element. Operator {@code tile.col_expand_div}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_div")
  public static <T extends DType<?>> Tile<T> colExpandDiv(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_div", x, vector);
  }

  /**
   * {@code max(x[r, c], vector[c])} for every element. Operator {@code tile.col_expand_max}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_max")
  public static <T extends DType<?>> Tile<T> colExpandMax(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_max", x, vector);
  }

  /**
   * {@code min(x[r, c], vector[c])} for every element. Operator {@code tile.col_expand_min}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_min")
  public static <T extends DType<?>> Tile<T> colExpandMin(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_min", x, vector);
  }

  /**
   * {@code exp(x[r, c] - vector[c])} for every element. Operator {@code tile.col_expand_expdif}.
   *
   * @param x tile in {@link MemorySpace#Vec} of shape {@code [R, C]}
   * @param vector tile of shape {@code [1, C]}
   * @return tile of the shape of {@code x}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_expand_expdif")
  public static <T extends FloatType<?>> Tile<T> colExpandExpdif(Tile<T> x, Tile<T> vector) {
    return Eager.tile("tile.col_expand_expdif", x, vector);
  }

  /**
   * Every element is one scalar. Operator {@code tile.expands}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param value scalar; a literal takes the element type of {@code target}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.expands")
  public static <T extends DType<?>> Tile<T> expands(Tile<T> target, double value) {
    return Eager.tile("tile.expands", target, value);
  }

  /**
   * Every element is one scalar. Operator {@code tile.expands}.
   *
   * @param target gives the shape of the result; its elements are not read
   * @param value scalar; a literal takes the element type of {@code target}
   * @throws IllegalArgumentException if the scalar does not fit the element type
   */
  @Op("tile.expands")
  public static <T extends DType<?>> Tile<T> expands(Tile<T> target, long value) {
    return Eager.tile("tile.expands", target, value);
  }
}
