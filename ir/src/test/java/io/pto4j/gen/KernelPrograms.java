package io.pto4j.gen;

import io.pto4j.gen.Scope.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
    Choice choice = new Choice(new Random(seed));
    Source out = new Source();
    int kind = choice.below(12);
    if (kind == 9) {
      out.line("N = pl.dynamic(\"N\")");
    }
    out.line("@pl.program");
    out.block(
        "class Generated",
        () -> {
          switch (kind) {
            case 4, 5, 6 -> regions(choice, out);
            case 7, 8 -> new CubeKernel(choice, out).write("main");
            case 9 -> new TailKernel(choice, out).write("main");
            case 10, 11 -> new TaskProgram(choice, out).write();
            default -> kernel(choice, out);
          }
        });
    return out.text();
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

  private static void kernel(Choice choice, Source out) {
    List<Param> params = params(choice);
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def main(%s)".formatted(Param.signature(params, "Out")),
        () -> {
          Statements statements =
              new Statements(
                  choice, out, scope(choice), Level.TILE, params, 4 + choice.below(MAX_STATEMENTS));
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
    out.line("@pl.function(type=pl.FunctionType.Orchestration)");
    out.block(
        "def main(%s)".formatted(Param.signature(params, "InOut")),
        () -> {
          int count = 1 + choice.below(2);
          for (int i = 0; i < count; i++) {
            String head = choice.of(List.of("", "if n > 2", "for i in pl.range(2)"));
            if (head.isEmpty()) {
              region(choice, out, params, "n");
            } else {
              String integer = head.startsWith("for") ? "i" : "n";
              out.block(head, () -> region(choice, out, params, integer));
            }
          }
          out.line("return %s", Param.results(params));
        });
  }

  private static void region(Choice choice, Source out, List<Param> params, String integer) {
    out.block(
        "with pl.at(level=pl.Level.CORE_GROUP)",
        () -> {
          Scope scope = scope(choice);
          scope.addInteger(integer);
          new Statements(choice, out, scope, Level.TENSOR, params, 2 + choice.below(10)).write();
        });
  }
}
