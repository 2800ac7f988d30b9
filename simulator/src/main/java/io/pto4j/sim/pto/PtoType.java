package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import java.util.stream.Collectors;

/** Types of the dialect. Source: PTO dialect, section on types. */
public sealed interface PtoType {
  /** Marks a dimension or extent that is only known at run time ({@code ?}). */
  int DYNAMIC = -1;

  /** A scalar value. */
  record Scalar(ElementType element) implements PtoType {
    @Override
    public String toString() {
      return element.text();
    }
  }

  /** A pointer into global memory. */
  record Pointer(ElementType element) implements PtoType {
    @Override
    public String toString() {
      return "!pto.ptr<" + element.text() + ">";
    }
  }

  /** A strided view of a whole tensor. */
  record TensorView(ImmutableList<Integer> dims, ElementType element) implements PtoType {
    @Override
    public String toString() {
      return "!pto.tensor_view<" + shape(dims) + element.text() + ">";
    }
  }

  /** A window of a tensor view. */
  record PartitionView(ImmutableList<Integer> dims, ElementType element) implements PtoType {
    @Override
    public String toString() {
      return "!pto.partition_tensor_view<" + shape(dims) + element.text() + ">";
    }
  }

  /**
   * A rank-2 on-chip tile.
   *
   * @param location memory keyword such as {@code vec} or {@code acc}
   * @param validRows static valid rows, or {@link #DYNAMIC}
   * @param validCols static valid columns, or {@link #DYNAMIC}
   * @param boxRowMajor whether boxes follow one another row by row ({@code blayout=row_major})
   * @param inner order inside a box
   * @param fractal box size in bytes
   * @param pad pad value: 0 null, 1 zero, 2 max, 3 min
   * @param compact compact mode: 0 null, 1 normal, 2 row plus one
   */
  record TileBuf(
      Location location,
      ElementType element,
      int rows,
      int cols,
      int validRows,
      int validCols,
      boolean boxRowMajor,
      InnerLayout inner,
      int fractal,
      int pad,
      int compact)
      implements PtoType {

    /** Bytes of the physical tile. */
    public long bytes() {
      return (long) rows * cols * element.bytes();
    }

    @Override
    public String toString() {
      return "!pto.tile_buf<loc=%s, dtype=%s, rows=%d, cols=%d, v_row=%s, v_col=%s, blayout=%s, slayout=%s, fractal=%d, pad=%d%s>"
          .formatted(
              location.text(),
              element.text(),
              rows,
              cols,
              dim(validRows),
              dim(validCols),
              boxRowMajor ? "row_major" : "col_major",
              inner.text(),
              fractal,
              pad,
              compact == 0 ? "" : ", compact=" + compact);
    }
  }

  /** Several equal tile slots that take turns. */
  record MultiTile(TileBuf tile, int count) implements PtoType {}

  /** A small array of scalars on the scalar unit's stack. */
  record LocalArray(int length, ElementType element) implements PtoType {}

  /** A builtin vector; only the status operand of the merge sort uses it. */
  record VectorType(ImmutableList<Integer> dims, ElementType element) implements PtoType {}

  /** Any other type of the dialect: a handle that only passes from one operation to another. */
  record Handle(String name, String body) implements PtoType {}

  /** On-chip memory of a tile. */
  enum Location {
    VEC,
    MAT,
    LEFT,
    RIGHT,
    ACC,
    BIAS,
    SCALING;

    /** The keyword of the text. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Order of the elements inside a box. */
  enum InnerLayout {
    NONE_BOX,
    ROW_MAJOR,
    COL_MAJOR;

    /** The keyword of the text. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static String dim(int value) {
    return value == DYNAMIC ? "?" : Integer.toString(value);
  }

  private static String shape(ImmutableList<Integer> dims) {
    return dims.stream().map(d -> dim(d) + "x").collect(Collectors.joining());
  }
}
