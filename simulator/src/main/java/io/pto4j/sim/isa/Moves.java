package io.pto4j.sim.isa;

import io.pto4j.sim.machine.DefinedMap;
import io.pto4j.sim.machine.Regions;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.machine.Tile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between tiles. A copy carries undefined elements along instead of reporting them: only
 * using them is a mistake.
 *
 * <p>Source: PTO ISA, TMOV, TEXTRACT, TINSERT, TFILLPAD, TTRANS and TCONCAT.
 */
public final class Moves {
  private final Scratch scratch;

  /** Copies that work in these Panels. */
  public Moves(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Copies the valid region of {@code d} from the same place of {@code s}. */
  public void move(Tile s, Tile d) {
    int rows = Math.min(s.validRows(), d.validRows());
    int cols = Math.min(s.validCols(), d.validCols());
    if (d.validRows() > rows || d.validCols() > cols) {
      throw new SimulationException(
          "the source has a valid shape of "
              + s.validRows()
              + "x"
              + s.validCols()
              + ", the result "
              + d.validRows()
              + "x"
              + d.validCols());
    }
    copy(s, 0, 0, d, 0, 0, rows, cols);
    Regions.undefineOutside(d, rows, cols);
  }

  /** {@code d[r, c] = s[r + row, c + col]} over the valid region of {@code d}. */
  public void extract(Tile s, long row, long col, Tile d) {
    inside("row", row, d.validRows(), s.type().rows());
    inside("column", col, d.validCols(), s.type().cols());
    copy(s, (int) row, (int) col, d, 0, 0, d.validRows(), d.validCols());
    Regions.undefineOutside(d, d.validRows(), d.validCols());
  }

  /**
   * {@code d[r + row, c + col] = s[r, c]} over the valid region of {@code s}; the rest of {@code d}
   * stays.
   */
  public void insert(Tile s, long row, long col, Tile d) {
    inside("row", row, s.validRows(), d.type().rows());
    inside("column", col, s.validCols(), d.type().cols());
    copy(s, 0, 0, d, (int) row, (int) col, s.validRows(), s.validCols());
  }

  private static void inside(String what, long start, int count, int size) {
    if (start < 0 || start + count > size) {
      throw new SimulationException(
          what
              + "s "
              + start
              + " to "
              + (start + count)
              + " lie outside a tile of "
              + size
              + " "
              + what
              + "s");
    }
  }

  private void copy(Tile s, int sr, int sc, Tile d, int dr, int dc, int rows, int cols) {
    if (rows == 0 || cols == 0) {
      return;
    }
    if (s.element() != d.element()) {
      convert(s, sr, sc, d, dr, dc, rows, cols);
    } else if (s.layout().columnLines() == d.layout().columnLines()) {
      copyLines(s, sr, sc, d, dr, dc, rows, cols);
    } else {
      copyAcross(s, sr, sc, d, dr, dc, rows, cols);
    }
  }

  /** Both tiles have their neighbours in the same direction: copies runs of bytes. */
  private static void copyLines(
      Tile s, int sr, int sc, Tile d, int dr, int dc, int rows, int cols) {
    int order = s.denseOrder(rows, cols) & d.denseOrder(rows, cols);
    if (order != 0 && (sr | sc | dr | dc) == 0) {
      transfer(s, s.address(), d, d.address(), rows * cols * s.elementBytes());
      return;
    }
    boolean columns = s.layout().columnLines();
    int lines = columns ? cols : rows;
    int length = columns ? rows : cols;
    // copying inside one memory may read what it has written, so that marks go along with the bytes
    boolean allDefined = s.memory() != d.memory() && Regions.isDefined(s, sr + rows, sc + cols);
    for (int line = 0; line < lines; line++) {
      for (int i = 0; i < length; ) {
        int r = columns ? i : line;
        int c = columns ? line : i;
        int run = Math.min(s.run(sr + r, sc + c, length - i), d.run(dr + r, dc + c, length - i));
        int from = s.byteAddress(sr + r, sc + c);
        int to = d.byteAddress(dr + r, dc + c);
        if (allDefined) {
          MemorySegment.copy(
              s.memory().segment(), from, d.memory().segment(), to, (long) run * s.elementBytes());
        } else {
          transfer(s, from, d, to, run * s.elementBytes());
        }
        i += run;
      }
    }
    if (allDefined) {
      define(d, dr, dc, rows, cols);
    }
  }

  private static void define(Tile d, int row, int col, int rows, int cols) {
    if ((row | col) == 0) {
      Regions.define(d, rows, cols);
      return;
    }
    boolean columns = d.layout().columnLines();
    int length = columns ? rows : cols;
    for (int line = 0; line < (columns ? cols : rows); line++) {
      for (int i = 0; i < length; ) {
        int r = row + (columns ? i : line);
        int c = col + (columns ? line : i);
        int run = d.run(r, c, length - i);
        int at = d.byteAddress(r, c);
        d.memory().defined().define(at, at + (long) run * d.elementBytes());
        i += run;
      }
    }
  }

  private static void transfer(Tile s, int from, Tile d, int to, int bytes) {
    MemorySegment.copy(s.memory().segment(), from, d.memory().segment(), to, bytes);
    transferDefined(s, from, d, to, bytes);
  }

  private static void transferDefined(Tile s, int from, Tile d, int to, int bytes) {
    DefinedMap source = s.memory().defined();
    DefinedMap target = d.memory().defined();
    if (source.isDefined(from, from + (long) bytes)) {
      target.define(to, to + (long) bytes);
      return;
    }
    int es = s.elementBytes();
    boolean backward = source == target && from < to;
    for (int k = 0; k < bytes; k += es) {
      int i = backward ? bytes - es - k : k;
      if (source.isDefined(from + i, from + i + es)) {
        target.define(to + i, to + i + es);
      } else {
        target.undefine(to + i, to + i + es);
      }
    }
  }

  /** Rows against columns: gathers each run of the result from the lines it crosses. */
  private static void copyAcross(
      Tile s, int sr, int sc, Tile d, int dr, int dc, int rows, int cols) {
    boolean columns = d.layout().columnLines();
    int lines = columns ? cols : rows;
    int length = columns ? rows : cols;
    boolean allDefined = s.memory() != d.memory() && Regions.isDefined(s, sr + rows, sc + cols);
    for (int line = 0; line < lines; line++) {
      for (int i = 0; i < length; ) {
        int r = columns ? i : line;
        int c = columns ? line : i;
        int run =
            Math.min(
                d.run(dr + r, dc + c, length - i), across(s, sr + r, sc + c, length - i, columns));
        int from = s.byteAddress(sr + r, sc + c);
        int step =
            run == 1
                ? 0
                : s.byteAddress(sr + r + (columns ? 1 : 0), sc + c + (columns ? 0 : 1)) - from;
        int to = d.byteAddress(dr + r, dc + c);
        gather(s, from, step, d, to, run);
        if (!allDefined) {
          markGathered(s, from, step, d, to, run);
        }
        i += run;
      }
    }
    if (allDefined) {
      define(d, dr, dc, rows, cols);
    }
  }

  /** How many elements across the lines of a tile lie at one constant step. */
  private static int across(Tile s, int row, int col, int wanted, boolean columns) {
    if (!s.layout().boxed()) {
      return wanted;
    }
    return Math.min(
        wanted, columns ? s.boxRows() - row % s.boxRows() : s.boxCols() - col % s.boxCols());
  }

  private static void gather(Tile s, int from, int step, Tile d, int to, int run) {
    MemorySegment source = s.memory().segment();
    MemorySegment target = d.memory().segment();
    int es = s.elementBytes();
    switch (es) {
      case 1 -> {
        for (int k = 0; k < run; k++) {
          target.set(
              ValueLayout.JAVA_BYTE, to + k, source.get(ValueLayout.JAVA_BYTE, from + k * step));
        }
      }
      case 2 -> {
        for (int k = 0; k < run; k++) {
          short value = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + k * step);
          target.set(ValueLayout.JAVA_SHORT_UNALIGNED, to + 2 * k, value);
        }
      }
      case 4 -> {
        for (int k = 0; k < run; k++) {
          int value = source.get(ValueLayout.JAVA_INT_UNALIGNED, from + k * step);
          target.set(ValueLayout.JAVA_INT_UNALIGNED, to + 4 * k, value);
        }
      }
      default -> {
        for (int k = 0; k < run; k++) {
          MemorySegment.copy(source, from + k * step, target, to + k * es, es);
        }
      }
    }
  }

