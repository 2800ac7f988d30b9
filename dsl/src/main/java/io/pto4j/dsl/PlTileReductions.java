package io.pto4j.dsl;

import io.pto4j.dsl.meta.Op;
import io.pto4j.dsl.meta.Scratch;

/** Reductions of the rows or columns of a tile. Called through {@link Pl}. */
public abstract sealed class PlTileReductions extends PlTileFunctions permits PlTileExpansions {

  PlTileReductions() {}

  /**
   * Sum of every row. Operator {@code tile.row_sum}.
   *
   * <p>Elements are added from left to right.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_sum")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rowSum(Tile<T> x) {
    return Eager.tile("tile.row_sum", x);
  }

  /**
   * Sum of every row, with an explicit scratch tile. Operator {@code tile.row_sum}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_sum")
  public static <T extends DType<?>> Tile<T> rowSum(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_sum", x, tmp);
  }

  /**
   * Largest element of every row. Operator {@code tile.row_max}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_max")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rowMax(Tile<T> x) {
    return Eager.tile("tile.row_max", x);
  }

  /**
   * Largest element of every row, with an explicit scratch tile. Operator {@code tile.row_max}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_max")
  public static <T extends DType<?>> Tile<T> rowMax(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_max", x, tmp);
  }

  /**
   * Smallest element of every row. Operator {@code tile.row_min}.
   *
   * <p>Element types INT16, INT32, FP16 and FP32.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_min")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rowMin(Tile<T> x) {
    return Eager.tile("tile.row_min", x);
  }

  /**
   * Smallest element of every row, with an explicit scratch tile. Operator {@code tile.row_min}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_min")
  public static <T extends DType<?>> Tile<T> rowMin(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_min", x, tmp);
  }

  /**
   * Product of every row. Operator {@code tile.row_prod}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_prod")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<T> rowProd(Tile<T> x) {
    return Eager.tile("tile.row_prod", x);
  }

  /**
   * Product of every row, with an explicit scratch tile. Operator {@code tile.row_prod}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_prod")
  public static <T extends DType<?>> Tile<T> rowProd(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_prod", x, tmp);
  }

  /**
   * Position of the largest element, the first one on ties, of every row. Operator {@code
   * tile.row_argmax}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_argmax")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<INT32> rowArgmax(Tile<T> x) {
    return Eager.tile("tile.row_argmax", x);
  }

  /**
   * Position of the largest element, the first one on ties, of every row, with an explicit scratch
   * tile. Operator {@code tile.row_argmax}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_argmax")
  public static <T extends DType<?>> Tile<INT32> rowArgmax(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_argmax", x, tmp);
  }

  /**
   * Position of the smallest element, the first one on ties, of every row. Operator {@code
   * tile.row_argmin}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.row_argmin")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<INT32> rowArgmin(Tile<T> x) {
    return Eager.tile("tile.row_argmin", x);
  }

  /**
   * Position of the smallest element, the first one on ties, of every row, with an explicit scratch
   * tile. Operator {@code tile.row_argmin}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [.., R, 1]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.row_argmin")
  public static <T extends DType<?>> Tile<INT32> rowArgmin(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.row_argmin", x, tmp);
  }

  /**
   * Sum of every column. Operator {@code tile.col_sum}.
   *
   * <p>Elements are added from top to bottom.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_sum")
  public static <T extends DType<?>> Tile<T> colSum(Tile<T> x) {
    return Eager.tile("tile.col_sum", x);
  }

  /**
   * Sum of every column, with an explicit scratch tile. Operator {@code tile.col_sum}.
   *
   * <p>Without one the elements are added from top to bottom, with one as a tree.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_sum")
  public static <T extends DType<?>> Tile<T> colSum(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.col_sum", x, tmp);
  }

  /**
   * Largest element of every column. Operator {@code tile.col_max}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_max")
  public static <T extends DType<?>> Tile<T> colMax(Tile<T> x) {
    return Eager.tile("tile.col_max", x);
  }

  /**
   * Smallest element of every column. Operator {@code tile.col_min}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_min")
  public static <T extends DType<?>> Tile<T> colMin(Tile<T> x) {
    return Eager.tile("tile.col_min", x);
  }

  /**
   * Product of every column. Operator {@code tile.col_prod}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_prod")
  public static <T extends DType<?>> Tile<T> colProd(Tile<T> x) {
    return Eager.tile("tile.col_prod", x);
  }

  /**
   * Position of the largest element, the first one on ties, of every column. Operator {@code
   * tile.col_argmax}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_argmax")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<INT32> colArgmax(Tile<T> x) {
    return Eager.tile("tile.col_argmax", x);
  }

  /**
   * Position of the largest element, the first one on ties, of every column, with an explicit
   * scratch tile. Operator {@code tile.col_argmax}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_argmax")
  public static <T extends DType<?>> Tile<INT32> colArgmax(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.col_argmax", x, tmp);
  }

  /**
   * Position of the smallest element, the first one on ties, of every column. Operator {@code
   * tile.col_argmin}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if there is nothing to reduce
   */
  @Op("tile.col_argmin")
  @Scratch(operand = 1, value = Scratch.Kind.LIKE_FIRST_OPERAND)
  public static <T extends DType<?>> Tile<INT32> colArgmin(Tile<T> x) {
    return Eager.tile("tile.col_argmin", x);
  }

  /**
   * Position of the smallest element, the first one on ties, of every column, with an explicit
   * scratch tile. Operator {@code tile.col_argmin}.
   *
   * @param x tile in {@link MemorySpace#Vec}, rank at least 2
   * @param tmp scratch tile of the shape of {@code x}
   * @return tile of shape {@code [1, C]}
   * @throws IllegalArgumentException if shapes or element types do not fit
   */
  @Op("tile.col_argmin")
  public static <T extends DType<?>> Tile<INT32> colArgmin(Tile<T> x, Tile<T> tmp) {
    return Eager.tile("tile.col_argmin", x, tmp);
  }
}
