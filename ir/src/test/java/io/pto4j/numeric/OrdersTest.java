package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Reductions and matrix products in their reference order. */
class OrdersTest {

  private static float[] random(long seed, int n) {
    Random random = new Random(seed);
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = FloatFormat.FP16.round((float) random.nextGaussian() * 4);
    }
    return values;
  }

  /** The formats of elements that are reduced; scales only multiply. */
  @Provide
  Arbitrary<FloatFormat> added() {
    return Arbitraries.of(FloatFormat.class).filter(format -> format != FloatFormat.FP8E8M0);
  }

  @Property
  void rowsGoFromLeftToRight(
      @ForAll long seed,
      @ForAll("added") FloatFormat format,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols) {
    int pitch = cols + 3;
    float[] a = random(seed, 1 + rows * pitch);
    format.round(a, 0, a.length);
    float[] sum = new float[rows];
    float[] max = new float[rows];
    float[] prod = new float[rows];
    Reduction.SUM.rows(format, a, 1, pitch, rows, cols, sum, 0);
    Reduction.MAX.rows(format, a, 1, pitch, rows, cols, max, 0);
    Reduction.PROD.rows(format, a, 1, pitch, rows, cols, prod, 0);
    for (int r = 0; r < rows; r++) {
      float s = a[1 + r * pitch];
      float m = s;
      float p = s;
      for (int c = 1; c < cols; c++) {
        float x = a[1 + r * pitch + c];
        s += x;
        m = Math.max(m, x);
        p = format.round(p * x);
      }
      assertThat(sum[r]).isEqualTo(format.round(s));
      assertThat(max[r]).isEqualTo(m);
      assertThat(prod[r]).isEqualTo(p);
    }
  }

  @Property
  void columnsGoFromTopToBottomRoundingEachStep(
      @ForAll long seed,
      @ForAll("added") FloatFormat format,
      @ForAll @IntRange(min = 1, max = 20) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols) {
    float[] a = random(seed, rows * cols);
    format.round(a, 0, a.length);
    float[] sum = new float[cols];
    float[] min = new float[cols];
    Reduction.SUM.columns(format, a, 0, cols, rows, cols, sum, 0);
    Reduction.MIN.columns(format, a, 0, cols, rows, cols, min, 0);
    for (int c = 0; c < cols; c++) {
      float s = a[c];
      float m = s;
      for (int r = 1; r < rows; r++) {
        s = format.round(s + a[r * cols + c]);
        m = Math.min(m, a[r * cols + c]);
      }
      assertThat(sum[c]).isEqualTo(s);
      assertThat(min[c]).isEqualTo(m);
    }
  }

  @Test
  void fp16RowSumsAccumulateInFp32AndColumnSumsDoNot() {
    float[] a = new float[40];
    Arrays.fill(a, 1);
    a[0] = 2048;
    float[] d = new float[1];
    Reduction.SUM.rows(FloatFormat.FP16, a, 0, 40, 1, 40, d, 0);
    assertThat(d[0]).isEqualTo(2088);
    Reduction.SUM.columns(FloatFormat.FP16, a, 0, 1, 40, 1, d, 0);
    assertThat(d[0]).isEqualTo(2048);
    Arrays.fill(a, FloatFormat.FP16.round(0.1f));
    Reduction.SUM.rows(FloatFormat.FP16, a, 0, 40, 1, 40, d, 0);
    assertThat(d[0]).isEqualTo(4);
    Reduction.SUM.columns(FloatFormat.FP16, a, 0, 1, 40, 1, d, 0);
    assertThat(d[0]).isEqualTo(3.9882812f);
    Reduction.SUM.rows(FloatFormat.FP32, new float[] {1e8f, 1, -1e8f}, 0, 3, 1, 3, d, 0);
    assertThat(d[0]).isEqualTo(0);
  }

  @Test
  void nanWinsOnlyAsTheFirstElement() {
    float[] d = new float[2];
    float[] a = {Float.NaN, 1, 2, 1, Float.NaN, 2};
    Reduction.MAX.rows(FloatFormat.FP32, a, 0, 3, 2, 3, d, 0);
    assertThat(d).containsExactly(Float.NaN, 2);
  }

  @Property
  void integerReductionsWrap(@ForAll int[] values) {
    if (values.length == 0) {
      return;
    }
    long[] a = Arrays.stream(values).asLongStream().toArray();
    long[] d = new long[1];
    Reduction.SUM.rows(IntFormat.INT32, a, 0, a.length, 1, a.length, d, 0);
    assertThat(d[0]).isEqualTo(Arrays.stream(values).sum());
    Reduction.MAX.columns(IntFormat.INT32, a, 0, 1, a.length, 1, d, 0);
    assertThat(d[0]).isEqualTo(Arrays.stream(values).max().getAsInt());
  }

  @Property
  void productsAreChainsOfFusedSteps(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int m,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 19) int n) {
    float[] a = random(seed, m * k);
    float[] b = random(seed + 1, k * n);
    for (int i = 0; i < a.length; i++) {
      a[i] /= 3;
    }
    float[] c = random(seed + 2, m * (n + 2) + 1);
    float[] before = c.clone();
    MatrixProduct.multiply(a, 0, k, b, 0, n, c, 1, n + 2, m, k, n);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float chain = 0;
        for (int p = 0; p < k; p++) {
          BigDecimal product = new BigDecimal(a[i * k + p]).multiply(new BigDecimal(b[p * n + j]));
          chain = product.add(new BigDecimal(chain)).floatValue();
        }
        assertThat(c[1 + i * (n + 2) + j]).isEqualTo(chain);
        before[1 + i * (n + 2) + j] = c[1 + i * (n + 2) + j];
      }
    }
    assertThat(c).as("nothing else is written").isEqualTo(before);
  }

  @Test
  void theProductIsNotRoundedBeforeTheSum() {
    float x = 1 + 0x1p-12f;
    float[] c = new float[1];
    MatrixProduct.multiply(
        new float[] {-(1 + 0x1p-11f), x}, 0, 2, new float[] {1, x}, 0, 1, c, 0, 1, 1, 2, 1);
    assertThat(c[0]).isEqualTo(0x1p-24f);
  }

  @Test
  void integerProductsWrap() {
    long[] c = new long[1];
    long[] a = {127, 127, -128};
    MatrixProduct.multiply(a, 0, 3, a, 0, 1, c, 0, 1, 1, 3, 1);
    assertThat(c[0]).isEqualTo(127 * 127 * 2 + 128 * 128);
    long[] big = {1 << 20, 1 << 20};
    MatrixProduct.multiply(big, 0, 2, big, 0, 1, c, 0, 1, 1, 2, 1);
    assertThat(c[0]).isEqualTo(0);
  }
}
