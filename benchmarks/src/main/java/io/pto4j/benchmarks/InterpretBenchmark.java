package io.pto4j.benchmarks;

import com.google.common.collect.ImmutableList;
import io.pto4j.interp.Interpreter;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.ir.DataType;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrParser;
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
import org.openjdk.jmh.annotations.Warmup;

/** The reference interpreter on whole programs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class InterpretBenchmark {
  private static final String PRODUCT =
      """
      @pl.program
      class Product:
          @pl.function
          def main(a: pl.Tensor[[128, 128], pl.FP16], b: pl.Tensor[[128, 128], pl.FP16]) -> pl.Tensor[[128, 128], pl.FP32]:
              c = pl.matmul(a, b, out_dtype=pl.FP32)
              return c
      """;

  private final Interpreter softmax =
      new Interpreter(IrReader.read(SampleArtifacts.of("TensorSoftmax").bytes("frontend.msgpack")));
  private final Interpreter product = new Interpreter(IrParser.program(PRODUCT, "product.py"));
  private TensorValue x;
  private TensorValue y;
  private TensorValue a;
  private TensorValue b;

  /** Makes the inputs. */
  @Setup
  public void inputs() {
    x = random(DataType.FP32, 64, 256);
    y = random(DataType.FP32, 64, 256);
    a = random(DataType.FP16, 128, 128);
    b = random(DataType.FP16, 128, 128);
  }

  private static TensorValue random(DataType dtype, int rows, int columns) {
    Random random = new Random(1);
    int[] shape = {rows, columns};
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(-64, 64) / 32f;
    }
    return TensorValue.of(dtype, shape, shape, values);
  }

  /** Softmax over the rows of 64 x 256 FP32, at tensor level. */
  @Benchmark
  public ImmutableList<Value> softmax() {
    return softmax.call("main", ImmutableList.of(x, y));
  }

  /** The product of two FP16 matrices of 128 x 128. */
  @Benchmark
  public ImmutableList<Value> matmul() {
    return product.call("main", ImmutableList.of(a, b));
  }
}
