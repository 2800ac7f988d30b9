package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.Resources;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What authors write, with everything that may be left out, and what it stands for. */
class WrittenTextTest {
  private static final List<String> PIECES =
      List.of(
          "(", ")", "[", ":", ",", "\n", "    ", "=", "x", "pl.", "0", "-", "\"", "self", "for");

  @ParameterizedTest
  @ValueSource(strings = {"tiles", "tensors"})
  void standsForThePrintedProgram(String name) {
    Program written = IrParser.program(text(name + ".py"), name + ".py");

    assertThat(IrPrinter.print(written, PrintOptions.ecosystem()))
        .isEqualTo(text(name + ".ir").strip());
    IrEquality.assertEqual(written, IrParser.program(text(name + ".ir"), name + ".ir"), true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pl.load(x, [0, 0])                    | 13 | tile.load needs 'shapes'
          pl.load(x, [0, 0], [4, 4], size=3)    | 40 | tile.load has no keyword argument 'size'
          pl.exp(x, 1, 2)                       | 23 | tensor.exp takes 1 arguments, but 3 are given
          pl.add(x, pl.load(x, [0, 0], [8, 8])) | 13 | pl.add: cannot mix a tensor and a tile
          pl.mul(n, x)                          | 13 | pl.mul of a scalar takes two scalars
          x[0, 1, 2]                            | 13 | 3 indices for 2 dimensions
          x[5:5]                                | 15 | The slice has no elements
          x[-1]                                 | 15 | A negative index
          n[0]                                  | 13 | A value of type pl.Scalar[pl.INDEX] has no
          pl.nothing(x)                         | 13 | Unknown operation 'pl.nothing'
          """)
  void mistakeIsShownWhereItIs(String expression, int column, String message) {
    assertThatThrownBy(() -> IrParser.parse(function("    y = " + expression), "t.py"))
        .isInstanceOf(IrException.class)
        .hasMessageStartingWith("t.py:3:" + (column - 4) + ": " + message);
  }

  @Test
  void everyMistakeIsShownAndNoneTwice() {
    String text =
        function(
            """
                a = pl.nothing(x)
                b = pl.exp(a)
                for i in pl.range(n):
                    c = x[0, 1, 2]
                    d = pl.exp(c)
                x[0, 0] = 1.0
                return a, b
            """
                .stripTrailing());

    assertThatThrownBy(() -> IrParser.parse(text, "t.py"))
        .isInstanceOfSatisfying(
            IrException.class,
            e ->
                assertThat(e.getMessage().lines().filter(l -> l.startsWith("t.py:")))
                    .containsExactly(
                        "t.py:3:9: Unknown operation 'pl.nothing' [E300 InvalidOperationError]",
                        "t.py:6:13: 3 indices for 2 dimensions [E101 ParserTypeError]",
                        "t.py:8:5: One element cannot be assigned [E301 UnsupportedFeatureError]"));
  }

  @Test
  void directivesSpeakWhileTheTextIsRead() {
    List<String> lines = new ArrayList<>();
    IrParser.parse(
        "N = 4\n" + function("    pl.static_print('in', x, n + N)\n    pl.static_assert(N == 4)"),
        "t.py",
        lines::add);

    assertThat(lines)
        .containsExactly("static_print [t.py:4]: in x: pl.Tensor[[8, 8], pl.FP32] n + 4");
    assertThatThrownBy(
            () ->
                IrParser.parse(
                    "N = 4\n" + function("    pl.static_assert(N > 32, 'N too small')"), "t.py"))
        .hasMessageStartingWith("t.py:4:5: static_assert failed: N too small");
  }

  @Test
  void aTemplateInTheConditionOfALoopIsRefused() {
    String program =
        """
        @pl.inline
        def next(n: pl.Scalar[pl.INDEX]):
            m = n + 1
            return m

        @pl.function
        def f(n: pl.Scalar[pl.INDEX]):
            while next(n) < 8:
                n = n + 1
            return n
        """;

    assertThatThrownBy(() -> IrParser.parse(program, "t.py"))
        .hasMessageStartingWith("t.py:8:11: A template is expanded in the condition of a loop");
  }

  /** Whatever happens to a text, there is a program or an explained mistake. */
  @Property
  void damagedTextIsReadOrRefused(
      @ForAll boolean tiles,
      @ForAll @IntRange(max = 3000) int at,
      @ForAll @IntRange(max = 12) int length,
      @ForAll @IntRange(max = 14) int piece) {
    String text = text(tiles ? "tiles.py" : "tensors.py");
    int from = at % text.length();
    int to = Math.min(from + length, text.length());
    String damaged = text.substring(0, from) + PIECES.get(piece) + text.substring(to);
    try {
      assertThat(IrParser.parse(damaged, "t.py", line -> {})).isNotNull();
    } catch (IrException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static String function(String body) {
    return """
        @pl.function
        def f(x: pl.Tensor[[8, 8], pl.FP32], n: pl.Scalar[pl.INDEX]):
        """
        + body
        + "\n";
  }

  private static String text(String name) {
    try {
      return Resources.toString(
          Resources.getResource("text/written/" + name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
