package io.pto4j.sim.isa;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Matrix product with the Vector API: blocks of four rows by two vectors stay in registers over all
 * of k. Columns that do not fill a vector are computed one by one.
 */
final class VectorProductLoop implements ProductLoop {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public void multiply(float[] left, float[] right, float[] product, int m, int k, int n) {
    int wide = n - n % (2 * LANES);
    int i = 0;
    for (; i + 4 <= m; i += 4) {
      for (int j = 0; j < wide; j += 2 * LANES) {
        block(left, i, right, j, product, k, n);
      }
    }
    for (; i < m; i++) {
      for (int j = 0; j < wide; j += 2 * LANES) {
        row(left, i, right, j, product, k, n);
      }
    }
    if (wide < n) {
      rest(left, right, product, m, k, n, wide);
    }
  }

  private static void block(
      float[] left, int i, float[] right, int j, float[] product, int k, int n) {
    FloatVector c00 = FloatVector.zero(SPECIES);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    int l0 = i * k;
    int l1 = l0 + k;
    int l2 = l1 + k;
    int l3 = l2 + k;
    for (int p = 0, at = j; p < k; p++, at += n) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, right, at);
      FloatVector b1 = FloatVector.fromArray(SPECIES, right, at + LANES);
      FloatVector a0 = FloatVector.broadcast(SPECIES, left[l0 + p]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      FloatVector a1 = FloatVector.broadcast(SPECIES, left[l1 + p]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      FloatVector a2 = FloatVector.broadcast(SPECIES, left[l2 + p]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      FloatVector a3 = FloatVector.broadcast(SPECIES, left[l3 + p]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
    }
    int out = i * n + j;
    c00.intoArray(product, out);
    c01.intoArray(product, out + LANES);
    c10.intoArray(product, out + n);
    c11.intoArray(product, out + n + LANES);
    c20.intoArray(product, out + 2 * n);
    c21.intoArray(product, out + 2 * n + LANES);
    c30.intoArray(product, out + 3 * n);
    c31.intoArray(product, out + 3 * n + LANES);
  }

  private static void row(
      float[] left, int i, float[] right, int j, float[] product, int k, int n) {
    FloatVector c0 = FloatVector.zero(SPECIES);
    FloatVector c1 = c0;
    for (int p = 0, at = j; p < k; p++, at += n) {
      FloatVector a = FloatVector.broadcast(SPECIES, left[i * k + p]);
      c0 = a.fma(FloatVector.fromArray(SPECIES, right, at), c0);
      c1 = a.fma(FloatVector.fromArray(SPECIES, right, at + LANES), c1);
    }
    c0.intoArray(product, i * n + j);
    c1.intoArray(product, i * n + j + LANES);
  }

  private static void rest(
      float[] left, float[] right, float[] product, int m, int k, int n, int from) {
    for (int i = 0; i < m; i++) {
      for (int j = from; j < n; j++) {
        float sum = 0;
        for (int p = 0; p < k; p++) {
          sum = Math.fma(left[i * k + p], right[p * n + j], sum);
        }
        product[i * n + j] = sum;
      }
    }
  }
}
