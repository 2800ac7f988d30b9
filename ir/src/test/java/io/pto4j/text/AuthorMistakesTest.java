package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author of kernels is told: the place of the mistake, and what to write instead. */
class AuthorMistakesTest {
  private static final String HEAD =
      """
      @pl.program
      class P:
          @pl.function(type=pl.FunctionType.InCore)
          def k(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              return y
          @pl.function(type=pl.FunctionType.Orchestration)
          def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
      """;

  private static String told(String statements) {
    try {
      IrParser.parse(HEAD + statements.replace('|', '\n').indent(8), "k.py");
      return "nothing";
    } catch (ParseException e) {
      return "%d:%d %s; %s"
          .formatted(e.span().beginLine(), e.span().beginColumn(), e.mistake().name(), e.hint());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "t = pl.laod(x, [0, 0], [64, 64]) # 8:13 UNKNOWN_OPERATION; did you mean pl.load?",
        "t = pl.tile.laod(x, [0, 0], [8, 8]) # 8:13 UNKNOWN_OPERATOR; did you mean pl.tile.load?",
        "t = pl.ad(x, x) # 8:13 UNKNOWN_OPERATION; did you mean pl.add?",
        "t = pl.create_tensors([8], dtype=pl.FP32) # 8:13 UNKNOWN_OPERATION; did you mean"
            + " pl.create_tensor?",
        "t = pl.relu6(x) # 8:13 UNKNOWN_OPERATION; did you mean pl.relu?",
        "t = pl.conv2d_transposed(x) # 8:13 UNKNOWN_OPERATION; write the operator with its"
            + " namespace, such as pl.tile.load",
        "t = x + x # 8:13 SHAPED_OPERAND; write pl.add(a, b)",
        "t = n * x # 8:13 SHAPED_OPERAND; write pl.mul(a, b)",
        "if x > 0:|    y = self.k(x, y) # 8:12 SHAPED_OPERAND; compare elements, such as x[0, 0],"
            + " or write pl.cmp(a, b)",
        "if n = 3:|    y = self.k(x, y) # 8:14 ASSIGNMENT_IN_CONDITION; write == to compare",
        "while n = 3:|    y = self.k(x, y) # 8:17 ASSIGNMENT_IN_CONDITION; write == to compare",
        "n += 1 # 8:11 AUGMENTED_ASSIGNMENT; write it in full, as in x = x + 1",
        "y = self.k(x, y); # 8:25 SEVERAL_STATEMENTS; remove the ;, or go on in the next line",
        "y = pl.submit(self.k, x, y) # 8:9 REASSIGNED_TYPE; a launch also gives its task id: write"
            + " y, tid = pl.submit(..)",
        "y = x[0, 0] # 8:9 REASSIGNED_TYPE; use another name",
        "y = self.k(x=x, y=y) # 8:20 FUNCTION_KEYWORD; arguments stand by position; by keyword"
            + " there are attrs, and device for an orchestrator",
        "t = pl.create_tensor([8], dtype=float) # 8:41 UNDEFINED_VARIABLE; the data types are"
            + " pl.FP32, pl.INT32, pl.BOOL and so on",
        "with pl.manual_scope:|    y = self.k(x, y) # 8:14 UNKNOWN_SCOPE; scopes are pl.at(..),"
            + " pl.cluster(), pl.spmd(..), pl.scope(), pl.manual_scope(), pl.reg_scope() and"
            + " pld.comm_domain(..)"
      })
  void mistakesInStatements(String statements, String message) {
    assertThat(told(statements)).isEqualTo(message);
  }

  private static String function(String type) {
    return "@pl.function\ndef f(x: %s):\n    return x\n".formatted(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "pl.Tensor[['M', 64], pl.FP32] # k.py:2:21: An extent is an integer",
        "pl.Tensor[64, 64, pl.FP32] # k.py:2:20: A shape is a list of extents",
        "pl.Tensor[[64, 64], pl.float32] # k.py:2:30: This is no data type"
      })
  void mistakesInTypes(String type, String message) {
    assertThatThrownBy(() -> IrParser.parse(function(type), "k.py")).hasMessageContaining(message);
  }

  @Test
  void aProgramHasNoBase() {
    assertThatThrownBy(
            () -> IrParser.parse(HEAD.replace("P:", "P(Base):") + "        pass", "k.py"))
        .hasMessageContaining("k.py:2:9: A program has no base class")
        .hasMessageContaining("hint: write class P:");
  }

  @Test
  void signaturesSeeTheConstantsOfTheirClass() {
    String text =
        """
        N = 4
        @pl.program
        class P:
            N = 64
            SHAPE = N * 2
            @pl.function
            def f(self, x: pl.Tensor[[N, SHAPE], pl.FP32]):
                return x
        """;

    assertThat(IrPrinter.print((Program) IrParser.parse(text, "k.py")))
        .contains("x: pl.Tensor[[64, 128], pl.FP32]");
  }
}
