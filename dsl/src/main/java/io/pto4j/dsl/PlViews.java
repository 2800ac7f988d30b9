package io.pto4j.dsl;

import io.pto4j.dsl.meta.Attr;
import io.pto4j.dsl.meta.Op;

/** Windows, reshapes and single elements. Called through {@link Pl}. */
public abstract sealed class PlViews extends PlMemory permits PlFlow {

  PlViews() {}

  /**
   * A window of a tile, without copying. Operator {@code tile.slice}.
   *
   * @param x source
   * @param shape extents of the window, constant
   * @param offsets where it begins
   * @throws IllegalArgumentException if the window leaves the tile
   */
  @Op("tile.slice")
  public static <T extends DType<?>> Tile<T> slice(Tile<T> x, Extents shape, Offsets offsets) {
    return Eager.tile("tile.slice", x, shape, offsets);
  }

  /**
   * A tile with another in a window of it. Operator {@code tile.assemble}.
   *
   * @param target what surrounds the window; it keeps its elements
   * @param source what is in the window
   * @param offsets where the window begins
   * @throws IllegalArgumentException if the window leaves the destination
   */
  @Op("tile.assemble")
  public static <T extends DType<?>> Tile<T> assemble(
      Tile<T> target, Tile<T> source, Offsets offsets) {
    return Eager.tile("tile.assemble", Eager.copy(target), source, offsets);
  }

  /**
   * The same elements under another shape, without copying. Operator {@code tile.reshape}.
   *
   * @param x source
   * @param shape extents with the same product
   * @throws IllegalArgumentException if the number of elements differs
   */
  @Op("tile.reshape")
  public static <T extends DType<?>> Tile<T> reshape(Tile<T> x, long... shape) {
    return Eager.tile("tile.reshape", x, Tuples.of(shape));
  }

  /**
   * Two axes swapped. The elements are moved. Operator {@code tile.transpose}.
   *
   * @param x source, rank at least 2
   * @param axis1 a constant; negative counts from the last axis
   * @param axis2 another axis
   * @throws IllegalArgumentException if the axes are equal or out of range
   */
  @Op("tile.transpose")
  public static <T extends DType<?>> Tile<T> transpose(
      Tile<T> x, @Index long axis1, @Index long axis2) {
    return Eager.tile("tile.transpose", x, axis1, axis2);
  }

  /**
   * Two matrices side by side. Operator {@code tile.concat}.
   *
   * @param lhs {@code [R, C0]} tile
   * @param rhs {@code [R, C1]} tile
   * @return {@code [R, C0 + C1]} tile
   * @throws IllegalArgumentException if the numbers of rows differ
   */
  @Op("tile.concat")
  public static <T extends DType<?>> Tile<T> concat(Tile<T> lhs, Tile<T> rhs) {
    return Eager.tile("tile.concat", lhs, rhs);
  }

  /**
   * The same elements with another valid region. Operator {@code tile.set_validshape}.
   *
   * @param x tile of rank 2
   * @param rows valid rows
   * @param cols valid columns
   * @throws IllegalArgumentException if the region is larger than the tile
   */
  @Op("tile.set_validshape")
  public static <T extends DType<?>> Tile<T> setValidShape(
      Tile<T> x, @Index long rows, @Index long cols) {
    return Eager.tile("tile.set_validshape", x, rows, cols);
  }

  /**
   * Fills the elements outside the valid region. Operator {@code tile.fillpad}.
   *
   * @param x source
   * @param value zero, or the largest or smallest value of the element type
   * @return fully valid tile
   * @throws IllegalArgumentException if the value is {@link PadValue#NULL}
   */
  @Op("tile.fillpad")
  public static <T extends DType<?>> Tile<T> fillpad(Tile<T> x, @Attr("pad_value") PadValue value) {
    return Eager.tile("tile.fillpad", Eager.attributes("pad_value", value), x);
  }

  /**
   * One element, in the Java type of the element type. Operator {@code tile.read}.
   *
   * @param x source
   * @param indices one per axis
   * @return the element: {@code Float} for floating point, {@code Integer} or {@code Long} for
   *     integers, {@code Boolean} for BOOL
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tile.read")
  public static <S, T extends DType<?> & ScalarOf<S>> S read(Tile<T> x, long... indices) {
    return Eager.element(x.dtype(), Eager.number("tile.read", x, Tuples.of(indices)));
  }

  /**
   * A tile with another element at one place. Operator {@code tile.write}.
   *
   * @param x the other elements; it keeps its own
   * @param indices one per axis
   * @param value scalar; a literal takes the element type of {@code x}
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tile.write")
  public static <T extends DType<?>> Tile<T> write(Tile<T> x, Offsets indices, double value) {
    return Eager.tile("tile.write", Eager.copy(x), indices, value);
  }

  /**
   * A tile with another element at one place. Operator {@code tile.write}.
   *
   * @param x the other elements; it keeps its own
   * @param indices one per axis
   * @param value scalar; a literal takes the element type of {@code x}
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tile.write")
  public static <T extends DType<?>> Tile<T> write(Tile<T> x, Offsets indices, long value) {
    return Eager.tile("tile.write", Eager.copy(x), indices, value);
  }

  /**
   * A window of a tensor, without copying. Operator {@code tensor.slice}.
   *
   * @param x source
   * @param shape extents of the window
   * @param offsets where it begins
   * @throws IllegalArgumentException if the window leaves the tensor
   */
  @Op("tensor.slice")
  public static <T extends DType<?>> Tensor<T> slice(Tensor<T> x, Extents shape, Offsets offsets) {
    return Eager.tensor("tensor.slice", x, shape, offsets);
  }

