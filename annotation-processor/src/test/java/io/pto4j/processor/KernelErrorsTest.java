package io.pto4j.processor;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.Multimaps;
import com.google.testing.compile.Compilation;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake gives one error at its line and column, with a hint, and nothing is emitted. */
class KernelErrorsTest {
  private static final String MARK = "§";

  /** A mistake; the mark stands where the error is shown. */
  record Case(String message, String members) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static Case kernel(String message, String body) {
    return new Case(
        message,
        """
        @InCore
        static void k(
            @Shape({N, N}) Tensor<FP32> x,
            @Shape({N, N}) Tensor<INT32> idx,
            int n,
            float f,
            @Out @Shape({N, N}) Tensor<FP32> y) {
          Tile<FP32> t = Pl.load(x, at(0, 0), shape(N, N));
        %s  Pl.store(t, at(0, 0), y);
        }
        """
            .formatted(body.indent(2)));
  }

  private static Case orchestration(String message, String body) {
    return new Case(
        message,
        """
        @InCore
        static void copy(
            @Shape({N, N}) Tensor<FP32> a, int count, @Out @Shape({N, N}) Tensor<FP32> b) {
          Pl.store(Pl.load(a, at(0, 0), shape(N, N)), at(0, 0), b);
        }

        @Orchestration
        static void main(
            @Shape({N, N}) Tensor<FP32> x,
            @Shape({N, 32}) Tensor<FP32> narrow,
            @Out @Shape({N, N}) Tensor<FP32> y) {
          copy(x, 1, y);
        %s}
        """
            .formatted(body.indent(2)));
  }

  private static final ImmutableList<Case> CASES =
      Stream.of(declarations(), operators(), statements(), orchestrations(), scalars())
          .flatMap(List::stream)
          .collect(toImmutableList());

  /** The errors by their files. All programs are compiled together, as javac begins slowly. */
  private static final Supplier<ImmutableListMultimap<URI, Diagnostic<? extends JavaFileObject>>>
      ERRORS = Suppliers.memoize(KernelErrorsTest::errors);

  private static ImmutableListMultimap<URI, Diagnostic<? extends JavaFileObject>> errors() {
    Compilation compilation =
        Compiling.compiler("-Xmaxerrs", "1000")
            .compile(
                CASES.stream()
                    .map(c -> Compiling.source(program(c).replace(MARK, "")))
                    .collect(toImmutableList()));
    return Multimaps.index(compilation.errors(), e -> e.getSource().toUri());
  }

  /** The program with a mistake, in a package of its own. */
  private static String program(Case mistake) {
    return Compiling.program(mistake.members())
        .replace("package demo;", "package demo" + CASES.indexOf(mistake) + ";");
  }

  static List<Case> cases() {
    return CASES;
  }

  private static List<Case> declarations() {
    return List.of(
        new Case(
            "unknown shape symbol 'K'",
            """
            @InCore
            static void k(@Shape(symbolic = §"K, 64") Tensor<FP32> x, @Out @Shape({1}) Tensor<FP32> y) {
              Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
            }
            """),
        new Case(
            "tensor x has no @Shape",
            """
            @InCore
            static void k(Tensor<FP32> §x, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
            }
            """),
        new Case(
            "extent 0 is not positive",
            """
            @InCore
            static void k(@Shape({N, §0}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
            }
            """),
        new Case(
            "kernel k is not static",
            """
            @InCore
            void §k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
            }
            """),
        new Case(
            "parameter s has type double, which a kernel cannot take",
            """
            @InCore
            static void k(double §s, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }
            """),
        new Case(
            "parameter n is not a tensor and cannot be written",
            """
            @InCore
            static void k(@Out int §n, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }
            """),
        new Case(
            "parameter y has two directions",
            """
            @InCore
            static void k(@In @Out @Shape({N, N}) Tensor<FP32> §y) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }
            """),
        new Case(
            "a kernel cannot take a tile: parameter t",
            """
            @InCore
            static void k(Tile<FP32> §t, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(t, at(0, 0), y);
            }
            """),
        new Case(
            "@Out tensor z is never written",
            """
            @InCore
            static void k(@Out @Shape({N, N}) Tensor<FP32> y, @Out @Shape({N, N}) Tensor<FP32> §z) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }
            """),
        new Case(
            "k has no output",
            """
            @InCore
            static void §k(@Shape({N, N}) Tensor<FP32> x) {
              Tile<FP32> t = Pl.load(x, at(0, 0), shape(N, N));
            }
            """),
        new Case(
            "k returns something that is not an @Out or @InOut parameter",
            """
            @InCore
            static Tensor<FP32> k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
              return §x;
            }
            """),
        new Case(
            "there are two kernels named k",
            """
            @InCore
            static void k(@Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }

            @InCore
            static void §k(int n, @Out @Shape({N, N}) Tensor<FP32> y) {
              Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
            }
            """));
  }

