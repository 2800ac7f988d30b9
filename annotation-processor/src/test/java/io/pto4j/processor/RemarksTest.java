package io.pto4j.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What javac says about kernels besides errors. */
class RemarksTest {
  /** Its variable in line 16, column 16 is read by nothing. */
  private static final String UNUSED =
      Compiling.program(
          """
          @InCore
          static void k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
            Tile<FP32> t = Pl.load(x, at(0, 0), shape(N, N));
            Tile<FP32> e = Pl.exp(t);
            Pl.store(t, at(0, 0), y);
          }
          """);

  private static final String UNUSED_REMARK =
      "16:16 [UnusedVariableCheck] Unused variable 'e' in function 'k'";

  private static final String HINT_REMARK =
      "[PH001] tile.%s has innermost dim = 256B (tile fp32[64], target_memory=Vec); moves 16384B as"
          + " 64 x 256B rows; recommended >= 512B for backend a2a3 (L2 cache line = 512B). Consider"
          + " increasing tile shape on the innermost axis.";

  private static Compilation compile(String source, Object... options) {
    return Compiling.compiler(options).compile(Compiling.source(source));
  }

  /** What is said in kernels, with line and column, in the order of the places. */
  private static List<String> said(Compilation compilation, Diagnostic.Kind kind) {
    assertThat(compilation).succeeded();
    return compilation.diagnostics().stream()
        .filter(d -> d.getKind() == kind && d.getSource() != null)
        .sorted(
            Comparator.comparingLong((Diagnostic<? extends JavaFileObject> d) -> d.getLineNumber())
                .thenComparingLong(d -> d.getColumnNumber()))
        .map(d -> d.getLineNumber() + ":" + d.getColumnNumber() + " " + d.getMessage(null))
        .toList();
  }

  private static List<String> notes(String source, Object... options) {
    return said(compile(source, options), Diagnostic.Kind.NOTE);
  }

  @Test
  void notesAreShownWhereTheyAreAbout() {
    assertThat(notes(UNUSED))
        .containsExactly(
            "15:22 " + HINT_REMARK.formatted("load"),
            UNUSED_REMARK,
            "17:7 " + HINT_REMARK.formatted("store"));
  }

  @Test
  void warningsAreShownOnRequest() {
    Compilation compilation = compile(UNUSED, "-Apto4j.warnings=warning");

    assertThat(said(compilation, Diagnostic.Kind.WARNING)).containsExactly(UNUSED_REMARK);
    assertThat(compilation)
        .hadWarningContaining("Unused variable 'e'")
        .inFile(Compiling.source(UNUSED))
        .onLine(16)
        .atColumn(16);
    assertThat(said(compilation, Diagnostic.Kind.NOTE)).hasSize(2);
  }

  @Test
  void aBuildWithoutWarningsIsNotBroken() {
    Object[] strict = {"-Xlint:all,-options,-processing", "-Werror"};

    assertThat(compile(UNUSED, strict)).succeededWithoutWarnings();
    assertThat(compile(UNUSED, strict[0], strict[1], "-Apto4j.warnings=warning")).failed();
  }

  @Test
  void nothingIsSaidOnRequest() {
    assertThat(notes(UNUSED, "-Apto4j.warnings=none", "-Apto4j.hints=false")).isEmpty();
    assertThat(notes(UNUSED, "-Apto4j.hints=false")).containsExactly(UNUSED_REMARK);
    assertThat(notes(UNUSED, "-Apto4j.warnings=none")).hasSize(2);
    assertThat(notes(UNUSED, "-Apto4j.verify=none")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"static void k", "Tile<FP32> e =", "public final class Demo"})
  void annotationsSuppressWhatIsUnused(String declaration) {
    String source = UNUSED.replace(declaration, "@SuppressWarnings(\"unused\") " + declaration);

    assertThat(notes(source)).hasSize(2).allMatch(note -> note.contains("[PH001]"));
  }

  @Test
  void anAnnotationSuppressesEverythingOfOurs() {
    assertThat(
            notes(
                UNUSED.replace(
                    "static void k", "@SuppressWarnings({\"all\", \"pto4j\"}) static void k")))
        .isEmpty();
    // one on another method does not
    assertThat(
            notes(
                UNUSED.replace(
                    "@InCore", "@SuppressWarnings(\"pto4j\") static void other() {}\n@InCore")))
        .hasSize(3);
  }

  @Test
  void whatStandsInALoopIsSaidOnce() {
    assertThat(
            notes(
                Compiling.program(
                    """
                    @InCore
                    static void k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                      for (int i = 0; i < 4; i++) {
                        Tile<FP32> e = Pl.exp(Pl.load(x, at(i * 16, 0), shape(16, N)));
                      }
                      Pl.store(Pl.load(x, at(0, 0), shape(N, N)), at(0, 0), y);
                    }
                    """),
                "-Apto4j.hints=false"))
        .containsExactly("16:18 [UnusedVariableCheck] Unused variable 'e' in function 'k'");
  }

  @Test
  void helpersOfSeveralKernelsAreTalkedAboutOnce() {
    assertThat(
            notes(
                Compiling.program(
                    """
                    @Inline
                    static Tile<FP32> part(Tensor<FP32> x) {
                      return Pl.load(x, at(0, 0), shape(N, N));
                    }

                    @InCore
                    static void k(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                      Pl.store(Pl.add(part(x), part(x)), at(0, 0), y);
                    }
                    """)))
        .filteredOn(note -> note.startsWith("15:"))
        .singleElement()
        .asString()
        .endsWith("(2 occurrences at this source location)");
  }

  @Test
  void aWriteThatTheCallerDoesNotSeeIsNamed() {
    assertThat(
            notes(
                Compiling.program(
                    """
                    @Orchestration
                    static Tensor<FP32> main(@Shape({N, N}) Tensor<FP32> x, @Out @Shape({N, N}) Tensor<FP32> y) {
                      try (var _ = Pl.at(Level.CORE_GROUP)) {
                        y.assign(Pl.exp(x));
                        y = Pl.exp(x);
                      }
                      return y;
                    }
                    """),
                "-Apto4j.hints=false"))
        .singleElement()
        .isEqualTo(
            "17:9 [OutParamWriteDropped] 'y' is an output of function 'main', but is given a value of"
                + " its own; the caller does not get it. Write into it, as in y[:] = ... or, in Java,"
                + " y.assign(...)");
  }

  @Test
  void hintsAreAmongTheArtifacts() {
    var artifacts = Compiling.artifacts(compile(UNUSED));

    assertThat(
            new String(artifacts.get("demo.Demo/report/perf_hints.log"), StandardCharsets.UTF_8)
                .lines())
        .hasSize(2)
        .first()
        .asString()
        .isEqualTo(
            "[perf_hint PH001] TileInnermostDimGranularity: "
                + HINT_REMARK.formatted("load").replaceFirst("^\\[PH001\\] ", "")
                + " at demo/Demo.java:15:20");
  }

  @Test
  void aKernelWithAnErrorIsNotTalkedAbout() {
    Compilation compilation =
        compile(UNUSED.replace("Pl.exp(t)", "Pl.add(t, Pl.fullTile(FP32, 0, 9, 9))"));

    assertThat(compilation).failed();
    assertThat(compilation.notes()).isEmpty();
  }
}
