package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.IrException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the arguments of a call say about the symbols in the types of its function. */
class CallExtentsTest {
  private static String tensor(String shape) {
    return "pl.Tensor[[" + shape + "], pl.FP32]";
  }

  private static String partial(String shape, String valid) {
    return "pl.Tensor[["
        + shape
        + "], pl.FP32, pl.TensorView(valid_shape=["
        + valid
        + "], stride=[], layout=pl.TensorLayout.ND)]";
  }

  /** What the call is said to give. */
  private static String result(String x, String y, String givenX, String givenY) {
    String text =
        """
        M = pl.dynamic("M")
        N = pl.dynamic("N")
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, x: %s, y: pl.Out[%s]) -> %2$s:
                return y

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, a: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.INDEX], x: %s, y: pl.Out[%s]):
                r = self.k(x, y)
                return r
        """
            .formatted(x, y, givenX, givenY);
    return IrPrinter.print(IrParser.program(text, "t.py"), PrintOptions.ecosystem())
        .lines()
        .filter(line -> line.contains("self.k("))
        .map(line -> line.strip().replaceAll("^r: | = self.*", ""))
        .findFirst()
        .orElseThrow();
  }

  /** One symbol is one extent, whatever the other extents are. */
  @Property(tries = 60)
  void aSymbolIsOneExtent(
      @ForAll @IntRange(min = 1, max = 3) int rows,
      @ForAll @IntRange(min = 1, max = 3) int otherRows,
      @ForAll @IntRange(min = 1, max = 3) int columns) {
    String given = rows + ", 8";
    String other = otherRows + ", " + columns;
    if (rows == otherRows) {
      assertThat(result(tensor("M, 8"), tensor("M, N"), tensor(given), tensor(other)))
          .isEqualTo(tensor(other));
      return;
    }
    assertThatThrownBy(() -> result(tensor("M, 8"), tensor("M, N"), tensor(given), tensor(other)))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("that the extent 'M' is " + rows + " and " + otherRows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          M + 1, 8  | M, N  | a + 1, 8 | a, 4  | a, 4
          M * N, 8  | M, N  | a * b, 8 | a, b  | a, b
          M, M      | M, 8  | a, a     | a, 8  | a, 8
          M, 8      | M, 8  | a + b, 8 | a + b, 8 | a + b, 8
          """)
  void symbolsAreFoundInExpressions(
      String x, String y, String givenX, String givenY, String expected) {
    assertThat(result(tensor(x), tensor(y), tensor(givenX), tensor(givenY)))
        .isEqualTo(tensor(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          M, 8     | M, 8 | a, 8     | b, 8 | a and b
          M + 1, 8 | M, 8 | a + 1, 8 | b, 8 | a and b
          M, M     | M, 8 | a, 4     | a, 8 | a and 4
          """)
  void twoExtentsOfOneSymbolAreRefused(
      String x, String y, String givenX, String givenY, String said) {
    assertThatThrownBy(() -> result(tensor(x), tensor(y), tensor(givenX), tensor(givenY)))
        .hasMessageContaining("that the extent 'M' is " + said);
  }

  @ParameterizedTest
  @CsvSource({"5, 5", "3, 3"})
  void aValidExtentIsFoundToo(String given, String expected) {
    assertThat(
            result(
                partial("16, 8", "M, 8"),
                partial("16, 8", "M, 8"),
                partial("16, 8", given + ", 8"),
                partial("16, 8", given + ", 8")))
        .isEqualTo(partial("16, 8", expected + ", 8"));
    assertThat(
            result(
                tensor("M, 8"), tensor("M, 8"), partial("16, 8", given + ", 8"), tensor("16, 8")))
        .isEqualTo(tensor("16, 8"));
  }
}