  private static void markGathered(Tile s, int from, int step, Tile d, int to, int run) {
    int es = s.elementBytes();
    for (int k = 0; k < run; k++) {
      transferDefined(s, from + k * step, d, to + k * es, es);
    }
  }

  /**
   * Different element types: the accumulator leaves as FP32 or INT32 or rounded to a 16-bit float.
   */
  private void convert(Tile s, int sr, int sc, Tile d, int dr, int dc, int rows, int cols) {
    if (!s.element().isFloat() || !d.element().isFloat()) {
      throw new SimulationException(
          "no move from " + s.element().text() + " to " + d.element().text());
    }
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c += Scratch.PANEL) {
        int n = Math.min(Scratch.PANEL, cols - c);
        Panels.loadRow(s, sr + r, sc + c, n, scratch.a, 0);
        Panels.storeRow(d, dr + r, dc + c, n, scratch.a, 0);
      }
      for (int c = 0; c < cols; c++) {
        int to = d.byteAddress(dr + r, dc + c);
        if (Regions.isDefined(s, sr + r, sc + c, 1)) {
          d.memory().defined().define(to, to + (long) d.elementBytes());
        } else {
          d.memory().defined().undefine(to, to + (long) d.elementBytes());
        }
      }
    }
  }

  /**
   * Copies the valid region of {@code s} and fills the rest of {@code d}'s physical tile with its
   * pad value.
   *
   * @param padBits the pad value as bits of the element type
   */
  public void fillPad(Tile s, Tile d, long padBits) {
    if (d.validRows() == 0 || d.validCols() == 0) {
      return;
    }
    int rows = Math.min(s.validRows(), d.type().rows());
    int cols = Math.min(s.validCols(), d.type().cols());
    if (s.address() != d.address() || s.memory() != d.memory()) {
      copy(s, 0, 0, d, 0, 0, rows, cols);
    }
    int es = d.elementBytes();
    for (int i = 0; i < scratch.bytes.length; i++) {
      scratch.bytes[i] = (byte) (padBits >>> (8 * (i % es)));
    }
    boolean columns = d.layout().columnLines();
    int lines = columns ? d.type().cols() : d.type().rows();
    int length = columns ? d.type().rows() : d.type().cols();
    int validLines = columns ? cols : rows;
    int validLength = columns ? rows : cols;
    for (int line = 0; line < lines; line++) {
      for (int i = line < validLines ? validLength : 0; i < length; ) {
        int r = columns ? i : line;
        int c = columns ? line : i;
        int run = Math.min(d.run(r, c, length - i), scratch.bytes.length / es);
        int to = d.byteAddress(r, c);
        MemorySegment.copy(
            scratch.bytes, 0, d.memory().segment(), ValueLayout.JAVA_BYTE, to, run * es);
        d.memory().defined().define(to, to + (long) run * es);
        i += run;
      }
    }
  }

  /** {@code d[c, r] = a[r, c]} over the valid region of {@code a}. */
  public void transpose(Tile a, Tile d) {
    int rows = a.validRows();
    int cols = a.validCols();
    if (d.validRows() != cols || d.validCols() != rows) {
      throw new SimulationException(
          "the transpose of "
              + rows
              + "x"
              + cols
              + " is not "
              + d.validRows()
              + "x"
              + d.validCols());
    }
    Regions.require(a, rows, cols, "operand");
    int es = a.elementBytes();
    MemorySegment from = a.memory().segment();
    MemorySegment copy = MemorySegment.ofArray(new byte[rows * cols * es]);
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        MemorySegment.copy(from, a.byteAddress(r, c), copy, (long) (r * cols + c) * es, es);
      }
    }
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        MemorySegment.copy(
            copy, (long) (r * cols + c) * es, d.memory().segment(), d.byteAddress(c, r), es);
      }
    }
    Regions.written(d);
  }

  /** The columns of {@code a} followed by those of {@code b}. */
  public void concat(Tile a, Tile b, Tile d) {
    int rows = d.validRows();
    if (a.validRows() < rows
        || b.validRows() < rows
        || a.validCols() + b.validCols() > d.type().cols()) {
      throw new SimulationException(
          "concatenation of "
              + a.validRows()
              + "x"
              + a.validCols()
              + " and "
              + b.validRows()
              + "x"
              + b.validCols()
              + " into "
              + d.validRows()
              + "x"
              + d.validCols());
    }
    copy(a, 0, 0, d, 0, 0, rows, a.validCols());
    copy(b, 0, 0, d, 0, a.validCols(), rows, b.validCols());
  }
}
