package io.pto4j.numeric;

import java.util.Arrays;

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

  private static final int CHAINS = 4;

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
    switch (this) {
      case SUM -> sumRows(a, at, pitch, rows, cols, d, dAt);
      case MAX -> {
        for (int r = 0; r < rows; r++) {
          d[dAt + r] = max(a, at + r * pitch, cols);
        }
      }
      case MIN -> {
        for (int r = 0; r < rows; r++) {
          d[dAt + r] = min(a, at + r * pitch, cols);
        }
      }
      case PROD -> {
        for (int r = 0; r < rows; r++) {
          d[dAt + r] = product(format, a, at + r * pitch, cols);
        }
      }
    }
    format.round(d, dAt, rows);
  }

  /** Four rows at a time: their chains of additions are independent and overlap. */
  private static void sumRows(
      float[] a, int at, int pitch, int rows, int cols, float[] d, int dAt) {
    int r = 0;
    for (; r + CHAINS <= rows; r += CHAINS) {
      int row0 = at + r * pitch;
      int row1 = row0 + pitch;
      int row2 = row1 + pitch;
      int row3 = row2 + pitch;
      float sum0 = a[row0];
      float sum1 = a[row1];
      float sum2 = a[row2];
      float sum3 = a[row3];
      for (int c = 1; c < cols; c++) {
        sum0 += a[row0 + c];
        sum1 += a[row1 + c];
        sum2 += a[row2 + c];
        sum3 += a[row3 + c];
      }
      d[dAt + r] = sum0;
      d[dAt + r + 1] = sum1;
      d[dAt + r + 2] = sum2;
      d[dAt + r + 3] = sum3;
    }
    for (; r < rows; r++) {
      float sum = a[at + r * pitch];
      for (int c = 1; c < cols; c++) {
        sum += a[at + r * pitch + c];
      }
      d[dAt + r] = sum;
    }
  }

  private static float max(float[] a, int at, int n) {
    float value = a[at];
    for (int i = at + 1; i < at + n; i++) {
      value = value < a[i] ? a[i] : value;
    }
    return value;
  }

  private static float min(float[] a, int at, int n) {
    float value = a[at];
    for (int i = at + 1; i < at + n; i++) {
      value = a[i] < value ? a[i] : value;
    }
    return value;
  }

  private static float product(FloatFormat format, float[] a, int at, int n) {
    float value = a[at];
    for (int i = at + 1; i < at + n; i++) {
      value = format.round(value * a[i]);
    }
    return value;
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
    float[] values = Arrays.copyOfRange(a, at, at + cols);
    float[] row = new float[cols];
    for (int r = 1; r < rows; r++) {
      System.arraycopy(a, at + r * pitch, row, 0, cols);
      step.apply(format, values, 0, row, 0, values, 0, cols);
    }
    System.arraycopy(values, 0, d, dAt, cols);
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
