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
    // A row of its own for each k, and one for the chains: then one index serves all arrays.
    float[][] rows = new float[k][];
    for (int p = 0; p < k; p++) {
      rows[p] = Arrays.copyOfRange(b, bAt + p * bPitch, bAt + p * bPitch + n);
    }
    float[] chains = new float[n];
    for (int i = 0; i < m; i++) {
      Arrays.fill(chains, 0);
      int row = at + i * aPitch;
      int p = 0;
      for (; p + STEP <= k; p += STEP) {
        step4(a, row + p, rows[p], rows[p + 1], rows[p + 2], rows[p + 3], chains);
      }
      for (; p < k; p++) {
        step(a[row + p], rows[p], chains);
      }
      System.arraycopy(chains, 0, c, cAt + i * cPitch, n);
    }
  }

  private static void step(float x, float[] b, float[] chains) {
    for (int j = 0; j < chains.length; j++) {
      chains[j] = Math.fma(x, b[j], chains[j]);
    }
  }

  /** Four steps of each chain, which stays in a register for them. */
  private static void step4(
      float[] a, int at, float[] b0, float[] b1, float[] b2, float[] b3, float[] chains) {
    float x0 = a[at];
    float x1 = a[at + 1];
    float x2 = a[at + 2];
    float x3 = a[at + 3];
    for (int j = 0; j < chains.length; j++) {
      float chain = Math.fma(x0, b0[j], chains[j]);
      chain = Math.fma(x1, b1[j], chain);
      chain = Math.fma(x2, b2[j], chain);
      chains[j] = Math.fma(x3, b3[j], chain);
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
