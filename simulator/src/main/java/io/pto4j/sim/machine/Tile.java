package io.pto4j.sim.machine;

import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import io.pto4j.sim.pto.PtoType.TileBuf;

/**
 * A tile handle at run time: a typed view of on-chip memory. Several handles may name the same
 * bytes.
 *
 * <p>The layout formula uses the physical size of the tile the bytes were allocated for, which for
 * a window is larger than the window.
 */
public final class Tile {
  private final TileBuf type;
  private final TileLayout layout;
  private final int elementBytes;
  private final int boxRows;
  private final int boxCols;
  private final int pitchRows;
  private final int pitchCols;
  private OnChipMemory memory;
  private int address;
  private int validRows;
  private int validCols;

  /** An unbound handle of a whole tile. */
  public Tile(TileBuf type) {
    this(type, type.rows(), type.cols());
  }

  /** An unbound handle of a window of a tile of {@code pitchRows} by {@code pitchCols}. */
  public Tile(TileBuf type, int pitchRows, int pitchCols) {
    this.type = type;
    this.layout = TileLayout.of(type);
    this.elementBytes = type.element().bytes();
    this.boxRows = TileLayout.boxRows(type);
    this.boxCols = TileLayout.boxCols(type);
    this.pitchRows = pitchRows;
    this.pitchCols = pitchCols;
  }

  /** A fresh unbound handle of the same type and pitch. */
  public Tile copy() {
    return new Tile(type, pitchRows, pitchCols);
  }

  /**
   * Binds the handle.
   *
   * @throws SimulationException when the tile does not lie inside the memory, or is misaligned
   */
  public void bind(OnChipMemory newMemory, long newAddress, long newValidRows, long newValidCols) {
    setValid(newValidRows, newValidCols);
    if (newAddress % 32 != 0) {
      throw new SimulationException(
          "address " + newAddress + " of a tile is not a multiple of 32 bytes");
    }
    bindWindow(newMemory, newAddress);
  }

  /** Binds the handle of a window, which may start at any element. */
  public void bindWindow(OnChipMemory newMemory, long newAddress) {
    long end = newAddress + span(type.rows(), type.cols());
    if (newAddress < 0 || end > newMemory.size()) {
      throw new SimulationException(
          "tile at bytes "
              + newAddress
              + " to "
              + end
              + " does not fit the "
              + newMemory.size()
              + " bytes of "
              + newMemory.location().text()
              + " memory");
    }
    memory = newMemory;
    address = (int) newAddress;
  }

  /** Changes the valid extents. */
  public void setValid(long rows, long cols) {
    if (rows < 0 || cols < 0 || rows > type.rows() || cols > type.cols()) {
      throw new SimulationException(
          "valid shape "
              + rows
              + "x"
              + cols
              + " of a "
              + type.rows()
              + "x"
              + type.cols()
              + " tile");
    }
    validRows = (int) rows;
    validCols = (int) cols;
  }

  /** The type of the handle. */
  public TileBuf type() {
    return type;
  }

  /** The element type. */
  public ElementType element() {
    return type.element();
  }

  /** The memory kind. */
  public Location location() {
    return type.location();
  }

  /** The order of the elements. */
  public TileLayout layout() {
    return layout;
  }

  /** Bytes of an element. */
  public int elementBytes() {
    return elementBytes;
  }

  /** The memory the handle is bound to. */
  public OnChipMemory memory() {
    if (memory == null) {
      throw new SimulationException("the tile is used before it is allocated");
    }
    return memory;
  }

  /** Byte address of element (0, 0). */
  public int address() {
    return address;
  }

  public int validRows() {
    return validRows;
  }

  public int validCols() {
    return validCols;
  }

  public int pitchRows() {
    return pitchRows;
  }

  public int pitchCols() {
    return pitchCols;
  }

  public int boxRows() {
    return boxRows;
  }

  public int boxCols() {
    return boxCols;
  }

  /** Offset of an element from the address, in elements. Source: PTO ISA, tile element offset. */
  public int offset(int row, int col) {
    return switch (layout) {
      case ND -> row * pitchCols + col;
      case DN -> col * pitchRows + row;
      case NZ ->
          (col / boxCols) * pitchRows * boxCols
              + (row / boxRows) * boxRows * boxCols
              + (row % boxRows) * boxCols
              + col % boxCols;
      case ZN ->
          (row / boxRows) * pitchCols * boxRows
              + (col / boxCols) * boxRows * boxCols
              + (col % boxCols) * boxRows
              + row % boxRows;
      case ZZ ->
          (row / boxRows) * pitchCols * boxRows
              + (col / boxCols) * boxRows * boxCols
              + (row % boxRows) * boxCols
              + col % boxCols;
      case NN ->
          (col / boxCols) * pitchRows * boxCols
              + (row / boxRows) * boxRows * boxCols
              + (col % boxCols) * boxRows
              + row % boxRows;
    };
  }

  /** Byte address of an element. */
  public int byteAddress(int row, int col) {
    return address + offset(row, col) * elementBytes;
  }

  /**
   * How many elements starting at this one lie next to each other in memory along its line, up to
   * {@code wanted}.
   */
  public int run(int row, int col, int wanted) {
    return switch (layout) {
      case ND, DN -> wanted;
      case NZ, ZZ -> Math.min(wanted, boxCols - col % boxCols);
      case ZN, NN -> Math.min(wanted, boxRows - row % boxRows);
    };
  }

  /** Elements of a whole run along a line. */
  public int runLength() {
    return switch (layout) {
      case ND, DN -> Integer.MAX_VALUE;
      case NZ, ZZ -> boxCols;
      case ZN, NN -> boxRows;
    };
  }

  /** Bytes from one run of a line to the next; 0 when a line is one run. */
  public int runStep() {
    return switch (layout) {
      case ND, DN -> 0;
      case NZ -> pitchRows * boxCols * elementBytes;
      case ZN -> pitchCols * boxRows * elementBytes;
      case ZZ, NN -> boxRows * boxCols * elementBytes;
    };
  }

  /**
   * Whether a region is all of a tile made of whole boxes, so that it is one run of bytes in some
   * order.
   */
  public boolean isWholeBoxes(int rows, int cols) {
    return layout.boxed()
        && rows == pitchRows
        && cols == pitchCols
        && rows % boxRows == 0
        && cols % boxCols == 0;
  }

  /**
   * Bytes from the address to the end of the furthest element of a {@code rows} by {@code cols}
   * region.
   */
  public long span(int rows, int cols) {
    if (rows == 0 || cols == 0) {
      return 0;
    }
    // inside boxes the last element of the region need not be the furthest: take whole boxes
    int lastRow = Math.min((rows + boxRows - 1) / boxRows * boxRows, type.rows()) - 1;
    int lastCol = Math.min((cols + boxCols - 1) / boxCols * boxCols, type.cols()) - 1;
    return (offset(lastRow, lastCol) + 1L) * elementBytes;
  }

  /**
   * Whether a region is one run of bytes: bit 0 when its rows follow one another without gaps, bit
   * 1 when its columns do.
   */
  public int denseOrder(int rows, int cols) {
    return switch (layout) {
      case ND ->
          (cols == pitchCols || rows == 1 ? 1 : 0)
              | (rows == 1 || (cols == 1 && pitchCols == 1) ? 2 : 0);
      case DN ->
          (rows == pitchRows || cols == 1 ? 2 : 0)
              | (cols == 1 || (rows == 1 && pitchRows == 1) ? 1 : 0);
      case NZ, ZN, ZZ, NN -> 0;
    };
  }
}
