package io.pto4j.benchmarks;

import io.pto4j.compare.IrEquality;
import io.pto4j.compare.IrHash;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Program;
import io.pto4j.ir.Rewriter;
import io.pto4j.ir.Walk;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
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

/** What every pass and dump does with whole programs, by the number of their statements. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class IrBenchmark {
  /** Number of statements. */
  @Param({"1000", "10000", "100000"})
  public int statements;

  private Program program;
  private Program copy;
  private byte[] bytes;
  private String text;
  private Plain plain;

  /** Builds the program and what is read from it. */
  @Setup
  public void build() {
    program = LargeProgram.of(statements);
    bytes = IrWriter.write(program);
    copy = IrReader.read(bytes);
    text = IrPrinter.print(program);
    plain = Plain.of(statements);
  }

  /**
   * What a loop over plain objects costs, to compare with: a list of statements, each with a chain
   * of parts. Statement and parts together are about as large as those of the program.
   */
  private record Plain(Plain next, Plain part, long value, long unused) {
    private static final int PARTS = 8;

    static Plain of(int statements) {
      Plain list = null;
      for (int i = 0; i < statements; i++) {
        Plain part = null;
        for (int j = 0; j < PARTS; j++) {
          part = new Plain(null, part, j, i);
        }
        list = new Plain(list, part, i, 0);
      }
      return list;
    }

    long sum() {
      long sum = 0;
      for (Plain statement = this; statement != null; statement = statement.next) {
        for (Plain part = statement; part != null; part = part.part) {
          sum += part.value;
        }
      }
      return sum;
    }

    Plain copy() {
      Plain list = null;
      for (Plain statement = this; statement != null; statement = statement.next) {
        Plain parts = null;
        for (Plain part = statement.part; part != null; part = part.part) {
          parts = new Plain(null, parts, part.value + 1, part.unused);
        }
        list = new Plain(list, parts, statement.value, 0);
      }
      return list;
    }
  }

  /** Sums up plain objects; nothing of this is ours. */
  @Benchmark
  public long plainTraverse() {
    return plain.sum();
  }

  /** Copies plain objects; nothing of this is ours. */
  @Benchmark
  public Object plainCopy() {
    return plain.copy();
  }

  /** Visits every statement and expression. */
  @Benchmark
  public long traverse() {
    long[] count = new long[1];
    program.functions().values().forEach(f -> Walk.exprs(f.body(), _ -> count[0]++));
    return count[0];
  }

  /** Maps the children of every node to themselves. */
  @Benchmark
  public Program mapNothing() {
    return program.mapFunctions(new Rewriter()::function);
  }

  /** Rebuilds every statement. */
  @Benchmark
  public Program mapConstants() {
    return program.mapFunctions(new Incremented()::function);
  }

  /** Adds one to every constant. */
  private static final class Incremented extends Rewriter {
    @Override
    public Expr expr(Expr expr) {
      return expr instanceof ConstInt c
          ? new ConstInt(c.span(), c.type(), c.value() + 1)
          : super.expr(expr);
    }
  }

  /** From IR to text. */
  @Benchmark
  public String print() {
    return IrPrinter.print(program);
  }

  /** From text to IR. */
  @Benchmark
  public Program parse() {
    return IrParser.program(text, "large.py");
  }

  /** Compares the program with a copy. */
  @Benchmark
  public boolean equal() {
    return IrEquality.equal(program, copy, true);
  }

  /** Hashes the program. */
  @Benchmark
  public long hash() {
    return IrHash.hash(program, true);
  }

  /** From IR to bytes. */
  @Benchmark
  public byte[] serialise() {
    return IrWriter.write(program);
  }

  /** From bytes to IR. */
  @Benchmark
  public Program deserialise() {
    return IrReader.read(bytes);
  }
}
