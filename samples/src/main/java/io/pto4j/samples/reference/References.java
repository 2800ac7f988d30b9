package io.pto4j.samples.reference;

/**
 * What the samples compute, in plain Java on row-major arrays. Sums are taken in double precision
 * unless the name says otherwise.
 */
public final class References {
  private References() {}

  /** {@code a * k + b} per element. */
  public static float[] scaledAdd(float[] a, float[] b, float k) {
    float[] y = new float[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) ((double) a[i] * k + b[i]);
    }
    return y;
  }

  /** The softmax of every row. */
  public static float[] softmax(float[] x, int rows, int cols) {
    float[] y = new float[x.length];
    for (int r = 0; r < rows; r++) {
      double max = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < cols; c++) {
        max = Math.max(max, x[r * cols + c]);
      }
      double sum = 0;
      for (int c = 0; c < cols; c++) {
        sum += Math.exp(x[r * cols + c] - max);
      }
      for (int c = 0; c < cols; c++) {
        y[r * cols + c] = (float) (Math.exp(x[r * cols + c] - max) / sum);
      }
    }
    return y;
  }

  /**
   * Every row divided by the root of its mean square plus {@code epsilon}, times the gain of its
   * column.
   */
  public static float[] rmsNorm(float[] x, float[] gain, int rows, int cols, double epsilon) {
    float[] y = new float[x.length];
    for (int r = 0; r < rows; r++) {
      double sum = 0;
      for (int c = 0; c < cols; c++) {
        sum += (double) x[r * cols + c] * x[r * cols + c];
      }
      double rms = Math.sqrt(sum / cols + epsilon);
      for (int c = 0; c < cols; c++) {
        y[r * cols + c] = (float) (x[r * cols + c] / rms * gain[c]);
      }
    }
    return y;
  }

  /** The product of two square matrices of FP16 values, accumulated in FP32. */
  public static float[] matmul(float[] a, float[] b, int size) {
    float[] c = new float[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        float sum = 0;
        for (int k = 0; k < size; k++) {
          sum = Math.fma(a[i * size + k], b[k * size + j], sum);
        }
        c[i * size + j] = sum;
      }
    }
    return c;
  }

  /** {@code sqrt(x * x + 1)} per element. */
  public static float[] rootOfSquare(float[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) Math.sqrt((double) x[i] * x[i] + 1);
    }
    return y;
  }
}
