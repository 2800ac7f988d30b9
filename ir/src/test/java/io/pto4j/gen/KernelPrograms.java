package io.pto4j.gen;

import io.pto4j.gen.Scope.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random programs that compute something, as text: kernels and regions in which memory reuse and
 * control flow go wrong when they go wrong, and tasks.
 */
public final class KernelPrograms {
  private static final List<String> DTYPES =
      List.of("FP32", "FP32", "FP32", "FP16", "INT32", "INT16");
  private static final int MAX_STATEMENTS = 12;

  private KernelPrograms() {}

  public static Arbitrary<String> all() {
    return Arbitraries.longs().map(KernelPrograms::text);
  }

  /** The program for a seed; the same for the same seed. */
  public static String text(long seed) {
    Choice choice = choice(seed);
    Source out = new Source();
    int kind = choice.below(16);
    if (kind == 9) {
      out.line("N = pl.dynamic(\"N\")");
    }
    return program(
        out,
        () -> {
          switch (kind) {
            case 4, 5, 6 -> regions(choice, out);
            case 7 -> new CubeKernel(choice, out, Level.TILE).write("main");
            case 8 -> new CubeKernel(choice, out, Level.TENSOR).write("main");
            case 9 -> new TailKernel(choice, out).write("main");
            case 10, 11 -> new TaskProgram(choice, out).write();
            case 12, 13 -> new CrowdedKernel(choice, out).write("main");
            case 14 -> new SolidKernel(choice, out).write("main");
            default -> kernel(choice, out);
          }
        });
  }

  /** Neighbouring seeds of {@link Random} begin with the same choices. */
  private static Choice choice(long seed) {
    return new Choice(new Random(new SplittableRandom(seed).nextLong()));
  }

  private static String program(Source out, Runnable functions) {
    out.line("@pl.program");
    out.block("class Generated", functions);
    return out.text();
  }

  /** A program in which tiles are often carried and reused. */
  public static String crowded(long seed) {
    Source out = new Source();
    return program(out, () -> new CrowdedKernel(choice(seed), out).write("main"));
  }

  /** A program of matrix products. */
  public static String products(long seed) {
    Choice choice = choice(seed);
    Source out = new Source();
    return program(out, () -> new CubeKernel(choice, out, choice.of(Level.values())).write("main"));
  }

  /** A program whose tiles are valid in part. */
  public static String tails(long seed) {
    Source out = new Source();
    out.line("N = pl.dynamic(\"N\")");
    return program(out, () -> new TailKernel(choice(seed), out).write("main"));
  }

  /** A program of tasks. */
  public static String tasks(long seed) {
    Source out = new Source();
    return program(out, () -> new TaskProgram(choice(seed), out).write());
  }

  /** A program of regions that run as several blocks. */
  public static String blocks(long seed) {
    Source out = new Source();
    return program(out, () -> new BlockProgram(choice(seed), out).write());
  }

  private static List<Param> params(Choice choice) {
    List<Param> params = new ArrayList<>();
    Shape shape =
        new Shape(choice.of(DTYPES), 2 * choice.of(List.of(8, 16)), choice.of(List.of(16, 32)));
    params.add(new Param("x0", shape, false));
    if (choice.oneIn(2)) {
      params.add(new Param("x1", shape.as(choice.of(DTYPES)), false));
    }
    params.add(new Param("y0", shape, true));
    if (choice.oneIn(3)) {
      params.add(new Param("y1", shape.as(choice.of(DTYPES)), true));
    }
    return params;
  }

  /** A function that is to be inlined, now and then, which takes two values of a shape. */
  private static Optional<Shape> helper(
      Choice choice, Source out, Level level, List<Param> params) {
    if (!choice.oneIn(3)) {
      return Optional.empty();
    }
    Shape shape = Statements.half(params.getFirst());
    String type = level.type(shape);
    out.line("@pl.function(type=pl.FunctionType.Inline)");
    out.block(
        "def helper(a: %s, b: %s, n: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32])"
            .formatted(type, type),
        () -> {
          Scope scope = scope(choice);
          scope.add("a", shape);
          scope.add("b", shape);
          new Statements(choice, out, scope, level, List.of(), 1 + choice.below(4)).write();
          out.line("return %s", scope.find(shape).orElseThrow());
        });
    return Optional.of(shape);
  }

  private static void kernel(Choice choice, Source out) {
    List<Param> params = params(choice);
    Optional<Shape> helper = helper(choice, out, Level.TILE, params);
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def main(%s)".formatted(Param.signature(params, "Out")),
        () -> {
          Statements statements =
              new Statements(
                  choice, out, scope(choice), Level.TILE, params, 4 + choice.below(MAX_STATEMENTS));
          helper.ifPresent(statements::mayCall);
          if (choice.oneIn(3)) {
            statements.load(choice.of(Param.written(params)));
          }
          statements.write();
          out.line("return %s", Param.results(params));
        });
  }

  private static Scope scope(Choice choice) {
    Scope scope = new Scope(choice);
    scope.addInteger("n");
    return scope;
  }

  /** Regions of one function; the first ones may be repeated. */
  private static void regions(Choice choice, Source out) {
    List<Param> params = params(choice);
    Optional<Shape> helper = helper(choice, out, Level.TENSOR, params);
    out.line("@pl.function(type=pl.FunctionType.Orchestration)");
    out.block(
        "def main(%s)".formatted(Param.signature(params, "InOut")),
        () -> {
          int count = 1 + choice.below(2);
          for (int i = 0; i < count; i++) {
            String head = choice.of(List.of("", "if n > 2", "for i in pl.range(2)"));
            if (head.isEmpty()) {
              region(choice, out, params, "n", helper);
            } else {
              String integer = head.startsWith("for") ? "i" : "n";
              out.block(head, () -> region(choice, out, params, integer, helper));
            }
          }
          out.line("return %s", Param.results(params));
        });
  }

  private static void region(
      Choice choice, Source out, List<Param> params, String integer, Optional<Shape> helper) {
    out.block(
        "with pl.at(level=pl.Level.CORE_GROUP)",
        () -> {
          Scope scope = scope(choice);
          scope.addInteger(integer);
          Statements statements =
              new Statements(choice, out, scope, Level.TENSOR, params, 2 + choice.below(10));
          helper.ifPresent(statements::mayCall);
          statements.write();
        });
  }
}