  private static List<Case> operators() {
    return List.of(
        kernel(
            "reads past the end of dimension 0",
            "Tile<FP32> u = Pl§.load(x, at(32, 0), shape(N, N));"),
        kernel(
            "the constant 0.5 does not fit the element type INT32",
            "Tile<INT32> u = Pl.add(Pl.load(idx, at(0, 0), shape(N, N)), §0.5);"),
        kernel(
            "a scalar of type FP32 is given where INT32 is needed",
            "Tile<INT32> u = Pl.mul(Pl.load(idx, at(0, 0), shape(N, N)), §f);"),
        new Case(
            "the inner dimensions differ",
            """
            @InCore
            static void k(
                @Shape({N, N}) Tensor<FP16> a,
                @Shape({32, N}) Tensor<FP16> b,
                @Out @Shape({N, N}) Tensor<FP32> y) {
              var left = Pl.move(Pl.load(a, at(0, 0), shape(N, N), MemorySpace.Mat), MemorySpace.Left);
              var right = Pl.move(Pl.load(b, at(0, 0), shape(32, N), MemorySpace.Mat), MemorySpace.Right);
              Pl.store(Pl§.matmul(left, right), at(0, 0), y);
            }
            """),
        new Case(
            "Vec buffer usage (393216 bytes) exceeds platform limit",
            """
            @InCore
            static void §k(@Shape({256, 256}) Tensor<FP32> x, @Out @Shape({256, 256}) Tensor<FP32> y) {
              Tile<FP32> a = Pl.load(x, at(0, 0), shape(128, 256));
              Tile<FP32> b = Pl.load(x, at(128, 0), shape(128, 256));
              Tile<FP32> c = Pl.add(a, b);
              Pl.store(Pl.add(c, Pl.mul(a, b)), at(0, 0), y);
            }
            """),
        new Case(
            "LegalizeTileCast: no native cast path from fp32 to uint32 for arch a2a3",
            """
            @InCore
            static void k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<UINT32> y) {
              Tile<FP32> t = Pl.load(x, at(0, 0), shape(N, N));
              Pl.store(
                  Pl§.cast(Pl.exp(t), Pl.UINT32), at(0, 0), y);
            }
            """),
        kernel("a kernel cannot allocate a tensor", "var u = Pl§.createTensor(FP32, N, N);"),
        kernel("tensor x is an @In parameter and cannot be written", "Pl§.store(t, at(0, 0), x);"),
        kernel("the result of this call is not used", "Pl§.exp(t);"),
        kernel(
            "t holds a tile FP32[64, 64] and cannot become a tile FP32[32, 64]",
            "t §= Pl.load(x, at(0, 0), shape(32, N));"),
        kernel(
            "kernel other cannot be called from a core",
            "§other(x, y);\n}\n\n@InCore\nstatic void other(@Shape({N, N}) Tensor<FP32> x,"
                + " @Out @Shape({N, N}) Tensor<FP32> y) {\n  Tile<FP32> t = Pl.load(x, at(0, 0),"
                + " shape(N, N));"),
        kernel(
            "the helper again calls itself",
            "t = again(t);\n"
                + "}\n\n"
                + "@Inline\n"
                + "static Tile<FP32> again(Tile<FP32> t) {\n"
                + "  return §again(t);\n"
                + "}\n\n"
                + "@InCore\n"
                + "static void second(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N})"
                + " Tensor<FP32> y) {\n"
                + "  Tile<FP32> t = Pl.load(x, at(0, 0), shape(N, N));"));
  }

