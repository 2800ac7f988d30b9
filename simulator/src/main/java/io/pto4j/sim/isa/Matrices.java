package io.pto4j.sim.isa;

import io.pto4j.sim.machine.Tile;

/**
 * Whole tiles as dense row-major matrices. A tile of whole boxes is read and written in one piece
 * and its boxes are put in order in between.
 */
final class Matrices {
  private final Scratch scratch;

  Matrices(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Reads the first rows and columns. */
  void load(Tile t, int rows, int cols, float[] out) {
    if ((t.denseOrder(rows, cols) & 1) != 0) {
      Panels.load(t.memory().segment(), t.element(), t.address(), out, 0, rows * cols);
    } else if (t.isWholeBoxes(rows, cols)) {
      float[] boxes = scratch.boxes(rows * cols);
      Panels.load(t.memory().segment(), t.element(), t.address(), boxes, 0, rows * cols);
      if (t.layout().columnLines()) {
        turnBoxes(t, boxes, rows, cols, out);
      } else {
        takeBoxes(t, boxes, rows, cols, out);
      }
    } else {
      for (int r = 0; r < rows; r++) {
        Panels.loadRow(t, r, 0, cols, out, r * cols);
      }
    }
  }

  private static void takeBoxes(Tile t, float[] boxes, int rows, int cols, float[] out) {
    int width = t.boxCols();
    int step = t.runStep() / t.elementBytes();
    for (int r = 0; r < rows; r++) {
      int from = t.offset(r, 0);
      for (int c = 0; c < cols; c += width) {
        System.arraycopy(boxes, from, out, r * cols + c, width);
        from += step;
      }
    }
  }

  private static void turnBoxes(Tile t, float[] boxes, int rows, int cols, float[] out) {
    int height = t.boxRows();
    int step = t.runStep() / t.elementBytes();
    for (int c = 0; c < cols; c++) {
      int from = t.offset(0, c);
      for (int r = 0; r < rows; r += height) {
        for (int i = 0, at = r * cols + c; i < height; i++, at += cols) {
          out[at] = boxes[from + i];
        }
        from += step;
      }
    }
  }

  /** Writes the first rows and columns. */
  void store(Tile t, int rows, int cols, float[] in) {
    if (t.isWholeBoxes(rows, cols) && !t.layout().columnLines()) {
      float[] boxes = scratch.boxes(rows * cols);
      int width = t.boxCols();
      int step = t.runStep() / t.elementBytes();
      for (int r = 0; r < rows; r++) {
        int to = t.offset(r, 0);
        for (int c = 0; c < cols; c += width) {
          System.arraycopy(in, r * cols + c, boxes, to, width);
          to += step;
        }
      }
      Panels.store(t.memory().segment(), t.element(), t.address(), boxes, 0, rows * cols);
      return;
    }
    for (int r = 0; r < rows; r++) {
      Panels.storeRow(t, r, 0, cols, in, r * cols);
    }
  }
}
