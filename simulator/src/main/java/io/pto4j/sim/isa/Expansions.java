package io.pto4j.sim.isa;

import io.pto4j.numeric.Binary;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import java.util.Arrays;

/** Instructions that spread a column or a row over a tile. Source: PTO ISA, broadcast family. */
public final class Expansions {
  private final Scratch scratch;

  /** Instructions that work in these Panels. */
  public Expansions(Scratch scratch) {
    this.scratch = scratch;
  }

  /**
   * {@code d[r, c] = a[r, c] op b[r, c % width(b)]}, or the same with the narrow operand first. The
   * narrow operand has one column, or one block of 32 bytes per row.
   */
  public void rows(Binary op, Tile a, Tile b, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    requireNarrow(a, rows, cols, "first operand");
    requireNarrow(b, rows, cols, "second operand");
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, cols - c);
        if (d.element().isFloat()) {
          spread(a, r, c, n, cols, scratch.a);
          spread(b, r, c, n, cols, scratch.b);
          floats(op, d, n);
          Panels.storeRow(d, r, c, n, scratch.d, 0);
        } else {
          spread(a, r, c, n, cols, scratch.ia);
          spread(b, r, c, n, cols, scratch.ib);
          ints(op, d, n);
          Panels.storeRow(d, r, c, n, scratch.id, 0);
        }
      }
    }
    Regions.written(d);
  }

  /** {@code d[r, c] = a[r, 0]}. */
  public void row(Tile a, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    Elementwise.covers(a, rows, Math.min(1, cols), "operand");
    Regions.require(a, rows, Math.min(1, cols), "operand");
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, cols - c);
        if (d.element().isFloat()) {
          Panels.loadRow(a, r, 0, 1, scratch.d, 0);
          Arrays.fill(scratch.d, 0, n, scratch.d[0]);
          Panels.storeRow(d, r, c, n, scratch.d, 0);
        } else {
          Panels.loadRow(a, r, 0, 1, scratch.id, 0);
          Arrays.fill(scratch.id, 0, n, scratch.id[0]);
          Panels.storeRow(d, r, c, n, scratch.id, 0);
        }
      }
    }
    Regions.written(d);
  }

  /** {@code d[r, c] = a[0, c]}. */
  public void column(Tile a, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    Elementwise.covers(a, Math.min(1, rows), cols, "operand");
    Regions.require(a, Math.min(1, rows), cols, "operand");
    for (int c = 0; c < cols; c += Scratch.PANEL) {
      int n = Math.min(Scratch.PANEL, cols - c);
      if (d.element().isFloat()) {
        Panels.loadRow(a, 0, c, n, scratch.d, 0);
        for (int r = 0; r < rows; r++) {
          Panels.storeRow(d, r, c, n, scratch.d, 0);
        }
      } else {
        Panels.loadRow(a, 0, c, n, scratch.id, 0);
        for (int r = 0; r < rows; r++) {
          Panels.storeRow(d, r, c, n, scratch.id, 0);
        }
      }
    }
    Regions.written(d);
  }

  /** {@code d[r, c] = a[r, c] op b[0, c]}. */
  public void columns(Binary op, Tile a, Tile b, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    Elementwise.covers(a, rows, cols, "first operand");
    Elementwise.covers(b, Math.min(1, rows), cols, "second operand");
    Regions.require(a, rows, cols, "first operand");
    Regions.require(b, Math.min(1, rows), cols, "second operand");
    for (int c = 0; c < cols; c += Scratch.PANEL) {
      int n = Math.min(Scratch.PANEL, cols - c);
      if (d.element().isFloat()) {
        Panels.loadRow(b, 0, c, n, scratch.b, 0);
        for (int r = 0; r < rows; r++) {
          Panels.loadRow(a, r, c, n, scratch.a, 0);
          floats(op, d, n);
          Panels.storeRow(d, r, c, n, scratch.d, 0);
        }
      } else {
        Panels.loadRow(b, 0, c, n, scratch.ib, 0);
        for (int r = 0; r < rows; r++) {
          Panels.loadRow(a, r, c, n, scratch.ia, 0);
          ints(op, d, n);
          Panels.storeRow(d, r, c, n, scratch.id, 0);
        }
      }
    }
    Regions.written(d);
  }

  private void floats(Binary op, Tile d, int n) {
    op.apply(DataTypes.floatFormat(d.element()), scratch.a, 0, scratch.b, 0, scratch.d, 0, n);
  }

  private void ints(Binary op, Tile d, int n) {
    op.apply(DataTypes.intFormat(d.element()), scratch.ia, 0, scratch.ib, 0, scratch.id, 0, n);
  }

  private static void requireNarrow(Tile t, int rows, int cols, String name) {
    int block = 32 / t.elementBytes();
    int width = Math.min(t.validCols(), cols);
    if (width != cols && width != 1 && width != block) {
      throw new SimulationException(
          "the "
              + name
              + " has "
              + width
              + " valid columns; a per-row operand has 1, or "
              + block
              + " (one block of 32 bytes)");
    }
    Elementwise.covers(t, rows, width, name);
    Regions.require(t, rows, width, name);
  }

  private void spread(Tile t, int row, int col, int n, int cols, float[] out) {
    int width = Math.min(t.validCols(), cols);
    if (width == cols) {
      Panels.loadRow(t, row, col, n, out, 0);
      return;
    }
    Panels.loadRow(t, row, 0, width, out, 0);
    if (width == 1) {
      Arrays.fill(out, 1, n, out[0]);
    } else {
      for (int i = width; i < n; i++) {
        out[i] = out[i - width];
      }
    }
  }

  private void spread(Tile t, int row, int col, int n, int cols, long[] out) {
    int width = Math.min(t.validCols(), cols);
    if (width == cols) {
      Panels.loadRow(t, row, col, n, out, 0);
      return;
    }
    Panels.loadRow(t, row, 0, width, out, 0);
    for (int i = width; i < n; i++) {
      out[i] = out[i - width];
    }
  }
}
