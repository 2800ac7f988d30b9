package io.pto4j.benchmarks;

import io.pto4j.dsl.DType;
import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Pl;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.RunReport;
import io.pto4j.samples.MatmulProgram;
import io.pto4j.samples.VectorAddProgram;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Simulated kernels, and the same results computed by plain Java loops on float arrays. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SimulateBenchmark {
  private static final int SIZE = 256;
  private static final int ROWS = 512;
  private static final int COLS = 256;
  private static final float FACTOR = 1.5f;

  private final Random random = new Random(1);
  private Device device;
  private MatmulProgram matmul;
  private VectorAddProgram vectorAdd;
  private HostTensor<FP16> left;
  private HostTensor<FP16> right;
  private HostTensor<FP32> product;
  private HostTensor<FP32> a;
  private HostTensor<FP32> b;
  private HostTensor<FP32> sum;
  private float[] leftFloats;
  private float[] rightFloats;
  private float[] aFloats;
  private float[] bFloats;

  /** Loads the programs and makes their inputs. */
  @Setup
  public void load() {
    device = Device.simulator();
    matmul = MatmulProgram.load(device);
    vectorAdd = VectorAddProgram.load(device);
    left = random(Pl.FP16, SIZE, SIZE);
    right = random(Pl.FP16, SIZE, SIZE);
    product = HostTensor.allocate(Pl.FP32, SIZE, SIZE);
    a = random(Pl.FP32, ROWS, COLS);
    b = random(Pl.FP32, ROWS, COLS);
    sum = HostTensor.allocate(Pl.FP32, ROWS, COLS);
    leftFloats = left.toFloatArray();
    rightFloats = right.toFloatArray();
    aFloats = a.toFloatArray();
    bFloats = b.toFloatArray();
  }

  /** Releases the device. */
  @TearDown
  public void close() {
    device.close();
  }

  private <T extends DType<?>> HostTensor<T> random(T dtype, long... shape) {
    HostTensor<T> tensor = HostTensor.allocate(dtype, shape);
    for (long i = 0; i < tensor.size(); i++) {
      tensor.setAt(i, random.nextGaussian());
    }
    return tensor;
  }

  /** FP16 matrices of 256×256, accumulated in FP32: four tasks. */
  @Benchmark
  public RunReport matmul() {
    return matmul.main(left, right, product);
  }

  /** {@code a * 1.5 + b} on 512×256 FP32 elements: one task. */
  @Benchmark
  public RunReport vectorAdd() {
    return vectorAdd.main(a, b, FACTOR, sum);
  }

  /** The product by three loops, in an order that vectorises. */
  @Benchmark
  public float[] plainMatmul() {
    float[] c = new float[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++) {
      for (int k = 0; k < SIZE; k++) {
        float factor = leftFloats[i * SIZE + k];
        for (int j = 0; j < SIZE; j++) {
          c[i * SIZE + j] += factor * rightFloats[k * SIZE + j];
        }
      }
    }
    return c;
  }

  /** The sum by one loop. */
  @Benchmark
  public float[] plainVectorAdd() {
    float[] y = new float[ROWS * COLS];
    for (int i = 0; i < y.length; i++) {
      y[i] = aFloats[i] * FACTOR + bFloats[i];
    }
    return y;
  }
}
