package io.pto4j.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import com.google.testing.compile.Compilation;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The IR that kernels become before any pass, as text. */
class FrontendGoldenTest {
  private static String resource(String name) throws IOException {
    return Resources.toString(Resources.getResource("frontend/" + name), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Control", "Tasks"})
  void theProgramIsAsExpected(String name) throws IOException {
    Compilation compilation = Compiling.compile(resource(name + ".java"));

    assertThat(IrPrinter.print(Compiling.frontend(compilation, "frontend." + name)))
        .isEqualTo(resource(name + ".py").stripTrailing());
  }
}
