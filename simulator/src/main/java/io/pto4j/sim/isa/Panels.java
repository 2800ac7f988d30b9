package io.pto4j.sim.isa;

import io.pto4j.numeric.Elements;
import io.pto4j.sim.machine.Tile;
import io.pto4j.sim.pto.ElementType;
import java.lang.foreign.MemorySegment;

/**
 * Reads memory into panels and writes panels back. Floating point elements are held in {@code
 * float}s, which hold them exactly, integers in {@code long}s.
 */
public final class Panels {
  private Panels() {}

  /** Reads {@code n} floating point elements that follow one another. */
  static void load(
      MemorySegment memory, ElementType element, long address, float[] out, int at, int n) {
    Elements.read(DataTypes.of(element), memory, address, out, at, n);
  }

  /** Writes {@code n} floating point elements that follow one another, rounding to nearest even. */
  static void store(
      MemorySegment memory, ElementType element, long address, float[] in, int at, int n) {
    Elements.write(DataTypes.of(element), memory, address, in, at, n);
  }

  /** Reads {@code n} integers that follow one another. */
  static void load(
      MemorySegment memory, ElementType element, long address, long[] out, int at, int n) {
    Elements.read(DataTypes.of(element), memory, address, out, at, n);
  }

  /** Writes the low bits of {@code n} integers that follow one another. */
  static void store(
      MemorySegment memory, ElementType element, long address, long[] in, int at, int n) {
    Elements.write(DataTypes.of(element), memory, address, in, at, n);
  }

  /** Reads {@code n} elements of a row, wherever they lie. */
  static void loadRow(Tile tile, int row, int col, int n, float[] out, int at) {
    for (int c = 0; c < n; ) {
      int run = run(tile, row, col + c, n - c);
      load(
          tile.memory().segment(),
          tile.element(),
          tile.byteAddress(row, col + c),
          out,
          at + c,
          run);
      c += run;
    }
  }

  /** Writes {@code n} elements of a row, wherever they lie. */
  static void storeRow(Tile tile, int row, int col, int n, float[] in, int at) {
    for (int c = 0; c < n; ) {
      int run = run(tile, row, col + c, n - c);
      store(
          tile.memory().segment(), tile.element(), tile.byteAddress(row, col + c), in, at + c, run);
      c += run;
    }
  }

  /** Reads {@code n} integers of a row, wherever they lie. */
  static void loadRow(Tile tile, int row, int col, int n, long[] out, int at) {
    for (int c = 0; c < n; ) {
      int run = run(tile, row, col + c, n - c);
      load(
          tile.memory().segment(),
          tile.element(),
          tile.byteAddress(row, col + c),
          out,
          at + c,
          run);
      c += run;
    }
  }

  /** Writes {@code n} integers of a row, wherever they lie. */
  static void storeRow(Tile tile, int row, int col, int n, long[] in, int at) {
    for (int c = 0; c < n; ) {
      int run = run(tile, row, col + c, n - c);
      store(
          tile.memory().segment(), tile.element(), tile.byteAddress(row, col + c), in, at + c, run);
      c += run;
    }
  }

  private static int run(Tile tile, int row, int col, int wanted) {
    return tile.layout().columnLines() ? 1 : tile.run(row, col, wanted);
  }

  /** One floating point element. */
  public static double getFloat(MemorySegment memory, ElementType element, long address) {
    float[] out = new float[1];
    load(memory, element, address, out, 0, 1);
    return out[0];
  }

  /** Changes one floating point element. */
  public static void setFloat(
      MemorySegment memory, ElementType element, long address, double value) {
    store(memory, element, address, new float[] {(float) value}, 0, 1);
  }

  /** One integer element. */
  public static long getInt(MemorySegment memory, ElementType element, long address) {
    long[] out = new long[1];
    load(memory, element, address, out, 0, 1);
    return out[0];
  }

  /** Changes one integer element. */
  public static void setInt(MemorySegment memory, ElementType element, long address, long value) {
    store(memory, element, address, new long[] {value}, 0, 1);
  }
}
