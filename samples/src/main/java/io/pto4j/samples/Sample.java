package io.pto4j.samples;

import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Pl;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.RunReport;
import io.pto4j.samples.reference.References;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A sample with its data, its reference and how close it has to come.
 *
 * @param name the class of the sample
 * @param tolerance the largest relative error
 * @param prepare loads the program on a device and makes its inputs
 */
record Sample(String name, Class<?> program, double tolerance, Function<Device, Prepared> prepare) {
  private static final double ELEMENTWISE = 1e-6;
  private static final double REDUCTION = 1e-5;
  private static final double HALF_MATMUL = 1e-3;
  private static final long SEED = 42;

  /** A loaded program with its inputs; each run writes the output anew. */
  interface Prepared {
    RunReport run();

    float[] output();

    float[] expected();
  }

  private static final class Case implements Prepared {
    private final Supplier<RunReport> launch;
    private final HostTensor<FP32> result;
    private final float[] expected;

    Case(Supplier<RunReport> launch, HostTensor<FP32> result, float[] expected) {
      this.launch = launch;
      this.result = result;
      this.expected = expected;
    }

    @Override
    public RunReport run() {
      return launch.get();
    }

    @Override
    public float[] output() {
      return result.toFloatArray();
    }

    @Override
    public float[] expected() {
      return expected;
    }
  }

  static List<Sample> all() {
    return List.of(
        of(VectorAdd.class, ELEMENTWISE, Sample::vectorAdd),
        of(TileSoftmax.class, REDUCTION, Sample::tileSoftmax),
        of(TensorSoftmax.class, REDUCTION, Sample::tensorSoftmax),
        of(RmsNorm.class, REDUCTION, Sample::rmsNorm),
        of(Matmul.class, HALF_MATMUL, Sample::matmul),
        of(TwoStageInferred.class, ELEMENTWISE, Sample::twoStageInferred),
        of(TwoStageManual.class, ELEMENTWISE, Sample::twoStageManual));
  }

  private static Sample of(Class<?> program, double tolerance, Function<Device, Prepared> prepare) {
    return new Sample(program.getSimpleName(), program, tolerance, prepare);
  }

  private static HostTensor<FP32> random(Random random, long... shape) {
    HostTensor<FP32> tensor = HostTensor.allocate(Pl.FP32, shape);
    for (long i = 0; i < tensor.size(); i++) {
      tensor.setAt(i, random.nextGaussian());
    }
    return tensor;
  }

  private static HostTensor<FP16> randomHalf(Random random, long... shape) {
    HostTensor<FP16> tensor = HostTensor.allocate(Pl.FP16, shape);
    for (long i = 0; i < tensor.size(); i++) {
      tensor.setAt(i, random.nextGaussian());
    }
    return tensor;
  }

  private static Prepared vectorAdd(Device device) {
    Random random = new Random(SEED);
    HostTensor<FP32> a = random(random, VectorAdd.ROWS, VectorAdd.COLS);
    HostTensor<FP32> b = random(random, VectorAdd.ROWS, VectorAdd.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, VectorAdd.ROWS, VectorAdd.COLS);
    float k = 1.5f;
    VectorAddProgram program = VectorAddProgram.load(device);
    return new Case(
        () -> program.main(a, b, k, y),
        y,
        References.scaledAdd(a.toFloatArray(), b.toFloatArray(), k));
  }

  private static Prepared tileSoftmax(Device device) {
    HostTensor<FP32> x = random(new Random(SEED), TileSoftmax.ROWS, TileSoftmax.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, TileSoftmax.ROWS, TileSoftmax.COLS);
    TileSoftmaxProgram program = TileSoftmaxProgram.load(device);
    return new Case(
        () -> program.main(x, y),
        y,
        References.softmax(x.toFloatArray(), TileSoftmax.ROWS, TileSoftmax.COLS));
  }

  private static Prepared tensorSoftmax(Device device) {
    HostTensor<FP32> x = random(new Random(SEED), TensorSoftmax.ROWS, TensorSoftmax.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, TensorSoftmax.ROWS, TensorSoftmax.COLS);
    TensorSoftmaxProgram program = TensorSoftmaxProgram.load(device);
    return new Case(
        () -> program.main(x, y),
        y,
        References.softmax(x.toFloatArray(), TensorSoftmax.ROWS, TensorSoftmax.COLS));
  }

  private static Prepared rmsNorm(Device device) {
    Random random = new Random(SEED);
    HostTensor<FP32> x = random(random, RmsNorm.ROWS, RmsNorm.COLS);
    HostTensor<FP32> gain = random(random, 1, RmsNorm.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, RmsNorm.ROWS, RmsNorm.COLS);
    RmsNormProgram program = RmsNormProgram.load(device);
    float[] expected =
        References.rmsNorm(
            x.toFloatArray(), gain.toFloatArray(), RmsNorm.ROWS, RmsNorm.COLS, RmsNorm.EPSILON);
    return new Case(() -> program.main(x, gain, y), y, expected);
  }

  private static Prepared matmul(Device device) {
    Random random = new Random(SEED);
    HostTensor<FP16> a = randomHalf(random, Matmul.SIZE, Matmul.SIZE);
    HostTensor<FP16> b = randomHalf(random, Matmul.SIZE, Matmul.SIZE);
    HostTensor<FP32> c = HostTensor.allocate(Pl.FP32, Matmul.SIZE, Matmul.SIZE);
    MatmulProgram program = MatmulProgram.load(device);
    return new Case(
        () -> program.main(a, b, c),
        c,
        References.matmul(a.toFloatArray(), b.toFloatArray(), Matmul.SIZE));
  }

  private static Prepared twoStageInferred(Device device) {
    HostTensor<FP32> x = random(new Random(SEED), TwoStageInferred.ROWS, TwoStageInferred.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, TwoStageInferred.ROWS, TwoStageInferred.COLS);
    TwoStageInferredProgram program = TwoStageInferredProgram.load(device);
    return new Case(() -> program.main(x, y), y, References.rootOfSquare(x.toFloatArray()));
  }

  private static Prepared twoStageManual(Device device) {
    HostTensor<FP32> x = random(new Random(SEED), TwoStageManual.ROWS, TwoStageManual.COLS);
    HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, TwoStageManual.ROWS, TwoStageManual.COLS);
    TwoStageManualProgram program = TwoStageManualProgram.load(device);
    return new Case(() -> program.main(x, y), y, References.rootOfSquare(x.toFloatArray()));
  }

  /** The largest error of an element, relative to the larger of its expected size and one. */
  static double maxError(float[] actual, float[] expected) {
    double max = actual.length == expected.length ? 0 : Double.POSITIVE_INFINITY;
    for (int i = 0; i < Math.min(actual.length, expected.length); i++) {
      double error =
          Math.abs((double) actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
      max = Double.isNaN(error) ? Double.POSITIVE_INFINITY : Math.max(max, error);
    }
    return max;
  }
}
