package io.pto4j.sim.isa;

import io.pto4j.numeric.Binary;
import io.pto4j.numeric.Unary;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import java.util.Arrays;

/**
 * Elementwise instructions over the valid region of the result. Source: PTO ISA, valid-region rule.
 */
public final class Elementwise {
  private final Scratch scratch;

  /** Instructions that work in these Panels. */
  public Elementwise(Scratch scratch) {
    this.scratch = scratch;
  }

  /** {@code d = a op b}. */
  public void binary(Binary op, Tile a, Tile b, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    covers(a, rows, cols, "first operand");
    covers(b, rows, cols, "second operand");
    Regions.require(a, rows, cols, "first operand");
    Regions.require(b, rows, cols, "second operand");
    int order = a.denseOrder(rows, cols) & b.denseOrder(rows, cols) & d.denseOrder(rows, cols);
    if (order != 0) {
      for (int at = 0; at < rows * cols; at += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, rows * cols - at);
        if (d.element().isFloat()) {
          load(a, at, n, scratch.a);
          load(b, at, n, scratch.b);
          floats(op, d.element(), n);
          store(d, at, n, scratch.d);
        } else {
          loadInts(a, at, n, scratch.ia);
          loadInts(b, at, n, scratch.ib);
          ints(op, d.element(), n);
          storeInts(d, at, n, scratch.id);
        }
      }
    } else {
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c += Scratch.PANEL) {
          int n = Math.min(Scratch.PANEL, cols - c);
          binaryRow(op, a, r, b, r, d, r, c, n);
        }
      }
    }
    Regions.written(d);
  }

  private void binaryRow(Binary op, Tile a, int ra, Tile b, int rb, Tile d, int rd, int c, int n) {
    if (d.element().isFloat()) {
      Panels.loadRow(a, ra, c, n, scratch.a, 0);
      Panels.loadRow(b, rb, c, n, scratch.b, 0);
      floats(op, d.element(), n);
      Panels.storeRow(d, rd, c, n, scratch.d, 0);
    } else {
      Panels.loadRow(a, ra, c, n, scratch.ia, 0);
      Panels.loadRow(b, rb, c, n, scratch.ib, 0);
      ints(op, d.element(), n);
      Panels.storeRow(d, rd, c, n, scratch.id, 0);
    }
  }

  private void floats(Binary op, ElementType element, int n) {
    op.apply(DataTypes.floatFormat(element), scratch.a, 0, scratch.b, 0, scratch.d, 0, n);
  }

  private void ints(Binary op, ElementType element, int n) {
    op.apply(DataTypes.intFormat(element), scratch.ia, 0, scratch.ib, 0, scratch.id, 0, n);
  }

  /**
   * {@code d = a op s}, or {@code d = s op a} when {@code scalarFirst}; {@code s} is a value of the
   * element type.
   */
  public void scalar(Binary op, Tile a, double s, boolean scalarFirst, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    covers(a, rows, cols, "operand");
    Regions.require(a, rows, cols, "operand");
    boolean floating = d.element().isFloat();
    float[] other = scalarFirst ? scratch.a : scratch.b;
    long[] otherInts = scalarFirst ? scratch.ia : scratch.ib;
    int width = Math.min(Scratch.PANEL, rows * cols);
    if (floating) {
      Arrays.fill(other, 0, width, (float) s);
    } else {
      Arrays.fill(otherInts, 0, width, (long) s);
    }
    if ((a.denseOrder(rows, cols) & d.denseOrder(rows, cols)) != 0) {
      for (int at = 0; at < rows * cols; at += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, rows * cols - at);
        if (floating) {
          load(a, at, n, scalarFirst ? scratch.b : scratch.a);
          floats(op, d.element(), n);
          store(d, at, n, scratch.d);
        } else {
          loadInts(a, at, n, scalarFirst ? scratch.ib : scratch.ia);
          ints(op, d.element(), n);
          storeInts(d, at, n, scratch.id);
        }
      }
    } else {
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c += Scratch.PANEL) {
          int n = Math.min(Scratch.PANEL, cols - c);
          if (floating) {
            Panels.loadRow(a, r, c, n, scalarFirst ? scratch.b : scratch.a, 0);
            floats(op, d.element(), n);
            Panels.storeRow(d, r, c, n, scratch.d, 0);
          } else {
            Panels.loadRow(a, r, c, n, scalarFirst ? scratch.ib : scratch.ia, 0);
            ints(op, d.element(), n);
            Panels.storeRow(d, r, c, n, scratch.id, 0);
          }
        }
      }
    }
    Regions.written(d);
  }

  /** {@code d = op a}. */
  public void unary(Unary op, Tile a, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    covers(a, rows, cols, "operand");
    Regions.require(a, rows, cols, "operand");
    boolean floating = d.element().isFloat();
    if ((a.denseOrder(rows, cols) & d.denseOrder(rows, cols)) != 0) {
      for (int at = 0; at < rows * cols; at += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, rows * cols - at);
        if (floating) {
          load(a, at, n, scratch.a);
          op.apply(DataTypes.floatFormat(d.element()), scratch.a, 0, scratch.d, 0, n);
          store(d, at, n, scratch.d);
        } else {
          loadInts(a, at, n, scratch.ia);
          op.apply(DataTypes.intFormat(d.element()), scratch.ia, 0, scratch.id, 0, n);
          storeInts(d, at, n, scratch.id);
        }
      }
    } else {
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c += Scratch.PANEL) {
          int n = Math.min(Scratch.PANEL, cols - c);
          if (floating) {
            Panels.loadRow(a, r, c, n, scratch.a, 0);
            op.apply(DataTypes.floatFormat(d.element()), scratch.a, 0, scratch.d, 0, n);
            Panels.storeRow(d, r, c, n, scratch.d, 0);
          } else {
            Panels.loadRow(a, r, c, n, scratch.ia, 0);
            op.apply(DataTypes.intFormat(d.element()), scratch.ia, 0, scratch.id, 0, n);
            Panels.storeRow(d, r, c, n, scratch.id, 0);
          }
        }
      }
    }
    Regions.written(d);
  }

  /** {@code d = a > 0 ? a : a * slope}. */
  public void leakyRelu(Tile a, double slope, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    covers(a, rows, cols, "operand");
    Regions.require(a, rows, cols, "operand");
    float s = (float) slope;
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, cols - c);
        Panels.loadRow(a, r, c, n, scratch.a, 0);
        for (int i = 0; i < n; i++) {
          scratch.d[i] = scratch.a[i] > 0 ? scratch.a[i] : scratch.a[i] * s;
        }
        Panels.storeRow(d, r, c, n, scratch.d, 0);
      }
    }
    Regions.written(d);
  }

  /** {@code d = s} over the valid region; the whole tile for a Mat tile. */
  public void fill(double s, Tile d) {
    boolean whole = d.location() != Location.VEC;
    int rows = whole ? d.type().rows() : d.validRows();
    int cols = whole ? d.type().cols() : d.validCols();
    int width = Math.min(Scratch.PANEL, Math.max(cols, rows * cols));
    boolean floating = d.element().isFloat();
    if (floating) {
      Arrays.fill(scratch.d, 0, width, (float) s);
    } else {
      Arrays.fill(scratch.id, 0, width, (long) s);
    }
    if (d.denseOrder(rows, cols) != 0) {
      for (int at = 0; at < rows * cols; at += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, rows * cols - at);
        if (floating) {
          store(d, at, n, scratch.d);
        } else {
          storeInts(d, at, n, scratch.id);
        }
      }
    } else {
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c += Scratch.PANEL) {
          int n = Math.min(Scratch.PANEL, cols - c);
          if (floating) {
            Panels.storeRow(d, r, c, n, scratch.d, 0);
          } else {
            Panels.storeRow(d, r, c, n, scratch.id, 0);
          }
        }
      }
    }
    Regions.written(d, rows, cols);
  }

  private void load(Tile t, int at, int n, float[] out) {
    Panels.load(
        t.memory().segment(), t.element(), t.address() + (long) at * t.elementBytes(), out, 0, n);
  }

  private void store(Tile t, int at, int n, float[] in) {
    Panels.store(
        t.memory().segment(), t.element(), t.address() + (long) at * t.elementBytes(), in, 0, n);
  }

  private void loadInts(Tile t, int at, int n, long[] out) {
    Panels.load(
        t.memory().segment(), t.element(), t.address() + (long) at * t.elementBytes(), out, 0, n);
  }

  private void storeInts(Tile t, int at, int n, long[] in) {
    Panels.store(
        t.memory().segment(), t.element(), t.address() + (long) at * t.elementBytes(), in, 0, n);
  }

  /** Checks that an operand has values wherever the result needs one. */
  static void covers(Tile operand, int rows, int cols, String name) {
    if (operand.validRows() < rows || operand.validCols() < cols) {
      throw new SimulationException(
          "the valid shape of the "
              + name
              + " is "
              + operand.validRows()
              + "x"
              + operand.validCols()
              + ", the result needs "
              + rows
              + "x"
              + cols);
    }
  }
}
