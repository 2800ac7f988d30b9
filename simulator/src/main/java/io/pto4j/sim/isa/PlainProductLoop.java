package io.pto4j.sim.isa;

import io.pto4j.numeric.MatrixProduct;

/** Matrix product in plain loops. */
final class PlainProductLoop implements ProductLoop {

  @Override
  public void multiply(float[] left, float[] right, float[] product, int m, int k, int n) {
    MatrixProduct.multiply(left, 0, k, right, 0, n, product, 0, n, m, k, n);
  }
}
