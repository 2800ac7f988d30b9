package io.pto4j.sim.isa;

/**
 * The inner loop of a matrix product on dense row-major panels: {@code product[i, j] = fma over
 * ascending k}, from zero, in the accumulator type. Every implementation gives the same bits.
 *
 * <p>Source: PTO ISA, matrix multiply, reference order.
 */
interface ProductLoop {

  /** {@code product[m, n] = left[m, k] right[k, n]}. */
  void multiply(float[] left, float[] right, float[] product, int m, int k, int n);

  /** The fastest implementation on this JVM: with the Vector API when its module is resolved. */
  static ProductLoop best() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
        ? new VectorProductLoop()
        : new PlainProductLoop();
  }
}
