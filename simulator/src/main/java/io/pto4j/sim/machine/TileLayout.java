package io.pto4j.sim.machine;

import io.pto4j.sim.pto.PtoType.InnerLayout;
import io.pto4j.sim.pto.PtoType.TileBuf;

/**
 * Where the elements of a tile lie: the order of boxes and the order inside a box. The first letter
 * is the order of boxes (N column by column, Z row by row), the second the order inside a box.
 *
 * <p>Source: PTO ISA, layout formulas.
 */
public enum TileLayout {
  /** No boxes, rows one after another. */
  ND(false),
  /** No boxes, columns one after another. */
  DN(true),
  NZ(false),
  ZN(true),
  ZZ(false),
  NN(true);

  private final boolean columnLines;

  TileLayout(boolean columnLines) {
    this.columnLines = columnLines;
  }

  /** Whether neighbours in memory are neighbours in a column rather than in a row. */
  public boolean columnLines() {
    return columnLines;
  }

  /** Whether elements are grouped into boxes. */
  public boolean boxed() {
    return this != ND && this != DN;
  }

  /** The layout a tile type describes. */
  public static TileLayout of(TileBuf type) {
    return switch (type.inner()) {
      case NONE_BOX -> type.boxRowMajor() ? ND : DN;
      case ROW_MAJOR -> type.boxRowMajor() ? ZZ : NZ;
      case COL_MAJOR -> type.boxRowMajor() ? ZN : NN;
    };
  }

  /** Rows of a box of this type. */
  public static int boxRows(TileBuf type) {
    if (type.inner() == InnerLayout.NONE_BOX) {
      return 1;
    }
    return switch (type.fractal()) {
      case 1024 -> 16;
      case 32 -> type.inner() == InnerLayout.ROW_MAJOR ? 16 : 2;
      default -> type.inner() == InnerLayout.ROW_MAJOR ? 16 : 32 / type.element().bytes();
    };
  }

  /** Columns of a box of this type. */
  public static int boxCols(TileBuf type) {
    if (type.inner() == InnerLayout.NONE_BOX) {
      return 1;
    }
    return switch (type.fractal()) {
      case 1024 -> 16;
      case 32 -> type.inner() == InnerLayout.ROW_MAJOR ? 2 : 16;
      default -> type.inner() == InnerLayout.ROW_MAJOR ? 32 / type.element().bytes() : 16;
    };
  }
}
