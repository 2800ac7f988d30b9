package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

/** Several mistakes in the syntax of one text are all found, and nothing that follows from them. */
class SyntaxRecoveryTest {
  private static final String HEAD =
      """
      @pl.program
      class P:
          @pl.function
          def f(self, x: pl.Scalar[pl.INDEX]):
      """;

  /** Lines of a body that are wrong by themselves. */
  private static final List<String> WRONG =
      List.of(
          "y = = 1",
          "y = pl.max(x 1)",
          "y += 1",
          "y = 0 < x < 8",
          "y = )",
          "for in pl.range(4):",
          "y = \"no end",
          "a = b = x",
          "del y",
          "y: pl.INDEX",
          "y = x if x else x",
          "y = x; z = x",
          "with pl.at(level=pl.Level.CORE_GROUP), pl.cluster():",
          "y = (x + 1))");

  private static List<String> found(String text) {
    ParseException e =
        catchThrowableOfType(ParseException.class, () -> IrParser.parse(text, "k.py"));
    return e.all().stream().map(m -> m.span().beginLine() + ": " + m.mistake().name()).toList();
  }

  private static List<String> inBody(String... lines) {
    StringBuilder text = new StringBuilder(HEAD);
    for (String line : lines) {
      text.append("        ").append(line).append('\n');
    }
    return found(text.toString());
  }

  @Provide
  Arbitrary<List<String>> bodies() {
    return Arbitraries.frequencyOf(
            Tuple.of(2, Arbitraries.of(WRONG)),
            Tuple.of(3, Arbitraries.of("y = x + 1", "pl.static_print(x)", "pass")))
        .list()
        .ofMinSize(1)
        .ofMaxSize(15);
  }

  @Property
  void everyWrongLineIsNamedAndNoOther(@ForAll("bodies") List<String> lines) {
    List<String> body = new ArrayList<>(lines);
    body.add("y = = 1");
    Map<Integer, String> wrong = new TreeMap<>();
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < body.size(); i++) {
      String line = body.get(i);
      text.append("        ").append(line).append('\n');
      if (line.endsWith(":")) {
        text.append("            pass\n");
      }
      if (WRONG.contains(line)) {
        wrong.put((int) text.toString().lines().count() - (line.endsWith(":") ? 1 : 0), line);
      }
    }
    ParseException e =
        catchThrowableOfType(ParseException.class, () -> IrParser.parse(text.toString(), "k.py"));
    assertThat(e.all().stream().map(m -> m.span().beginLine()))
        .containsExactlyElementsOf(wrong.keySet());
  }

  @Test
  void theBlockOfAWrongStatementIsRead() {
    assertThat(
            inBody(
                "for i in :",
                "    y = = 1",
                "if x = 3:",
                "    pass",
                "elif x == 4:",
                "    a = b = 1",
                "else:",
                "    y = x",
                "try:",
                "    y = )",
                "finally:",
                "    y = x"))
        .containsExactly(
            "5: EXPECTED_EXPRESSION",
            "6: EXPECTED_EXPRESSION",
            "7: ASSIGNMENT_IN_CONDITION",
            "10: CHAINED_ASSIGNMENT",
            "13: STATEMENT",
            "14: EXPECTED_EXPRESSION");
  }

  @Test
  void aBracketEndsWhereAStatementMustBegin() {
    assertThat(inBody("y = pl.max(x,", "           x", "return y", "z = = 1"))
        .containsExactly("5: UNCLOSED_BRACKET", "8: EXPECTED_EXPRESSION");
    assertThat(inBody("y = [x", "z = x", "y = x")).containsExactly("5: UNCLOSED_BRACKET");
    assertThat(found("A = (1,\ndef_x = 2\n")).containsExactly("1: UNCLOSED_BRACKET");
  }

  @Test
  void wrongIndentationIsThatOfTheLinesAbove() {
    assertThat(inBody("if x == 1:", "    y = x", "  y = x", "    y = = 1", "y = x", "y = = 1"))
        .containsExactly(
            "7: UNFITTING_INDENTATION", "8: EXPECTED_EXPRESSION", "10: EXPECTED_EXPRESSION");
    assertThat(inBody("y = x", "    y = x", "    y = = 1", "y = = 1"))
        .containsExactly(
            "6: UNEXPECTED_INDENTATION", "7: EXPECTED_EXPRESSION", "8: EXPECTED_EXPRESSION");
    assertThat(inBody("if x == 1:", "y = x", "y = = 1"))
        .containsExactly("6: EXPECTED", "7: EXPECTED_EXPRESSION");
  }

  @Test
  void functionsDoNotHideEachOther() {
    assertThat(
            found(
                """
                @pl.program
                class P:
                    @pl.function(type=)
                    def f(self, x: pl.INDEX):
                        y = = 1

                    @pl.function
                    def g(self, x=3):
                        y = = 1

                    @pl.function
                    def h(self, x: pl.INDEX):
                        y = = 1
                """))
        .containsExactly(
            "3: EXPECTED_EXPRESSION",
            "5: EXPECTED_EXPRESSION",
            "8: DEFAULT_VALUE",
            "9: EXPECTED_EXPRESSION",
            "13: EXPECTED_EXPRESSION");
  }
}
