package io.pto4j.sim.isa;

import io.pto4j.numeric.Reduction;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;

/**
 * Reductions of rows and columns in the reference order: rows from left to right, columns from top
 * to bottom.
 *
 * <p>Source: PTO ISA, row and column reductions.
 */
public final class Reductions {
  private final Scratch scratch;

  /** Instructions that work in these panels. */
  public Reductions(Scratch scratch) {
    this.scratch = scratch;
  }

  /** {@code d[r, 0] = reduce(a[r, :])}; what else {@code d} holds stays. */
  public void rows(Reduction op, Tile a, Tile d) {
    int rows = a.validRows();
    int cols = a.validCols();
    if (d.validRows() != rows) {
      throw new SimulationException(
          "the reduced tile has " + rows + " valid rows, the result " + d.validRows());
    }
    check(a, rows, cols);
    if (a.element().isFloat()) {
      float[] out = scratch.product(rows);
      op.rows(
          DataTypes.floatFormat(a.element()), floats(a, rows, cols), 0, cols, rows, cols, out, 0);
      for (int r = 0; r < rows; r++) {
        Panels.storeRow(d, r, 0, 1, out, r);
      }
    } else {
      long[] out = scratch.intProduct(rows);
      op.rows(DataTypes.intFormat(d.element()), ints(a, rows, cols), 0, cols, rows, cols, out, 0);
      for (int r = 0; r < rows; r++) {
        Panels.storeRow(d, r, 0, 1, out, r);
      }
    }
    Regions.define(d, rows, 1);
  }

  /** {@code d[0, c] = reduce(a[:, c])}; what else {@code d} holds stays. */
  public void columns(Reduction op, Tile a, Tile d) {
    int rows = a.validRows();
    int cols = a.validCols();
    if (d.validCols() != cols) {
      throw new SimulationException(
          "the reduced tile has " + cols + " valid columns, the result " + d.validCols());
    }
    check(a, rows, cols);
    if (a.element().isFloat()) {
      float[] out = scratch.product(cols);
      op.columns(
          DataTypes.floatFormat(d.element()), floats(a, rows, cols), 0, cols, rows, cols, out, 0);
      Panels.storeRow(d, 0, 0, cols, out, 0);
    } else {
      long[] out = scratch.intProduct(cols);
      op.columns(
          DataTypes.intFormat(d.element()), ints(a, rows, cols), 0, cols, rows, cols, out, 0);
      Panels.storeRow(d, 0, 0, cols, out, 0);
    }
    Regions.define(d, 1, cols);
  }

  private static void check(Tile a, int rows, int cols) {
    if (rows == 0 || cols == 0) {
      throw new SimulationException("reduction of an empty region " + rows + "x" + cols);
    }
    Regions.require(a, rows, cols, "operand");
  }

  private float[] floats(Tile a, int rows, int cols) {
    float[] matrix = scratch.left(rows * cols);
    if ((a.denseOrder(rows, cols) & 1) != 0) {
      Panels.load(a.memory().segment(), a.element(), a.address(), matrix, 0, rows * cols);
    } else {
      for (int r = 0; r < rows; r++) {
        Panels.loadRow(a, r, 0, cols, matrix, r * cols);
      }
    }
    return matrix;
  }

  private long[] ints(Tile a, int rows, int cols) {
    long[] matrix = scratch.intLeft(rows * cols);
    for (int r = 0; r < rows; r++) {
      Panels.loadRow(a, r, 0, cols, matrix, r * cols);
    }
    return matrix;
  }
}
