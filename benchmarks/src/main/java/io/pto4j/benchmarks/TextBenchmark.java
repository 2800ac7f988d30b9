package io.pto4j.benchmarks;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import io.pto4j.text.PrintOptions;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.Verifiers;
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

/** Programs of the size that authors write, as text, in a warm JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class TextBenchmark {
  /** Name of the sample. */
  @Param({"VectorAdd", "TileSoftmax", "RmsNorm", "Matmul", "TwoStageManual"})
  public String sample;

  private String text;

  /** Writes the program of the front end as text. */
  @Setup
  public void print() {
    Program program = IrReader.read(SampleArtifacts.of(sample).bytes("frontend.msgpack"));
    text = IrPrinter.print(program, PrintOptions.ecosystem());
  }

  /** From text to IR. */
  @Benchmark
  public Program parse() {
    return IrParser.program(text, "sample.py");
  }

  /** From text to IR, which is checked. */
  @Benchmark
  public ImmutableList<Diagnostic> parseAndVerify() {
    Program program = IrParser.program(text, "sample.py");
    return Verifiers.verify(program, Targets.standard(), Verifiers.INPUT);
  }
}
