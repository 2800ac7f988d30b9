package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.Function;
import io.pto4j.ir.Program;
import io.pto4j.pass.RoundTrip;
import io.pto4j.text.PrintOptions.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every form of the text in {@code text/forms}: the file itself is in the dialect of the
 * specification; where the ecosystem writes it differently, a second file says how.
 */
class TextFormsTest {
  private static final Path PAGE = Path.of("..", "docs", "cli.md");
  private static final String BEGIN = "<!-- dialects -->\n";
  private static final String END = "<!-- end -->\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attributes",
        "branches",
        "expressions",
        "launches",
        "loops",
        "names",
        "pre_ssa",
        "scopes",
        "types",
        "windows"
      })
  void bothDialectsAreReadAndPrintedUnchanged(String form) throws IOException {
    String seed = text(form + ".py");
    String ecosystem = ecosystem(form);

    Program program = IrParser.program(seed, form);

    assertThat(IrPrinter.print(program)).isEqualTo(seed);
    assertThat(RoundTrip.loss(program, seed)).isEmpty();
    assertThat(IrPrinter.print(program, PrintOptions.ecosystem())).isEqualTo(ecosystem);
    assertThat(RoundTrip.loss(program, ecosystem)).isEmpty();
    Program read = IrParser.program(ecosystem, form);
    assertThat(IrPrinter.print(read, PrintOptions.ecosystem())).isEqualTo(ecosystem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"attributes", "branches", "launches", "loops", "scopes", "types"})
  void otherPrefixIsRead(String form) throws IOException {
    Program program = IrParser.program(text(form + ".py"), form);
    String text = IrPrinter.print(program, new PrintOptions(Dialect.SEED, false, "ir"));

    assertThat(text).contains("from pypto import language as ir\n").doesNotContain("pl.");
    assertThat(RoundTrip.loss(program, text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"branches", "expressions", "loops", "names", "pre_ssa"})
  void conciseTextHasTypesInSignaturesOnly(String form) throws IOException {
    String seed = text(form + ".py");
    String concise =
        IrPrinter.print(IrParser.program(seed, form), new PrintOptions(Dialect.SEED, true, "pl"));

    String expected =
        seed.lines()
            .map(
                line ->
                    line.startsWith("        ") ? line.replaceFirst(": pl\\.\\S+ =", " =") : line)
            .reduce((a, b) -> a + "\n" + b)
            .orElseThrow();
    assertThat(concise).isEqualTo(expected);
  }

  @Test
  void whatOnlyTheSpecificationHasIsLostInTheEcosystem() throws IOException {
    String seed = text("specification.py");
    String ecosystem = ecosystem("specification");

    Program program = IrParser.program(seed, "specification");

    assertThat(IrPrinter.print(program)).isEqualTo(seed);
    assertThat(RoundTrip.loss(program, seed)).isEmpty();
    assertThat(IrPrinter.print(program, PrintOptions.ecosystem())).isEqualTo(ecosystem);
    assertThat(RoundTrip.loss(program, ecosystem))
        .hasValueSatisfying(
            loss ->
                assertThat(loss)
                    .startsWith("reads back differently:")
                    .contains("at: ['f'].body[0].name_hint")
                    .contains("\"outer\" != \"\""));
  }

  @Test
  void explicitLayoutNamesWhatMemoryImplies() throws IOException {
    Program program = IrParser.program(text("types.py"), "types");
    String text = IrPrinter.print(program, new PrintOptions(Dialect.SEED, false, "pl", true));

    assertThat(text)
        .contains(
            "d: pl.Tile[[64, 32], pl.FP16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.col_major,"
                + " slayout=pl.TileLayout.row_major, fractal=512)] = ");
    assertThat(RoundTrip.loss(program, text)).isEmpty();
  }

  /** The shorthands of the specification: no decorator, plain element types, a bare yield. */
  @Test
  void shorthandsAreRead() {
    String text =
        """
        # pypto.program: my_program
        import pypto.language as pl

        def count(n: pl.INT64) -> pl.INT64:
            for i in range(n):
                yield n, i
            return n
        """;
    String written =
        """
        @pl.function
        def count(n: pl.Scalar[pl.INT64]) -> pl.Scalar[pl.INT64]:
            for i in pl.range(n):
                pl.yield_(n, i)
            return n\
        """;

    Function function = (Function) IrParser.parse(text, "k.py");

    assertThat(IrPrinter.print(function)).isEqualTo(written);
    assertThat(IrEquality.difference(function, IrParser.parse(written, "k.py"), false)).isEmpty();
  }

  /** {@code -Dpto4j.update=true} writes the table anew. */
  @Test
  void documentationListsTheDifferences() throws IOException {
    String page = Files.readString(PAGE);
    String table = BEGIN + DialectRule.markdown() + END;
    String before = page.substring(0, page.indexOf(BEGIN));
    String after = page.substring(page.indexOf(END) + END.length());
    if (Boolean.getBoolean("pto4j.update")) {
      Files.writeString(PAGE, before + table + after);
    }

    assertThat(Files.readString(PAGE)).isEqualTo(before + table + after);
  }

  private static String ecosystem(String form) throws IOException {
    boolean differs =
        TextFormsTest.class.getResource("/text/forms/" + form + ".ecosystem.py") != null;
    return text(form + (differs ? ".ecosystem.py" : ".py"));
  }

  private static String text(String file) throws IOException {
    return Resources.toString(Resources.getResource("text/forms/" + file), StandardCharsets.UTF_8)
        .stripTrailing();
  }
}
