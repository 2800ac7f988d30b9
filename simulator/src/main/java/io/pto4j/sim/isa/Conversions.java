package io.pto4j.sim.isa;

import io.pto4j.numeric.Cast;
import io.pto4j.numeric.Elements;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.Tile;
import java.lang.foreign.MemorySegment;

/** Conversion of tiles between element types. Source: PTO ISA, TCVT. */
public final class Conversions {
  private final Scratch scratch;

  /** Conversions that work in these Panels. */
  public Conversions(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Converts the valid region of {@code d}. */
  public void convert(Cast cast, Tile a, Tile d) {
    int rows = d.validRows();
    int cols = d.validCols();
    Elementwise.covers(a, rows, cols, "operand");
    Regions.require(a, rows, cols, "operand");
    if ((a.denseOrder(rows, cols) & d.denseOrder(rows, cols)) != 0) {
      for (int at = 0; at < rows * cols; at += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, rows * cols - at);
        run(
            cast,
            a,
            a.address() + at * a.elementBytes(),
            d,
            d.address() + at * d.elementBytes(),
            n);
      }
    } else {
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; ) {
          boolean lines = a.layout().columnLines() || d.layout().columnLines();
          int n =
              lines
                  ? 1
                  : Math.min(Scratch.PANEL, Math.min(a.run(r, c, cols - c), d.run(r, c, cols - c)));
          run(cast, a, a.byteAddress(r, c), d, d.byteAddress(r, c), n);
          c += n;
        }
      }
    }
    Regions.written(d);
  }

  private void run(Cast cast, Tile a, int source, Tile d, int target, int n) {
    MemorySegment in = a.memory().segment();
    MemorySegment out = d.memory().segment();
    boolean fromFloat = a.element().isFloat();
    boolean toFloat = d.element().isFloat();
    if (fromFloat) {
      Elements.read(cast.from(), in, source, scratch.a, 0, n);
    } else {
      Elements.read(cast.from(), in, source, scratch.ia, 0, n);
    }
    if (fromFloat && toFloat) {
      cast.apply(scratch.a, 0, scratch.d, 0, n);
    } else if (fromFloat) {
      cast.apply(scratch.a, 0, scratch.id, 0, n);
    } else if (toFloat) {
      cast.apply(scratch.ia, 0, scratch.d, 0, n);
    } else {
      cast.apply(scratch.ia, 0, scratch.id, 0, n);
    }
    if (toFloat) {
      Elements.write(cast.to(), out, target, scratch.d, 0, n);
    } else {
      Elements.write(cast.to(), out, target, scratch.id, 0, n);
    }
  }
}
