package io.pto4j.benchmarks;

import io.pto4j.backend.CompileOptions;
import io.pto4j.backend.CompiledPackage;
import io.pto4j.backend.Compiler;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
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

/** The pass pipeline with its checks, and the emission of all artifacts, in a warm JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class CompileBenchmark {
  /** Name of the sample. */
  @Param({
    "VectorAdd",
    "TileSoftmax",
    "TensorSoftmax",
    "RmsNorm",
    "Matmul",
    "TwoStageInferred",
    "TwoStageManual"
  })
  public String sample;

  private Program frontend;

  /** Reads the program as the front end wrote it. */
  @Setup
  public void read() {
    frontend = IrReader.read(SampleArtifacts.of(sample).bytes("frontend.msgpack"));
  }

  /** From the front end's program to all its artifacts. */
  @Benchmark
  public CompiledPackage compile() {
    return Compiler.compile(frontend, CompileOptions.standard());
  }
}