  /**
   * Writes a tensor into a window of another. Operator {@code tensor.assemble}.
   *
   * @param target destination
   * @param source what to write
   * @param offsets where the window begins
   * @return the destination, updated
   * @throws IllegalArgumentException if the window leaves the destination
   */
  @Op("tensor.assemble")
  public static <T extends DType<?>> Tensor<T> assemble(
      Tensor<T> target, Tensor<T> source, Offsets offsets) {
    return Eager.tensor("tensor.assemble", target, source, offsets);
  }

  /**
   * The same elements under another shape, without copying. Operator {@code tensor.reshape}.
   *
   * @param x source
   * @param shape extents with the same product
   * @throws IllegalArgumentException if the number of elements differs
   */
  @Op("tensor.reshape")
  public static <T extends DType<?>> Tensor<T> reshape(Tensor<T> x, long... shape) {
    return Eager.tensor("tensor.reshape", x, Tuples.of(shape));
  }

  /**
   * Two axes swapped. Operator {@code tensor.transpose}.
   *
   * @param x source, rank at least 2
   * @param axis1 a constant; negative counts from the last axis
   * @param axis2 another axis
   * @throws IllegalArgumentException if the axes are equal or out of range
   */
  @Op("tensor.transpose")
  public static <T extends DType<?>> Tensor<T> transpose(
      Tensor<T> x, @Index long axis1, @Index long axis2) {
    return Eager.tensor("tensor.transpose", x, axis1, axis2);
  }

  /**
   * Two matrices side by side. Operator {@code tensor.concat}.
   *
   * @param lhs {@code [R, C0]} tensor
   * @param rhs {@code [R, C1]} tensor
   * @return {@code [R, C0 + C1]} tensor
   * @throws IllegalArgumentException if the numbers of rows differ
   */
  @Op("tensor.concat")
  public static <T extends DType<?>> Tensor<T> concat(Tensor<T> lhs, Tensor<T> rhs) {
    return Eager.tensor("tensor.concat", lhs, rhs);
  }

  /**
   * The same elements with another valid region. Operator {@code tensor.set_validshape}.
   *
   * @param x tensor of rank 2
   * @param rows valid rows
   * @param cols valid columns
   * @throws IllegalArgumentException if the region is larger than the tensor
   */
  @Op("tensor.set_validshape")
  public static <T extends DType<?>> Tensor<T> setValidShape(
      Tensor<T> x, @Index long rows, @Index long cols) {
    return Eager.tensor("tensor.set_validshape", x, rows, cols);
  }

  /**
   * Fills the elements outside the valid region. Operator {@code tensor.fillpad}.
   *
   * @param x source
   * @param value zero, or the largest or smallest value of the element type
   * @return fully valid tensor
   * @throws IllegalArgumentException if the value is {@link PadValue#NULL}
   */
  @Op("tensor.fillpad")
  public static <T extends DType<?>> Tensor<T> fillpad(
      Tensor<T> x, @Attr("pad_value") PadValue value) {
    return Eager.tensor("tensor.fillpad", Eager.attributes("pad_value", value), x);
  }

  /**
   * One element, in the Java type of the element type. Operator {@code tensor.read}.
   *
   * @param x source
   * @param indices one per axis
   * @return the element: {@code Float} for floating point, {@code Integer} or {@code Long} for
   *     integers, {@code Boolean} for BOOL
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tensor.read")
  public static <S, T extends DType<?> & ScalarOf<S>> S read(Tensor<T> x, long... indices) {
    return Eager.element(x.dtype(), Eager.number("tensor.read", x, Tuples.of(indices)));
  }

  /**
   * Writes one element. Operator {@code tensor.write}.
   *
   * @param x destination
   * @param indices one per axis
   * @param value scalar; a literal takes the element type of {@code x}
   * @return the destination, updated
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tensor.write")
  public static <T extends DType<?>> Tensor<T> write(Tensor<T> x, Offsets indices, double value) {
    return Eager.tensor("tensor.write", x, indices, value);
  }

  /**
   * Writes one element. Operator {@code tensor.write}.
   *
   * @param x destination
   * @param indices one per axis
   * @param value scalar; a literal takes the element type of {@code x}
   * @return the destination, updated
   * @throws IllegalArgumentException if an index is out of range or missing
   */
  @Op("tensor.write")
  public static <T extends DType<?>> Tensor<T> write(Tensor<T> x, Offsets indices, long value) {
    return Eager.tensor("tensor.write", x, indices, value);
  }

  /**
   * The last two axes swapped in the layout, without moving elements: how a transposed operand of a
   * matrix product is read. Operator {@code tile.transpose_view}.
   *
   * @param x source, rank at least 2
   */
  @Op("tile.transpose_view")
  public static <T extends DType<?>> Tile<T> transposeView(Tile<T> x) {
    return Eager.tile("tile.transpose_view", x);
  }

  /**
   * Copies a window of a tile to another memory. Operator {@code tile.extract}.
   *
   * @param x source of rank 2
   * @param row first row
   * @param col first column
   * @param shape constant extents of the window
   * @param memory destination
   * @throws IllegalArgumentException if the window leaves the tile
   */
  @Op("tile.extract")
  public static <T extends DType<?>> Tile<T> extract(
      Tile<T> x,
      @Index long row,
      @Index long col,
      Extents shape,
      @Attr("target_memory") MemorySpace memory) {
    return Eager.tile(
        "tile.extract", Eager.attributes("target_memory", memory), x, row, col, shape);
  }
}
