package io.pto4j.sim.isa;

import io.pto4j.numeric.Binary;
import io.pto4j.numeric.Unary;
import io.pto4j.sim.machine.DefinedMap;
import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.GmView;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import io.pto4j.sim.pto.PtoType.Location;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Transfers between global memory and tiles. A transfer walks lines: the elements of a line lie
 * next to each other in the tile, and usually in the tensor too.
 *
 * <p>Source: PTO ISA, global memory offsets, TLOAD and TSTORE.
 */
public final class Transfers {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Scratch scratch;
  private final long[] shape = new long[5];
  private final long[] strides = new long[5];

  /** Transfers that work in these Panels. */
  public Transfers(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Copies a window into the valid region of a tile. */
  public void load(GmView view, Tile tile) {
    bind(view, tile);
    int rows = tile.validRows();
    int cols = tile.validCols();
    boolean columns = tile.layout().columnLines();
    if (denseCopy(view, tile, rows, cols)) {
      long bytes = (long) rows * cols * tile.elementBytes();
      MemorySegment.copy(
          view.buffer().segment(),
          view.byteOffset(),
          tile.memory().segment(),
          tile.address(),
          bytes);
      loadDefined(view.buffer(), view.byteOffset(), tile, tile.address(), bytes);
    } else {
      int lines = columns ? cols : rows;
      int length = columns ? rows : cols;
      boolean linear = isLinear(view, columns);
      boolean allDefined = true;
      for (int line = 0; line < lines; line++) {
        if (linear) {
          allDefined &= loadLine(view, tile, line, length, columns);
        } else {
          allDefined &= loadElements(view, tile, line, length, columns);
        }
      }
      if (allDefined) {
        Regions.define(tile, rows, cols);
      } else {
        copyDefined(view, tile, rows, cols);
      }
    }
    Regions.undefineOutside(tile, rows, cols);
    padBoxes(tile, rows, cols);
  }

  /** A line whose elements lie at one step in the tensor. Says whether all of them hold values. */
  private boolean loadLine(GmView view, Tile tile, int line, int length, boolean columns) {
    int es = tile.elementBytes();
    long step = strides[lineDimension(columns)];
    long from = view.byteOffset() + gmOffset(view, columns ? 0 : line, columns ? line : 0) * es;
    int to = columns ? tile.byteAddress(0, line) : tile.byteAddress(line, 0);
    MemorySegment source = view.buffer().segment();
    MemorySegment target = tile.memory().segment();
    for (int i = 0; i < length; ) {
      int run = Math.min(tile.runLength(), length - i);
      if (step == 1) {
        copy(source, from + (long) i * es, target, to, (long) run * es);
      } else {
        for (int k = 0; k < run; k++) {
          copy(source, from + (i + k) * step * es, target, to + (long) k * es, es);
        }
      }
      i += run;
      to += tile.runStep();
    }
    return isLineDefined(view, from, length, step, es);
  }

  private static boolean isLineDefined(GmView view, long from, int length, long step, int es) {
    if (view.buffer().defined().isEmpty()
        || view.buffer().isDefined(from, from + ((length - 1) * step + 1) * es)) {
      return true;
    }
    for (int i = 0; i < length && step != 1; i++) {
      if (!view.buffer().isDefined(from + i * step * es, from + (i * step + 1) * es)) {
        return false;
      }
    }
    return step != 1;
  }

  private boolean loadElements(GmView view, Tile tile, int line, int length, boolean columns) {
    int es = tile.elementBytes();
    boolean allDefined = true;
    for (int i = 0; i < length; i++) {
      int r = columns ? i : line;
      int c = columns ? line : i;
      long from = view.byteOffset() + gmOffset(view, r, c) * es;
      copy(view.buffer().segment(), from, tile.memory().segment(), tile.byteAddress(r, c), es);
      allDefined &= view.buffer().isDefined(from, from + es);
    }
    return allDefined;
  }

  private void copyDefined(GmView view, Tile tile, int rows, int cols) {
    int es = tile.elementBytes();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        loadDefined(
            view.buffer(),
            view.byteOffset() + gmOffset(view, r, c) * es,
            tile,
            tile.byteAddress(r, c),
            es);
      }
    }
  }

  /** A copy that is quick for the 32 bytes of a box line too. */
  private static void copy(
      MemorySegment source, long from, MemorySegment target, long to, long bytes) {
    if (bytes == 32) {
      target.set(LONG, to, source.get(LONG, from));
      target.set(LONG, to + 8, source.get(LONG, from + 8));
      target.set(LONG, to + 16, source.get(LONG, from + 16));
      target.set(LONG, to + 24, source.get(LONG, from + 24));
    } else {
      MemorySegment.copy(source, from, target, to, bytes);
    }
  }

  private int lineDimension(boolean columns) {
    return columns ? 3 : 4;
  }

  /** Whether the elements of a line lie at one step in the tensor. */
  private boolean isLinear(GmView view, boolean columns) {
    boolean flat = shape[0] * shape[1] * shape[2] == 1;
    return switch (view.layout()) {
      case ND -> !columns || flat;
      case DN -> columns || flat;
      case NZ -> false;
    };
  }

  private static void loadDefined(GmBuffer source, long from, Tile tile, long to, long bytes) {
    DefinedMap target = tile.memory().defined();
    if (source.isDefined(from, from + bytes)) {
      target.define(to, to + bytes);
      return;
    }
    int es = tile.elementBytes();
    for (long i = 0; i < bytes; i += es) {
      if (source.isDefined(from + i, from + i + es)) {
        target.define(to + i, to + i + es);
      } else {
        target.undefine(to + i, to + i + es);
      }
    }
  }

  /** Loading into boxes of L1 pads the last partial box of each direction with zeros. */
  private static void padBoxes(Tile tile, int rows, int cols) {
    if (!tile.layout().boxed() || tile.location() != Location.MAT) {
      return;
    }
    int paddedRows = Math.min(roundUp(rows, tile.boxRows()), tile.type().rows());
    int paddedCols = Math.min(roundUp(cols, tile.boxCols()), tile.type().cols());
    if (paddedRows == rows && paddedCols == cols) {
      return;
    }
    int es = tile.elementBytes();
    for (int r = 0; r < paddedRows; r++) {
      for (int c = r < rows ? cols : 0; c < paddedCols; c++) {
        int at = tile.byteAddress(r, c);
        tile.memory().segment().asSlice(at, es).fill((byte) 0);
        tile.memory().defined().define(at, at + es);
      }
    }
  }

  private static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** Copies the valid region of a tile to a window, converting what comes from the accumulator. */
  public void store(Tile tile, GmView view, boolean atomicAdd, boolean relu) {
    bind(view, tile);
    int rows = tile.validRows();
    int cols = tile.validCols();
    Regions.require(tile, rows, cols, "source");
    if (atomicAdd || relu || tile.element() != view.element()) {
      for (int r = 0; r < rows; r++) {
        storeConverted(tile, view, r, cols, atomicAdd, relu);
      }
      return;
    }
    if (denseCopy(view, tile, rows, cols)) {
      long bytes = (long) rows * cols * tile.elementBytes();
      MemorySegment.copy(
          tile.memory().segment(),
          tile.address(),
          view.buffer().segment(),
          view.byteOffset(),
          bytes);
      view.buffer().mark(view.byteOffset(), view.byteOffset() + bytes, true);
      return;
    }
    boolean columns = tile.layout().columnLines();
    boolean linear = isLinear(view, columns);
    for (int line = 0; line < (columns ? cols : rows); line++) {
      if (linear) {
        storeLine(tile, view, line, columns ? rows : cols, columns);
      } else {
        storeElements(tile, view, line, columns ? rows : cols, columns);
      }
    }
  }

  private void storeLine(Tile tile, GmView view, int line, int length, boolean columns) {
    int es = tile.elementBytes();
    long step = strides[lineDimension(columns)];
    long to = view.byteOffset() + gmOffset(view, columns ? 0 : line, columns ? line : 0) * es;
    int from = columns ? tile.byteAddress(0, line) : tile.byteAddress(line, 0);
    MemorySegment source = tile.memory().segment();
    MemorySegment target = view.buffer().segment();
    for (int i = 0; i < length; ) {
      int run = Math.min(tile.runLength(), length - i);
      if (step == 1) {
        copy(source, from, target, to + (long) i * es, (long) run * es);
      } else {
        for (int k = 0; k < run; k++) {
          long at = to + (i + k) * step * es;
          copy(source, from + (long) k * es, target, at, es);
          view.buffer().mark(at, at + es, true);
        }
      }
      i += run;
      from += tile.runStep();
    }
    if (step == 1) {
      view.buffer().mark(to, to + (long) length * es, true);
    }
  }

  private void storeElements(Tile tile, GmView view, int line, int length, boolean columns) {
    int es = tile.elementBytes();
    for (int i = 0; i < length; i++) {
      int r = columns ? i : line;
      int c = columns ? line : i;
      long to = view.byteOffset() + gmOffset(view, r, c) * es;
      copy(tile.memory().segment(), tile.byteAddress(r, c), view.buffer().segment(), to, es);
      view.buffer().mark(to, to + es, true);
    }
  }

  private void storeConverted(
      Tile tile, GmView view, int r, int cols, boolean atomicAdd, boolean relu) {
    ElementType target = view.element();
    if (tile.element().isFloat() != target.isFloat()) {
      throw new SimulationException(
          "no store from "
              + tile.element().text()
              + " to "
              + target.text()
              + " without a quantisation scale");
    }
    MemorySegment memory = view.buffer().segment();
    for (int c = 0; c < cols; ) {
      int run = Math.min(isUnitStep(view) ? Scratch.PANEL : 1, cols - c);
      long to = view.byteOffset() + gmOffset(view, r, c) * target.bytes();
      long bytes = (long) run * target.bytes();
      if (atomicAdd && !view.buffer().isDefined(to, to + bytes)) {
        throw new SimulationException(
            "adds to undefined bytes "
                + to
                + " to "
                + (to + bytes)
                + " of tensor '"
                + view.buffer().name()
                + "'");
      }
      if (target.isFloat()) {
        Panels.loadRow(tile, r, c, run, scratch.a, 0);
        if (relu) {
          clampNegative(scratch.a, run);
        }
        if (atomicAdd) {
          DataTypes.floatFormat(target).round(scratch.a, 0, run);
          Panels.load(memory, target, to, scratch.b, 0, run);
          Binary.ADD.apply(
              DataTypes.floatFormat(target), scratch.b, 0, scratch.a, 0, scratch.a, 0, run);
        }
        Panels.store(memory, target, to, scratch.a, 0, run);
      } else {
        Panels.loadRow(tile, r, c, run, scratch.ia, 0);
        if (relu) {
          Unary.RELU.apply(DataTypes.intFormat(target), scratch.ia, 0, scratch.ia, 0, run);
        }
        if (atomicAdd) {
          Panels.load(memory, target, to, scratch.ib, 0, run);
          Binary.ADD.apply(
              DataTypes.intFormat(target), scratch.ib, 0, scratch.ia, 0, scratch.ia, 0, run);
        }
        Panels.store(memory, target, to, scratch.ia, 0, run);
      }
      view.buffer().mark(to, to + bytes, true);
      c += run;
    }
  }

  /** The accumulator's way out turns NaN and negative zero into zero. */
  private static void clampNegative(float[] values, int n) {
    for (int i = 0; i < n; i++) {
      values[i] = values[i] > 0 ? values[i] : 0;
    }
  }

  /** Right-aligns shape and strides into five dimensions and checks them against the tile. */
  private void bind(GmView view, Tile tile) {
    int rank = view.shape().length;
    if (rank > 5) {
      throw new SimulationException("a transfer takes tensors of rank 5 at most, not " + rank);
    }
    if (view.element().bytes() != tile.elementBytes() && tile.location() != Location.ACC) {
      throw new SimulationException(
          "a transfer does not convert " + tile.element().text() + " and " + view.element().text());
    }
    Arrays.fill(shape, 1);
    Arrays.fill(strides, 0);
    System.arraycopy(view.shape(), 0, shape, 5 - rank, rank);
    System.arraycopy(view.strides(), 0, strides, 5 - rank, rank);
    long rows =
        switch (view.layout()) {
          case ND -> shape[0] * shape[1] * shape[2] * shape[3];
          case DN -> shape[3];
          case NZ -> shape[2] * shape[3];
        };
    long cols =
        switch (view.layout()) {
          case ND -> shape[4];
          case DN -> shape[0] * shape[1] * shape[2] * shape[4];
          case NZ -> shape[0] * shape[1] * shape[4];
        };
    if (rows != tile.validRows() || cols != tile.validCols()) {
      throw new SimulationException(
          "a window of "
              + rows
              + "x"
              + cols
              + " of tensor '"
              + view.buffer().name()
              + "' and a tile with valid shape "
              + tile.validRows()
              + "x"
              + tile.validCols()
              + " do not match");
    }
    view.checkInside();
  }

  private boolean denseCopy(GmView view, Tile tile, int rows, int cols) {
    if (view.layout() != GmView.Layout.ND || shape[0] * shape[1] * shape[2] != 1) {
      return false;
    }
    int tileOrder = tile.denseOrder(rows, cols);
    boolean gmRows = (cols == 1 || strides[4] == 1) && (rows == 1 || strides[3] == cols);
    return gmRows && (tileOrder & 1) != 0;
  }

  /** Whether the elements of a row lie next to each other in the tensor. */
  private boolean isUnitStep(GmView view) {
    return isLinear(view, false) && strides[4] == 1;
  }

  /** Offset of the tensor element that belongs to a tile element, in elements. */
  private long gmOffset(GmView view, int r, int c) {
    long[] s = shape;
    return switch (view.layout()) {
      case ND ->
          r / (s[1] * s[2] * s[3]) * strides[0]
              + r / (s[2] * s[3]) % s[1] * strides[1]
              + r / s[3] % s[2] * strides[2]
              + r % s[3] * strides[3]
              + c * strides[4];
      case DN ->
          c / (s[1] * s[2] * s[4]) * strides[0]
              + c / (s[2] * s[4]) % s[1] * strides[1]
              + c / s[4] % s[2] * strides[2]
              + r * strides[3]
              + c % s[4] * strides[4];
      case NZ ->
          c / s[4] / s[1] * strides[0]
              + c / s[4] % s[1] * strides[1]
              + r / s[3] * strides[2]
              + r % s[3] * strides[3]
              + c % s[4] * strides[4];
    };
  }
}
