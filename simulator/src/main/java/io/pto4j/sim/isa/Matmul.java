package io.pto4j.sim.isa;

import io.pto4j.numeric.MatrixProduct;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import java.util.Optional;

/**
 * Matrix multiply. Each product is formed from zero in ascending k with fused multiply-adds in the
 * accumulator type; an existing accumulator or a bias is added once, afterwards.
 *
 * <p>Source: PTO ISA, matrix multiply.
 */
public final class Matmul {
  private final Scratch scratch;
  private final ProductLoop product = ProductLoop.best();
  private final Matrices matrices;

  /** Products that work in these Panels. */
  public Matmul(Scratch scratch) {
    this.scratch = scratch;
    this.matrices = new Matrices(scratch);
  }

  /**
   * {@code c = addend + a b}.
   *
   * @param addend accumulator to add to, or a bias of one row
   */
  public void multiply(Optional<Tile> addend, Tile a, Tile b, Tile c) {
    int m = a.validRows();
    int k = a.validCols();
    int n = b.validCols();
    if (b.validRows() != k) {
      throw new SimulationException(
          "inner dimensions differ: the left operand is "
              + m
              + "x"
              + k
              + ", the right "
              + b.validRows()
              + "x"
              + n);
    }
    if (m < 1 || k < 1 || n < 1 || m > 4095 || k > 4095 || n > 4095) {
      throw new SimulationException(
          "extents of a product are 1 to 4095, not " + m + ", " + k + ", " + n);
    }
    if (m > c.type().rows() || n > c.type().cols()) {
      throw new SimulationException(
          "a product of "
              + m
              + "x"
              + n
              + " does not fit the accumulator tile of "
              + c.type().rows()
              + "x"
              + c.type().cols());
    }
    Regions.require(a, m, k, "left operand");
    Regions.require(b, k, n, "right operand");
    addend.ifPresent(t -> requireAddend(t, m, n));
    if (c.element().isFloat()) {
      floats(addend, a, b, c, m, k, n);
    } else {
      ints(addend, a, b, c, m, k, n);
    }
    Regions.define(c, m, n);
  }

  private static void requireAddend(Tile t, int m, int n) {
    int rows = t.location() == Location.BIAS ? 1 : m;
    Elementwise.covers(t, rows, n, "addend");
    Regions.require(t, rows, n, "addend");
  }

  private void floats(Optional<Tile> addend, Tile a, Tile b, Tile c, int m, int k, int n) {
    float[] left = scratch.left(m * k);
    float[] right = scratch.right(k * n);
    float[] out = scratch.product(m * n);
    matrices.load(a, m, k, left);
    matrices.load(b, k, n, right);
    product.multiply(left, right, out, m, k, n);
    addend.ifPresent(t -> add(t, m, n, out));
    matrices.store(c, m, n, out);
  }

  /** Adds the existing accumulator, or the bias to every row. */
  private void add(Tile t, int m, int n, float[] out) {
    boolean bias = t.location() == Location.BIAS;
    float[] old = scratch.left(m * n);
    matrices.load(t, bias ? 1 : m, n, old);
    for (int r = 0; r < m; r++) {
      addRow(old, bias ? 0 : r * n, out, r * n, n);
    }
  }

  private static void addRow(float[] old, int from, float[] out, int at, int n) {
    for (int i = 0; i < n; i++) {
      out[at + i] = old[from + i] + out[at + i];
    }
  }

  private void ints(Optional<Tile> addend, Tile a, Tile b, Tile c, int m, int k, int n) {
    long[] left = scratch.intLeft(m * k);
    long[] right = scratch.intRight(k * n);
    long[] out = scratch.intProduct(m * n);
    for (int r = 0; r < m; r++) {
      Panels.loadRow(a, r, 0, k, left, r * k);
    }
    for (int r = 0; r < k; r++) {
      Panels.loadRow(b, r, 0, n, right, r * n);
    }
    MatrixProduct.multiply(left, 0, k, right, 0, n, out, 0, n, m, k, n);
    for (int r = 0; r < m; r++) {
      int row = r;
      addend.ifPresent(t -> addIntRow(t, row, n, out));
      Panels.storeRow(c, r, 0, n, out, r * n);
    }
  }

  private void addIntRow(Tile t, int row, int n, long[] out) {
    int source = t.location() == Location.BIAS ? 0 : row;
    for (int c = 0; c < n; c += Scratch.PANEL) {
      int count = Math.min(Scratch.PANEL, n - c);
      Panels.loadRow(t, source, c, count, scratch.ia, 0);
      for (int i = 0; i < count; i++) {
        out[row * n + c + i] += scratch.ia[i];
      }
    }
  }

  /** Whether the element types of a product belong together. */
  public static boolean fits(ElementType c, ElementType a, ElementType b) {
    return a == b
        && switch (a) {
          case I8 -> c == ElementType.I32;
          case F16, BF16, F32 -> c == ElementType.F32;
          default -> false;
        };
  }
}
