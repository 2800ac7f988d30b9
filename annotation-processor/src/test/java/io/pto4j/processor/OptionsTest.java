package io.pto4j.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of the processor. */
class OptionsTest {
  private static final String KERNEL =
      Compiling.program(
          """
          @InCore
          static void k(@Out @Shape({N, N}) Tensor<FP32> y) {
            Pl.store(Pl.fullTile(FP32, 0, N, N), at(0, 0), y);
          }
          """);

  private static Compilation compile(Object... options) {
    return Compiling.compiler(options).compile(Compiling.source(KERNEL));
  }

  @Test
  void theUsualValuesCompile() {
    Compilation compilation =
        compile(
            "-Apto4j.target=Ascend910B",
            "-Apto4j.verify=none",
            "-Apto4j.planner=pypto",
            "-Xlint:all,-options,-processing",
            "-Werror");

    assertThat(compilation).succeeded();
    assertThat(Compiling.artifacts(compilation)).containsKey("demo.Demo/ptoas/k.pto");
  }

  @Test
  void textsAreReadBackOnRequest() {
    assertThat(compile("-Apto4j.verify=roundtrip")).succeeded();
  }

  @Test
  void passesAreDumpedOnRequest() {
    assertThat(Compiling.artifacts(compile("-Apto4j.dumpPasses=true")))
        .containsKeys(
            "demo.Demo/passes_dump/00_frontend.py",
            "demo.Demo/passes_dump/04_after_ConvertToSSA.py");
  }

  @Test
  void passesAreValidatedOnRequest() {
    Compilation valid = compile("-Apto4j.verify=semantic");
    assertThat(valid).succeeded();
    assertThat(Compiling.artifacts(valid))
        .containsOnlyKeys(Compiling.artifacts(compile()).keySet());

    // it stores beside the tensor, so no input says what the passes keep
    String outside = KERNEL.replace("at(0, 0)", "at(n + 1, 0)").replace("k(", "k(@Index long n, ");
    Compilation invalid =
        Compiling.compiler("-Apto4j.verify=semantic").compile(Compiling.source(outside));
    assertThat(invalid).failed();
    assertThat(invalid).hadErrorContaining("the passes cannot be validated: ");
    assertThat(invalid).hadErrorCount(1);
  }

  @Test
  void stubsAloneAreGeneratedOnRequest() {
    Compilation compilation =
        Compiling.compiler("-Apto4j.stubsOnly=true")
            .compile(
                Compiling.source(KERNEL.replace("fullTile(FP32, 0, N", "fullTile(FP32, 0, 9")));

    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation).generatedSourceFile("demo.DemoProgram");
    assertThat(Compiling.artifacts(compilation)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Apto4j.planer=x | unknown option -Apto4j.planer",
        "-Apto4j.planner=ptoas | the memory planner PTOAS is not supported yet",
        "-Apto4j.planner=first_fit | write pypto, ptoas or dsa_rp",
        "-Apto4j.verify=all | write none, basic, roundtrip or semantic",
        "-Apto4j.warnings=on | write none, note or warning",
        "-Apto4j.hints=maybe | write true or false",
        "-Apto4j.dumpPasses=maybe | write true or false",
        "-Apto4j.stubsOnly=maybe | write true or false",
        "-Apto4j.target=Ascend9000 | unknown target 'Ascend9000'"
      })
  void anUnknownValueIsAnError(String option, String message) {
    Compilation compilation = compile(option);

    assertThat(compilation).failed();
    assertThat(compilation).hadErrorContaining(message);
    assertThat(compilation).hadErrorCount(1);
  }

  @Test
  void annotationProcessingAloneSaysThatKernelsWereNotCompiled() {
    assertThat(compile("-proc:only")).hadNoteContaining("kernels were not compiled");
  }
}