  private static List<Case> statements() {
    return List.of(
        kernel("switch cannot be used in a kernel", "§switch (n) { default -> {} }"),
        kernel(
            "a switch expression cannot be used in a kernel",
            "int u = §switch (n) { case 1 -> 2; default -> 3; };"),
        kernel("a lambda cannot be used in a kernel", "Runnable u = §() -> {};"),
        kernel("a string cannot be used in a kernel", "String §u = \"text\";"),
        kernel("an array cannot be used in a kernel", "int[] u = §new int[3];"),
        kernel("while cannot be used in a kernel", "§while (n > 0) { t = Pl.exp(t); }"),
        kernel("do while cannot be used in a kernel", "§do { t = Pl.exp(t); } while (n > 0);"),
        kernel("break cannot be used in a kernel", "for (int i : Pl.range(4)) { §break; }"),
        kernel(
            "a for loop of this form cannot be used in a kernel",
            "§for (int i = 4; i > 0; i--) { t = Pl.exp(t); }"),
        kernel(
            "the bound of a counted loop depends on m, which the loop changes",
            "int m = 4;\nfor (int i = 0; i < §m; i++) { m = m + 1; }"),
        kernel(
            "the step of a loop must be positive, not -1",
            "for (int i : Pl.range(4, 0, §-1)) { t = Pl.exp(t); }"),
        kernel(
            "catch or finally cannot be used in a kernel",
            "§try { t = Pl.exp(t); } finally { t = Pl.exp(t); }"),
        kernel("throw cannot be used in a kernel", "if (n > 3) { §throw new RuntimeException(); }"),
        kernel("return cannot be used inside if or for in a kernel", "if (n > 3) { §return; }"),
        kernel(
            "the method PrintStream.println cannot be used in a kernel", "System.out§.println(n);"),
        kernel("the field counter cannot be used in a kernel", "int u = §counter;"),
        kernel("the field counter cannot be used in a kernel", "§counter = 3;"),
        kernel("null cannot be used in a kernel", "Tile<FP32> u = §null;"),
        kernel("new Object cannot be used in a kernel", "var u = new §Object();"),
        kernel("++ or -- inside an expression cannot be used in a kernel", "int u = 3 + n§++;"));
  }

  private static List<Case> scalars() {
    return List.of(
        kernel("double arithmetic cannot be used in a kernel", "float u = (float) (f §* 0.5);"),
        kernel("double arithmetic cannot be used in a kernel", "float u = f;\nu §*= 0.1;"),
        kernel(
            "u may be the tile of t, too",
            """
            Tile<FP32> u = t;
            u.slice(rows(0, 8), all())§.assign(Pl.slice(t, shape(8, N), at(8, 0)));
            u = Pl.exp(u);
            t = Pl.add(t, u);
            """),
        kernel(
            "t may be the tile of u, too",
            """
            Tile<FP32> u = Pl.exp(t);
            for (int i = 0; i < n; i++) {
              t.slice(rows(0, 8), all())§.assign(Pl.slice(u, shape(8, N), at(8, 0)));
              u = t;
            }
            t = Pl.add(t, u);
            """),
        kernel(
            "u may be the tile of t, too",
            """
            Tile<FP32> u = t;
            if (n > 3) {
              u = Pl.exp(u);
            }
            u.slice(rows(0, 8), all())§.assign(Pl.load(x, at(8, 0), shape(8, N)));
            t = Pl.add(t, u);
            """),
        kernel("the result of this call is not used", "Pl§.write(t, at(0, 0), 1);"),
        kernel(
            "a window of one column cannot be taken of a tile whose rows are stored",
            "Tile<FP32> c = Pl§.slice(t, shape(N, 1), at(0, 3));\n"
                + "t = Pl.rowExpandMul(t, Pl.mul(c, 2));"),
        kernel("division by zero", "int u = n §/ 0;"),
        kernel("% works on integers only", "float u = f §% 2;"),
        kernel("the operator >>> cannot be used in a kernel", "int u = n §>>> 2;"));
  }

