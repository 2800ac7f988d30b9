package io.pto4j.sim.isa;

/**
 * Panels that instructions work in; one set per running kernel, so that running allocates nothing.
 */
public final class Scratch {
  /** Elements of a panel. */
  public static final int PANEL = 2048;

  final float[] a = new float[PANEL];
  final float[] b = new float[PANEL];
  final float[] d = new float[PANEL];
  final long[] ia = new long[PANEL];
  final long[] ib = new long[PANEL];
  final long[] id = new long[PANEL];
  final byte[] bytes = new byte[PANEL];
  private float[] left = new float[0];
  private float[] right = new float[0];
  private float[] product = new float[0];
  private float[] boxes = new float[0];
  private long[] intLeft = new long[0];
  private long[] intRight = new long[0];
  private long[] intProduct = new long[0];

  float[] left(int size) {
    left = grown(left, size);
    return left;
  }

  float[] right(int size) {
    right = grown(right, size);
    return right;
  }

  float[] product(int size) {
    product = grown(product, size);
    return product;
  }

  float[] boxes(int size) {
    boxes = grown(boxes, size);
    return boxes;
  }

  long[] intLeft(int size) {
    intLeft = grown(intLeft, size);
    return intLeft;
  }

  long[] intRight(int size) {
    intRight = grown(intRight, size);
    return intRight;
  }

  long[] intProduct(int size) {
    intProduct = grown(intProduct, size);
    return intProduct;
  }

  private static float[] grown(float[] array, int size) {
    return array.length >= size ? array : new float[size];
  }

  private static long[] grown(long[] array, int size) {
    return array.length >= size ? array : new long[size];
  }
}
