package io.pto4j.numeric;

import java.util.Arrays;

/**
 * The matrix product in its reference order: each element is a chain of fused multiply-adds with
 * ascending {@code k}, starting from zero in the accumulator type; an accumulating product then
 * adds that chain's value to the accumulator once.
 *
 * <p>Matrices are row-major with a pitch. The product writes {@code m * n} elements.
 *
 * <p>Source: PTO ISA, matrix multiply.
 */
public final class MatrixProduct {
  private static final int STEP = 4;

  private MatrixProduct() {}

  /** An FP32, FP16 or BF16 product in FP32: {@code c = a b}. */
  public static void multiply(
      float[] a,
      int at,
      int aPitch,
      float[] b,
      int bAt,
      int bPitch,
      float[] c,
      int cAt,
      int cPitch,
      int m,
      int k,
      int n) {
    for (int i = 0; i < m; i++) {
      int row = cAt + i * cPitch;
      Arrays.fill(c, row, row + n, 0);
      int p = 0;
      for (; p + STEP <= k; p += STEP) {
        addProducts(a, at + i * aPitch + p, b, bAt + p * bPitch, bPitch, c, row, n);
      }
      for (; p < k; p++) {
        addProduct(a[at + i * aPitch + p], b, bAt + p * bPitch, c, row, n);
      }
    }
  }

  private static void addProduct(float x, float[] b, int bAt, float[] c, int cAt, int n) {
    for (int j = 0; j < n; j++) {
      c[cAt + j] = Math.fma(x, b[bAt + j], c[cAt + j]);
    }
  }

  /** Four steps of each chain, so that the accumulators stay in registers for them. */
  private static void addProducts(
      float[] a, int at, float[] b, int bAt, int bPitch, float[] c, int cAt, int n) {
    float x0 = a[at];
    float x1 = a[at + 1];
    float x2 = a[at + 2];
    float x3 = a[at + 3];
    int b1 = bAt + bPitch;
    int b2 = b1 + bPitch;
    int b3 = b2 + bPitch;
    for (int j = 0; j < n; j++) {
      float chain = Math.fma(x0, b[bAt + j], c[cAt + j]);
      chain = Math.fma(x1, b[b1 + j], chain);
      chain = Math.fma(x2, b[b2 + j], chain);
      c[cAt + j] = Math.fma(x3, b[b3 + j], chain);
    }
  }

  /** An integer product in INT32, wrapping around: {@code c = a b}. */
  public static void multiply(
      long[] a,
      int at,
      int aPitch,
      long[] b,
      int bAt,
      int bPitch,
      long[] c,
      int cAt,
      int cPitch,
      int m,
      int k,
      int n) {
    for (int i = 0; i < m; i++) {
      int row = cAt + i * cPitch;
      Arrays.fill(c, row, row + n, 0);
      for (int p = 0; p < k; p++) {
        long x = a[at + i * aPitch + p];
        for (int j = 0; j < n; j++) {
          c[row + j] += x * b[bAt + p * bPitch + j];
        }
      }
      IntFormat.INT32.wrap(c, row, n);
    }
  }
}
