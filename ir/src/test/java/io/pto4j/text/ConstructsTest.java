package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every construct, keyword, annotation, scope and option of the language, as authors write it:
 * {@code text/constructs} holds the texts and, in files ending in {@code .ir}, what they stand for
 * in the dialect of the ecosystem. {@code -Dpto4j.update=true} writes the latter anew.
 */
class ConstructsTest {
  private static final Path FILES = Path.of("src", "test", "resources", "text", "constructs");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "comments",
        "defaults",
        "expressions",
        "launches",
        "loops",
        "operators",
        "parts",
        "scopes",
        "signatures"
      })
  void isReadPrintedAndReadAgain(String name) throws IOException {
    List<String> said = new ArrayList<>();
    Program program = (Program) IrParser.parse(text(name + ".py"), name + ".py", said::add);
    String ecosystem = IrPrinter.print(program, PrintOptions.ecosystem());
    String seed = IrPrinter.print(program);
    if (Boolean.getBoolean("pto4j.update")) {
      Files.writeString(FILES.resolve(name + ".ir"), ecosystem + "\n");
    }

    assertThat(ecosystem).isEqualTo(text(name + ".ir").stripTrailing());
    Program fromEcosystem = IrParser.program(ecosystem, name + ".ir");
    assertThat(IrPrinter.print(fromEcosystem, PrintOptions.ecosystem())).isEqualTo(ecosystem);
    Program fromSeed = IrParser.program(seed, name + ".ir");
    assertThat(IrPrinter.print(fromSeed)).isEqualTo(seed);
    IrEquality.assertEqual(program, fromSeed, true);
    assertThat(said).as("warnings").allMatch(line -> line.contains(": warning: "));
  }

  private static String text(String file) throws IOException {
    return Resources.toString(
        Resources.getResource("text/constructs/" + file), StandardCharsets.UTF_8);
  }
}
