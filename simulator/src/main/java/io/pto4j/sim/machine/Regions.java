package io.pto4j.sim.machine;

/** Tracks which elements of tiles hold values. Regions are the first rows and columns of a tile. */
public final class Regions {
  private enum Action {
    DEFINE,
    CHECK
  }

  private Regions() {}

  /** Marks a region as holding values. */
  public static void define(Tile tile, int rows, int cols) {
    apply(tile, rows, cols, Action.DEFINE);
  }

  /** The valid region was written: it holds values now, and what else the tile covers does not. */
  public static void written(Tile tile) {
    written(tile, tile.validRows(), tile.validCols());
  }

  /** As {@link #written(Tile)} for a region that is not the valid one. */
  public static void written(Tile tile, int rows, int cols) {
    undefineOutside(tile, rows, cols);
    define(tile, rows, cols);
  }

  /** Marks what the physical tile covers beyond a region as holding no values. */
  public static void undefineOutside(Tile tile, int rows, int cols) {
    int allRows = tile.type().rows();
    int allCols = tile.type().cols();
    if (rows == allRows && cols == allCols) {
      return;
    }
    boolean columns = tile.layout().columnLines();
    int lines = columns ? allCols : allRows;
    int length = columns ? allRows : allCols;
    int keptLines = columns ? cols : rows;
    int kept = columns ? rows : cols;
    for (int line = 0; line < lines; line++) {
      for (int i = line < keptLines ? kept : 0; i < length; ) {
        int r = columns ? i : line;
        int c = columns ? line : i;
        int run = tile.run(r, c, length - i);
        long from = tile.byteAddress(r, c);
        tile.memory().defined().undefine(from, from + (long) run * tile.elementBytes());
        i += run;
      }
    }
  }

  /** Whether a whole region holds values. */
  public static boolean isDefined(Tile tile, int rows, int cols) {
    return apply(tile, rows, cols, Action.CHECK) < 0;
  }

  /** Whether one element holds a value. */
  public static boolean isDefined(Tile tile, int row, int col, int count) {
    int from = tile.byteAddress(row, col);
    return tile.memory().defined().isDefined(from, from + (long) count * tile.elementBytes());
  }

  /**
   * Checks that a region may be read into a result.
   *
   * @throws SimulationException when an element holds no value
   */
  public static void require(Tile tile, int rows, int cols, String operand) {
    long undefined = apply(tile, rows, cols, Action.CHECK);
    if (undefined >= 0) {
      throw new SimulationException(
          "reads undefined "
              + tile.location().text()
              + " memory at byte "
              + undefined
              + " ("
              + operand
              + ", "
              + rows
              + "x"
              + cols
              + " "
              + tile.element().text()
              + " at byte "
              + tile.address()
              + ", valid shape "
              + tile.validRows()
              + "x"
              + tile.validCols()
              + "): nothing was written there, or it lies outside the valid shape of what was");
    }
  }

  private static long apply(Tile tile, int rows, int cols, Action action) {
    if (rows == 0 || cols == 0) {
      return -1;
    }
    DefinedMap map = tile.memory().defined();
    if (tile.denseOrder(rows, cols) != 0 || tile.isWholeBoxes(rows, cols)) {
      return apply(map, tile.address(), (long) rows * cols * tile.elementBytes(), action);
    }
    return tile.layout().columnLines()
        ? columns(tile, rows, cols, action)
        : rows(tile, rows, cols, action);
  }

  private static long rows(Tile tile, int rows, int cols, Action action) {
    DefinedMap map = tile.memory().defined();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; ) {
        int run = tile.run(r, c, cols - c);
        long bad = apply(map, tile.byteAddress(r, c), (long) run * tile.elementBytes(), action);
        if (bad >= 0) {
          return bad;
        }
        c += run;
      }
    }
    return -1;
  }

  private static long columns(Tile tile, int rows, int cols, Action action) {
    DefinedMap map = tile.memory().defined();
    for (int c = 0; c < cols; c++) {
      for (int r = 0; r < rows; ) {
        int run = tile.run(r, c, rows - r);
        long bad = apply(map, tile.byteAddress(r, c), (long) run * tile.elementBytes(), action);
        if (bad >= 0) {
          return bad;
        }
        r += run;
      }
    }
    return -1;
  }

  private static long apply(DefinedMap map, long from, long bytes, Action action) {
    switch (action) {
      case DEFINE -> map.define(from, from + bytes);
      case CHECK -> {
        return map.firstUndefined(from, from + bytes);
      }
    }
    return -1;
  }
}
