package io.pto4j.sim.isa;

import io.pto4j.numeric.Binary;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Comparisons, selections and instructions on partly valid tiles. A mask holds one bit per element,
 * the lowest bit first; each row of bits starts at the row of the mask tile.
 *
 * <p>Source: PTO ISA, compare and select, partial ops.
 */
public final class Selections {
  private final Scratch scratch;

  /** Instructions that work in these panels. */
  public Selections(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Comparison modes, with the keywords of the text in lower case. */
  public enum Comparison {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE;

    boolean holds(double a, double b) {
      return switch (this) {
        case EQ -> a == b;
        case NE -> a != b;
        case LT -> a < b;
        case LE -> a <= b;
        case GT -> a > b;
        case GE -> a >= b;
      };
    }
  }

  /** The second operand of a comparison or selection: a tile or a value. */
  public sealed interface Other {
    /** Elements of a tile. */
    record OfTile(Tile tile) implements Other {}

    /** The same value everywhere. */
    record OfScalar(double value) implements Other {}
  }

  /**
   * {@code mask[r, c] = a[r, c] mode b[r, c]} over the valid region of {@code a}; further bits of
   * the last byte are 0.
   */
  public void compare(Comparison mode, Tile a, Other b, Tile mask) {
    int rows = a.validRows();
    int cols = a.validCols();
    int bytes = (cols + 7) / 8;
    if (mask.validRows() < rows || mask.type().cols() < bytes) {
      throw new SimulationException(
          "a mask of "
              + rows
              + "x"
              + cols
              + " bits does not fit a tile of "
              + mask.validRows()
              + "x"
              + mask.type().cols()
              + " bytes");
    }
    require(a, b, rows, cols);
    for (int r = 0; r < rows; r++) {
      byte[] packed = new byte[bytes];
      for (int c = 0; c < cols; c++) {
        if (mode.holds(value(a, r, c), value(b, r, c))) {
          packed[c / 8] |= (byte) (1 << (c % 8));
        }
      }
      MemorySegment.copy(
          packed, 0, mask.memory().segment(), ValueLayout.JAVA_BYTE, mask.byteAddress(r, 0), bytes);
    }
    Regions.written(mask, rows, bytes);
  }

  /** {@code d[r, c] = mask[r, c] ? a[r, c] : b[r, c]} over the valid region of {@code d}. */
  public void select(Tile mask, Tile a, Other b, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    require(a, b, rows, cols);
    Regions.require(mask, rows, (cols + 7) / 8, "mask");
    boolean floating = d.element().isFloat();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        byte bits = mask.memory().segment().get(ValueLayout.JAVA_BYTE, mask.byteAddress(r, c / 8));
        boolean first = ((bits >> (c % 8)) & 1) != 0;
        double value = first ? value(a, r, c) : value(b, r, c);
        if (floating) {
          Panels.setFloat(d.memory().segment(), d.element(), d.byteAddress(r, c), value);
        } else {
          Panels.setInt(d.memory().segment(), d.element(), d.byteAddress(r, c), (long) value);
        }
      }
    }
    Regions.written(d);
  }

  private static void require(Tile a, Other b, int rows, int cols) {
    Elementwise.covers(a, rows, cols, "first operand");
    Regions.require(a, rows, cols, "first operand");
    if (b instanceof Other.OfTile(Tile tile)) {
      Elementwise.covers(tile, rows, cols, "second operand");
      Regions.require(tile, rows, cols, "second operand");
    }
  }

  private static double value(Other other, int row, int col) {
    return switch (other) {
      case Other.OfTile(Tile tile) -> value(tile, row, col);
      case Other.OfScalar(double value) -> value;
    };
  }

  private static double value(Tile t, int row, int col) {
    MemorySegment memory = t.memory().segment();
    int at = t.byteAddress(row, col);
    return t.element().isFloat()
        ? Panels.getFloat(memory, t.element(), at)
        : (double) Panels.getInt(memory, t.element(), at);
  }

  /**
   * {@code d = a op b} where both are valid, the valid one elsewhere. One of them must be valid in
   * all of {@code d}.
   */
  public void partial(Binary op, Tile a, Tile b, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    if (!coversAll(a, rows, cols) && !coversAll(b, rows, cols)) {
      throw new SimulationException(
          "neither operand is valid in all of the result of " + rows + "x" + cols);
    }
    for (int r = 0; r < rows; r++) {
      int left = r < a.validRows() ? Math.min(a.validCols(), cols) : 0;
      int right = r < b.validRows() ? Math.min(b.validCols(), cols) : 0;
      int both = Math.min(left, right);
      partialRow(op, a, b, d, r, 0, both);
      copyRow(left > right ? a : b, d, r, both, cols - both);
    }
    Regions.written(d);
  }

  private static boolean coversAll(Tile t, int rows, int cols) {
    return t.validRows() >= rows && t.validCols() >= cols;
  }

  private void partialRow(Binary op, Tile a, Tile b, Tile d, int row, int col, int count) {
    for (int c = col; c < count; c += Scratch.PANEL) {
      int n = Math.min(Scratch.PANEL, count - c);
      requireRun(a, row, c, n);
      requireRun(b, row, c, n);
      if (d.element().isFloat()) {
        Panels.loadRow(a, row, c, n, scratch.a, 0);
        Panels.loadRow(b, row, c, n, scratch.b, 0);
        op.apply(DataTypes.floatFormat(d.element()), scratch.a, 0, scratch.b, 0, scratch.d, 0, n);
        Panels.storeRow(d, row, c, n, scratch.d, 0);
      } else {
        Panels.loadRow(a, row, c, n, scratch.ia, 0);
        Panels.loadRow(b, row, c, n, scratch.ib, 0);
        op.apply(DataTypes.intFormat(d.element()), scratch.ia, 0, scratch.ib, 0, scratch.id, 0, n);
        Panels.storeRow(d, row, c, n, scratch.id, 0);
      }
    }
  }

  private void copyRow(Tile s, Tile d, int row, int col, int count) {
    for (int c = col; c < col + count; c += Scratch.PANEL) {
      int n = Math.min(Scratch.PANEL, col + count - c);
      requireRun(s, row, c, n);
      if (d.element().isFloat()) {
        Panels.loadRow(s, row, c, n, scratch.a, 0);
        Panels.storeRow(d, row, c, n, scratch.a, 0);
      } else {
        Panels.loadRow(s, row, c, n, scratch.ia, 0);
        Panels.storeRow(d, row, c, n, scratch.ia, 0);
      }
    }
  }

  private static void requireRun(Tile t, int row, int col, int count) {
    for (int c = col; c < col + count; c++) {
      if (!Regions.isDefined(t, row, c, 1)) {
        throw new SimulationException(
            "reads undefined " + t.location().text() + " memory at byte " + t.byteAddress(row, c));
      }
    }
  }

  /**
   * The column of the first extremum of each row, in {@code d[r, 0]}; a NaN wins only as the first
   * element.
   */
  public void rowPosition(boolean largest, Tile a, Tile d) {
    int rows = a.validRows();
    int cols = a.validCols();
    Regions.require(a, rows, cols, "operand");
    for (int r = 0; r < rows; r++) {
      int best = 0;
      for (int c = 1; c < cols; c++) {
        best = better(largest, value(a, r, c), value(a, r, best)) ? c : best;
      }
      Panels.setInt(d.memory().segment(), d.element(), d.byteAddress(r, 0), best);
    }
    Regions.define(d, rows, 1);
  }

  /**
   * The row of the first extremum of each column, in {@code d[0, c]}; a NaN wins only as the first
   * element.
   */
  public void columnPosition(boolean largest, Tile a, Tile d) {
    int rows = a.validRows();
    int cols = a.validCols();
    Regions.require(a, rows, cols, "operand");
    for (int c = 0; c < cols; c++) {
      int best = 0;
      for (int r = 1; r < rows; r++) {
        best = better(largest, value(a, r, c), value(a, best, c)) ? r : best;
      }
      Panels.setInt(d.memory().segment(), d.element(), d.byteAddress(0, c), best);
    }
    Regions.define(d, 1, cols);
  }

  private static boolean better(boolean largest, double candidate, double best) {
    return largest ? candidate > best : candidate < best;
  }

  /** {@code d[0, c] = start + step * c}. */
  public void count(long start, int step, Tile d) {
    int cols = d.validCols();
    for (int c = 0; c < cols; c += Scratch.PANEL) {
      int n = Math.min(Scratch.PANEL, cols - c);
      int from = c;
      Arrays.setAll(scratch.id, i -> start + (long) step * (from + i));
      Panels.storeRow(d, 0, c, n, scratch.id, 0);
    }
    Regions.written(d, 1, cols);
  }
}
