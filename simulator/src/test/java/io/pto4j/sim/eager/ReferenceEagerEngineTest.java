package io.pto4j.sim.eager;

import static io.pto4j.dsl.Pl.FP16;
import static io.pto4j.dsl.Pl.FP32;
import static io.pto4j.dsl.Pl.INT32;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;
import io.pto4j.interp.PoisonException;
import io.pto4j.runtime.HostTensor;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReferenceEagerEngineTest {

  private static float[] random(long seed, int n) {
    Random random = new Random(seed);
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static float[] elements(HostTensor<?> tensor) {
    float[] values = new float[(int) tensor.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) tensor.doubleAt(i);
    }
    return values;
  }

  private static void assertClose(HostTensor<?> actual, double[] expected, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual.doubleAt(i))
          .as("element %s", i)
          .isCloseTo(expected[i], within(tolerance * Math.max(1e-3, Math.abs(expected[i]))));
    }
  }

  private static double[] softmax(float[] x, int rows, int cols) {
    double[] y = new double[x.length];
    for (int r = 0; r < rows; r++) {
      double max = Double.NEGATIVE_INFINITY;
      double sum = 0;
      for (int c = 0; c < cols; c++) {
        max = Math.max(max, x[r * cols + c]);
      }
      for (int c = 0; c < cols; c++) {
        sum += Math.exp(x[r * cols + c] - max);
      }
      for (int c = 0; c < cols; c++) {
        y[r * cols + c] = Math.exp(x[r * cols + c] - max) / sum;
      }
    }
    return y;
  }

  @Property(tries = 20)
  void softmaxOfTilesAndOfTensors(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 70) int cols) {
    float[] x = random(seed, rows * cols);
    HostTensor<FP32> tiles = HostTensor.allocate(FP32, rows, cols);
    HostTensor<FP32> tensors = HostTensor.allocate(FP32, rows, cols);
    Tensor<FP32> input = Tensor.of(HostTensor.of(x, rows, cols));
    Kernels.softmax(input, Tensor.of(tiles));
    Kernels.tensorSoftmax(input, Tensor.of(tensors));
    assertClose(tiles, softmax(x, rows, cols), 1e-5);
    assertThat(elements(tensors)).isEqualTo(elements(tiles));
  }

  @Property(tries = 20)
  void rmsNorm(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 6) int rows,
      @ForAll @IntRange(min = 1, max = 40) int cols) {
    float[] x = random(seed, rows * cols);
    float[] gain = random(seed + 1, cols);
    HostTensor<FP32> y = HostTensor.allocate(FP32, rows, cols);
    Kernels.rmsNorm(
        Tensor.of(HostTensor.of(x, rows, cols)),
        Tensor.of(HostTensor.of(gain, 1, cols)),
        Tensor.of(y));
    double[] expected = new double[rows * cols];
    for (int r = 0; r < rows; r++) {
      double squares = 0;
      for (int c = 0; c < cols; c++) {
        squares += (double) x[r * cols + c] * x[r * cols + c];
      }
      for (int c = 0; c < cols; c++) {
        expected[r * cols + c] = x[r * cols + c] / Math.sqrt(squares / cols + 1e-6) * gain[c];
      }
    }
    assertClose(y, expected, 1e-5);
  }

  @Property(tries = 20)
  void matmulInSteps(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int m,
      @ForAll @IntRange(min = 1, max = 4) int steps,
      @ForAll @IntRange(min = 1, max = 9) int step,
      @ForAll @IntRange(min = 1, max = 20) int n) {
    int k = steps * step;
    HostTensor<FP16> a = halves(random(seed, m * k), m, k);
    HostTensor<FP16> b = halves(random(seed + 1, k * n), k, n);
    HostTensor<FP32> c = HostTensor.allocate(FP32, m, n);
    Kernels.matmul(Tensor.of(a), Tensor.of(b), Tensor.of(c), step);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int s = 0; s < steps; s++) {
          float chain = 0;
          for (int p = s * step; p < (s + 1) * step; p++) {
            chain = Math.fma(a.getFloat(i, p), b.getFloat(p, j), chain);
          }
          sum = s == 0 ? chain : sum + chain;
        }
        assertThat(c.getFloat(i, j)).isEqualTo(sum);
      }
    }
  }

  private static HostTensor<FP16> halves(float[] values, int... shape) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return HostTensor.of(FP16, wide, shape[0], shape[1]);
  }

  @Property(tries = 20)
  void windowsOfATensorAreWrittenThrough(
      @ForAll long seed, @ForAll @FloatRange(min = -3, max = 3) float factor) {
    float[] x = random(seed, 32 * 5);
    HostTensor<FP32> y = HostTensor.allocate(FP32, 32, 5);
    Kernels.scaleRows(Tensor.of(HostTensor.of(x, 32, 5)), factor, Tensor.of(y));
    for (int i = 0; i < x.length; i++) {
      assertThat((float) y.doubleAt(i)).isEqualTo(x[i] * factor);
    }
  }

  @Test
  void submittedTasksRunInOrder() {
    HostTensor<FP32> y = HostTensor.allocate(FP32, 2, 3);
    Tensor<FP32> result =
        Kernels.twoStages(
            Tensor.of(HostTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3)), Tensor.of(y));
    assertThat(elements(y)).containsExactly(2, 5, 10, 17, 26, 37);
    assertThat(result.read(1, 2)).isEqualTo(37);
  }

  @Property(tries = 20)
  void halvesRoundAfterEveryOperator(@ForAll long seed) {
    HostTensor<FP16> x = halves(random(seed, 48), 3, 16);
    HostTensor<FP16> y = HostTensor.allocate(FP16, 3, 16);
    Kernels.halves(Tensor.of(x), Tensor.of(y));
    for (int i = 0; i < 48; i++) {
      float value = (float) x.doubleAt(i);
      float scaled = awayFromZero(value * 0.1f);
      float sum = Float.float16ToFloat(Float.floatToFloat16(scaled + value));
      assertThat((float) y.doubleAt(i)).isEqualTo(sum);
    }
  }

  /** Nearest FP16, ties away from zero, of a value that is far from both ends of the range. */
  private static float awayFromZero(float value) {
    float unit = Math.ulp(value) * (1 << 13);
    if (Math.abs(value) < 0x1p-14f) {
      unit = 0x1p-24f;
    }
    return Math.copySign((float) Math.floor(Math.abs(value) / unit + 0.5) * unit, value);
  }

  @Test
  void scalarsAreReadFromTensors() {
    assertThat(Kernels.countPositive(Tensor.of(HostTensor.of(new int[] {3, -1, 0, 7, 2}, 5))))
        .isEqualTo(3);
  }

  @Test
  void readingWhatWasNeverWrittenNamesOperatorAndElement() {
    Tile<FP32> tile = Pl.createTile(FP32, 4, 8);
    assertThatThrownBy(() -> Pl.exp(tile))
        .isInstanceOf(PoisonException.class)
        .hasMessageContaining("tile.exp")
        .hasMessageContaining("[0, 0]");
    Tensor<FP32> x = Tensor.of(HostTensor.of(random(1, 32), 4, 8));
    Tile<FP32> part = Pl.load(x, at(0, 0), shape(4, 8), shape(3, 5));
    Tile<FP32> sum = Pl.add(Pl.load(x, at(0, 0), shape(4, 8)), part);
    assertThat(sum.read(2, 4)).isEqualTo(2 * x.read(2, 4));
    assertThatThrownBy(() -> sum.read(3, 0))
        .isInstanceOf(PoisonException.class)
        .hasMessageContaining("tile.read")
        .hasMessageContaining("valid region");
    assertThat(Pl.add(part, part).read(2, 4)).isEqualTo(2 * x.read(2, 4));
  }

  @Test
  void aWindowBeyondTheTensorIsAnError() {
    Tensor<FP32> x = Tensor.of(HostTensor.of(random(1, 32), 4, 8));
    assertThatThrownBy(() -> Pl.load(x, at(2, 0), shape(4, 8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tile.load")
        .hasMessageContaining("axis 0");
  }

  @Test
  void numbersTakeTheElementType() {
    Tensor<FP32> x = Tensor.of(HostTensor.of(new float[] {1, 2}, 1, 2));
    assertThat(Pl.add(x, 0.1).read(0, 0)).isEqualTo(1 + 0.1f);
    var integers = Tensor.of(HostTensor.of(new int[] {7, -7}, 1, 2));
    assertThat(Pl.mul(integers, 3).read(0, 1)).isEqualTo(-21);
    assertThatThrownBy(() -> Pl.mul(integers, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("int32");
  }

  @Test
  void createdTensorsMayHaveAnInitialValue() {
    assertThat(Pl.createTensor(INT32, shape(2, 2), 5).read(1, 1)).isEqualTo(5);
    Tensor<FP32> scratch = Pl.createTensor(FP32, 2, 2);
    assertThatThrownBy(() -> scratch.read(0, 1))
        .isInstanceOf(PoisonException.class)
        .hasMessageContaining("tensor.read");
  }
}
