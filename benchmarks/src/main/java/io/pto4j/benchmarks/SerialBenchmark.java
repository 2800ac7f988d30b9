package io.pto4j.benchmarks;

import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reading and writing the IR of a compiled program. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SerialBenchmark {
  /** Name of the sample. */
  @Param({"VectorAdd", "RmsNorm", "Matmul"})
  public String sample;

  private byte[] bytes;
  private Program program;

  /** Reads the program as it is after the pipeline. */
  @Setup
  public void read() {
    bytes = SampleArtifacts.of(sample).bytes("final.msgpack");
    program = IrReader.read(bytes);
  }

  /** From bytes to IR. */
  @Benchmark
  public Program deserialise() {
    return IrReader.read(bytes);
  }

  /** From IR to bytes. */
  @Benchmark
  public byte[] serialise() {
    return IrWriter.write(program);
  }
}
