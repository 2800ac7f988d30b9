package io.pto4j.numeric;

/**
 * Reductions of a matrix along its rows or columns, in a fixed order: a row from left to right, a
 * column from top to bottom, starting with the first element.
 *
 * <p>Sums of a row of FP16 or BF16 elements accumulate in binary32 and are rounded once; every
 * other reduction rounds each step to the element type. Maximum and minimum are those of {@link
 * Binary}, so that NaN survives only as the first element. Integers wrap around.
 *
 * <p>Matrices are row-major: element {@code (r, c)} is at {@code at + r * pitch + c}.
 *
 * <p>Source: PTO ISA, reductions.
 */
public enum Reduction {
  SUM(Binary.ADD),
  MAX(Binary.MAX),
  MIN(Binary.MIN),
  PROD(Binary.MUL);

  private static final int LANES = 8;

  private final Binary step;

  Reduction(Binary step) {
    this.step = step;
  }

  /** The function of one step: accumulator first, element second. */
  public Binary step() {
    return step;
  }

  /**
   * One value per row, {@code d[dAt + r]}.
   *
   * @param cols at least 1
   */
  public void rows(
      FloatFormat format, float[] a, int at, int pitch, int rows, int cols, float[] d, int dAt) {
    FloatFormat accumulator = this == SUM ? FloatFormat.FP32 : format;
    // The rows' chains of steps are independent: a transposed strip makes them neighbours.
    float[] strip = new float[LANES];
    float[] column = new float[LANES];
    for (int r = 0; r < rows; r += LANES) {
      int lanes = Math.min(LANES, rows - r);
      gather(a, at + r * pitch, pitch, strip, lanes);
      for (int c = 1; c < cols; c++) {
        gather(a, at + r * pitch + c, pitch, column, lanes);
        step.apply(accumulator, strip, 0, column, 0, strip, 0, lanes);
      }
      System.arraycopy(strip, 0, d, dAt + r, lanes);
    }
    format.round(d, dAt, rows);
  }

  private static void gather(float[] a, int at, int pitch, float[] to, int n) {
    for (int i = 0; i < n; i++) {
      to[i] = a[at + i * pitch];
    }
  }

  /**
   * One value per row, {@code d[dAt + r]}.
   *
   * @param cols at least 1
   */
  public void rows(
      IntFormat format, long[] a, int at, int pitch, int rows, int cols, long[] d, int dAt) {
    for (int r = 0; r < rows; r++) {
      long value = a[at + r * pitch];
      for (int c = 1; c < cols; c++) {
        value = step.apply(format, value, a[at + r * pitch + c]);
      }
      d[dAt + r] = value;
    }
  }

  /**
   * One value per column, {@code d[dAt + c]}.
   *
   * @param rows at least 1
   */
  public void columns(
      FloatFormat format, float[] a, int at, int pitch, int rows, int cols, float[] d, int dAt) {
    System.arraycopy(a, at, d, dAt, cols);
    for (int r = 1; r < rows; r++) {
      step.apply(format, d, dAt, a, at + r * pitch, d, dAt, cols);
    }
  }

  /**
   * One value per column, {@code d[dAt + c]}.
   *
   * @param rows at least 1
   */
  public void columns(
      IntFormat format, long[] a, int at, int pitch, int rows, int cols, long[] d, int dAt) {
    System.arraycopy(a, at, d, dAt, cols);
    for (int r = 1; r < rows; r++) {
      step.apply(format, d, dAt, a, at + r * pitch, d, dAt, cols);
    }
  }
}
