package io.pto4j.benchmarks;

import com.google.common.collect.ImmutableList;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.Program;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
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

/**
 * Long programs as text: as authors write them, where the type of every value has to be found, and
 * as they are printed, with all types.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 3, time = 2)
public class LargeTextBenchmark {
  /**
   * A kernel, {@code #} stands for its number: a loop over rows, and eight more statements in it.
   */
  private static final String KERNEL =
      """
          @pl.function(type=pl.FunctionType.InCore)
          def kernel#(self, x: pl.Tensor[[256, 64], pl.FP32], k: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[256, 64], pl.FP32]]) -> pl.Tensor[[256, 64], pl.FP32]:
              for i in pl.range(0, 256, 16):
                  t = pl.load(x, [i, 0], [16, 64])
                  u = pl.mul(t, k)
                  v = pl.row_expand_sub(u, t[0:16, 0:1])
                  w = pl.exp(pl.maximum(v, 0.5))
                  if i > 16 * #:
                      w = pl.add(w, u)
                  n = i // 16 + #
                  y = pl.store(w, [i, 0], y)
              return y
      """;

  private static final int STATEMENTS_OF_A_KERNEL = 10;

  /** How many statements there are. */
  @Param({"1000", "10000", "100000"})
  public int statements;

  private String written;
  private String printed;

  /** Writes the program. */
  @Setup
  public void write() {
    StringBuilder text = new StringBuilder("@pl.program\nclass Large:\n");
    for (int i = 0; i < statements / STATEMENTS_OF_A_KERNEL; i++) {
      text.append(KERNEL.replace("#", Integer.toString(i)));
    }
    written = text.toString();
    printed = IrPrinter.print(IrParser.program(written, "written.py"));
  }

  /** From the text as authors write it to IR. */
  @Benchmark
  public Program parseWritten() {
    return IrParser.program(written, "written.py");
  }

  /** From the text as it is printed to IR. */
  @Benchmark
  public Program parsePrinted() {
    return IrParser.program(printed, "printed.py");
  }

  /** From the text as authors write it to IR, which is checked. */
  @Benchmark
  public ImmutableList<Diagnostic> parseAndVerify() {
    Program program = IrParser.program(written, "written.py");
    return Verifiers.verify(program, Targets.standard(), Verifiers.INPUT);
  }
}