  private static List<Case> orchestrations() {
    return List.of(
        orchestration(
            "the tile operator tile.load cannot be used in an orchestrator",
            "Tile<FP32> t = Pl§.load(x, at(0, 0), shape(N, N));\nPl.store(t, at(0, 0), y);"),
        orchestration(
            "the operator tensor.exp cannot run on the control core",
            "Tensor<FP32> e = Pl§.exp(x);"),
        orchestration("assign cannot run on the control core", "y§.assign(x);"),
        orchestration(
            "w is a window that is assigned again, and cannot be written",
            """
            try (var _ = Pl.at(Level.CORE_GROUP)) {
              Tensor<FP32> w = y.slice(rows(0, 8), all());
              w = Pl.exp(w);
              w§.assign(w);
            }
            """),
        orchestration(
            "tensor x is an @In parameter and cannot be assigned",
            "x §= Pl.createTensor(FP32, N, N);"),
        orchestration("tensor x is an @In parameter and cannot be written", "copy(y, 1, §x);"),
        orchestration(
            "tensor x is an @In parameter and cannot be written",
            "try (var _ = Pl.at(Level.CORE_GROUP)) { x§.assign(y); }"),
        orchestration(
            "parameter a of copy is a tensor FP32[64, 64], but the argument is a tensor FP32[64,"
                + " 32]",
            "copy(§narrow, 1, y);"),
        orchestration(
            "the target of assign has the shape [64, 64], the value [64, 32]",
            "try (var _ = Pl.at(Level.CORE_GROUP)) { y§.assign(narrow); }"),
        orchestration(
            "the target of assign has the shape [8, 64], the value [64, 64]",
            "try (var _ = Pl.at(Level.CORE_GROUP)) { y.slice(rows(8, 16), all())§.assign(x); }"),
        orchestration(
            "a task cannot be launched from a core",
            "try (var _ = Pl.at(Level.CORE_GROUP)) { Pl§.submit(Demo::copy, x, 1, y); }"),
        orchestration("main is not a kernel", "Pl.submit(§Demo::main, x, narrow, y);"),
        orchestration("main calls itself", "§main(x, narrow, y);"),
        orchestration(
            "a scope at level AIV is not supported yet",
            "try (var _ = Pl.at(Level§.AIV)) { y.assign(x); }"),
        orchestration(
            "Pl.unroll is not supported yet", "for (int i : Pl§.unroll(4)) { copy(x, i, y); }"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void oneErrorAtTheExactPlace(Case mistake) {
    String marked = program(mistake);
    int at = marked.indexOf(MARK);
    String before = marked.substring(0, at);
    long line = before.lines().count();
    long column = (long) at - before.lastIndexOf('\n');

    List<Diagnostic<? extends JavaFileObject>> errors =
        ERRORS.get().get(Compiling.source(marked).toUri());
    assertThat(errors).hasSize(1);
    Diagnostic<? extends JavaFileObject> error = errors.getFirst();
    assertThat(error.getMessage(Locale.ROOT)).contains(mistake.message());
    assertThat(List.of(error.getLineNumber(), error.getColumnNumber()))
        .as(error.toString())
        .containsExactly(line, column);
  }

  @Test
  void severalMistakesGiveSeveralErrors() {
    Compilation compilation =
        Compiling.compile(
            Compiling.program(
                """
                @InCore
                static void first(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                  Tile<FP32> a = Pl.load(x, at(32, 0), shape(N, N));
                  Tile<FP32> b = Pl.add(a, a);
                  Tile<FP32> c = Pl.load(x, at(0, 32), shape(N, N));
                  Pl.store(b, at(0, 0), y);
                }

                @InCore
                static void second(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                  Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), x);
                  Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
                }
                """));

    assertThat(compilation.errors()).hasSize(3);
  }

  @Test
  void aKernelOutsideAProgramIsReported() {
    Compilation compilation =
        Compiling.compile(
            """
            package demo;

            import static io.pto4j.dsl.Pl.*;

            import io.pto4j.dsl.*;

            final class Loose {
              @InCore
              static void k(@Out @Shape({8, 8}) Tensor<FP32> y) {
                Pl.store(Pl.fullTile(FP32, 0, 8, 8), at(0, 0), y);
              }
            }
            """);

    assertThat(compilation.errors())
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.getMessage(Locale.ROOT))
                  .contains("kernel k is not in a @Program class");
              assertThat(error.getLineNumber()).isEqualTo(9);
              assertThat(error.getColumnNumber()).isEqualTo(15);
            });
  }

  @Test
  void mistakesThatJavacReportsAreNotReportedAgain() {
    Compilation compilation =
        Compiling.compile(
            Compiling.program(
                """
                @InCore
                static void k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                  Tile<FP32> t = Pl.load(missing, at(0, 0), shape(N, N));
                  Tile<FP32> u = Pl.noSuchOperator(t);
                  Pl.store(u, at(0, 0), y);
                }
                """));

    assertThat(compilation.errors()).hasSize(2);
  }
}
