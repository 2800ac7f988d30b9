package io.pto4j.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import io.pto4j.ir.IrNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts as their authors have them: a program in a module of Python. */
class OrdinaryPythonTest {
  private static final String PROGRAM =
      """
      @pl.program
      class P:
          @pl.function
          def main(self, n: pl.Scalar[pl.INDEX]):
              m = n + N
              return m
      """;

  private static IrNode read(String text) {
    return IrParser.parse(text, "k.py");
  }

  @Test
  void codeBesideAProgramIsNotRead() throws IOException {
    String module = Resources.toString(Resources.getResource("text/module.py"), UTF_8);
    String alone = IrPrinter.print(read("N = 64\n" + PROGRAM));

    assertThat(IrPrinter.print(read(module))).isEqualTo(alone);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "len(SIZES)            | 3",
        "sum(SIZES)            | 56",
        "sum([])               | 0",
        "min(SIZES)            | 8",
        "max(3, 9, 7)          | 9",
        "SIZES[-1]             | 32",
        "abs(-16)              | 16",
        "int(-2.9)             | -2",
        "int(7)                | 7",
        "round(2.5)            | 2",
        "round(3.5)            | 4",
        "pow(2, 10)            | 1024",
        "math.ceil(100 / 3)    | 34",
        "math.floor(-0.5)      | -1",
        "math.trunc(2.7)       | 2",
        "math.gcd(48, -36)     | 12",
        "math.prod(SIZES)      | 4096",
        "int(math.sqrt(4096))  | 64",
        "int(math.log2(2**40)) | 40",
        "int(math.log2(8) * 2) | 6",
        "int(math.log10(1000)) | 3",
        "int(math.pow(2, 3.0)) | 8",
        "int(math.exp(0))      | 1",
        "int(math.log(1))      | 0",
        "int(float(5) / 2)     | 2",
      })
  void constantsAreMadeWithFunctionsOfPython(String value, long expected) {
    String constants = "import math\nSIZES = [16, 8, 32]\n";

    assertThat(IrPrinter.print(read(constants + "N = " + value + "\n" + PROGRAM)))
        .isEqualTo(IrPrinter.print(read("N = " + expected + "\n" + PROGRAM)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "math.sqrt(-1)          | math domain error",
        "math.log(0)            | math domain error",
        "int(float('inf'))      | no integer is Infinity",
        "round(1e30)            | Overflow",
        "sum([2**62, 2**62])    | long overflow",
        "abs(-9223372036854775808) | Overflow to represent absolute value",
      })
  void aConstantThatPythonOr64BitsDoNotHaveIsAnError(String value, String reason) {
    assertThatThrownBy(() -> read("import math\nN = " + value + "\n" + PROGRAM))
        .isInstanceOf(ParseException.class)
        .hasMessageContaining("k.py:2:")
        .hasMessageContaining("The constant cannot be computed: " + reason);
  }

  @Test
  void aWrongConstantThatIsUsedTwiceIsShownOnce() {
    String text =
        """
        SIZES = {"rows": 16}
        M = SIZES["rows"]
        @pl.function
        def main(a: pl.Tensor[[M, 64], pl.FP32], b: pl.Tensor[[M, 64], pl.FP32]):
            return a
        """;

    assertThatThrownBy(() -> read(text))
        .satisfies(
            e ->
                assertThat(Splitter.on("cannot stand here").splitToList(e.getMessage()))
                    .hasSize(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@other",
        "@other\n",
        "@other\nx = 1\n",
        "@other\nif x:\n    pass\n",
        "@pl.program\nclass P:\n    @pl.function\n    def f(self): return\n    @other\nx = 1\n",
        "@pl.program\nclass P:\n    @other\n",
      })
  void aDecoratorWithoutDefinitionIsAnError(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(ParseException.class);
  }

  @Test
  void aStringIsNoKeyword() {
    String text = "if n:\n    pass\n\"else\"\n\"if\"[0] + 1\n" + PROGRAM;

    assertThat(IrPrinter.print(read("N = 64\n" + text)))
        .isEqualTo(IrPrinter.print(read("N = 64\n" + PROGRAM)));
  }

  @ParameterizedTest
  @CsvSource({
    "@pl.functon, did you mean @pl.function?",
    "@pl.progam, did you mean @pl.program?",
    "@pl.jit, a class has @pl.program",
    "@tf.function, a class has @pl.program",
  })
  void aWrongDecoratorIsToldWhatItMayMean(String decorator, String hint) {
    String text = decorator + "\ndef f(n: pl.Scalar[pl.INDEX]):\n    return n\n";

    assertThatThrownBy(() -> read(text + (decorator.startsWith("@tf") ? "" : PROGRAM)))
        .hasMessageContaining(hint);
  }

  @Test
  void membersOfAClassThatAreNoFunctionsOfTheProgramAreNotRead() {
    String members =
        """
            X = 4
            Y: int = 3
            if X > 3:
                Y = 4
            class Inner: pass
            def plain(self, n=3): return n ** 2
            @staticmethod
            def other(x): return lambda: x
        """;
    String alone = IrPrinter.print(read("N = 64\n" + PROGRAM));

    assertThat(IrPrinter.print(read("N = 64\n" + PROGRAM + members))).isEqualTo(alone);
  }

  @Test
  void commentsOfTheCodeAreNotThoseOfTheProgram() {
    List<String> said = new ArrayList<>();
    IrNode node =
        IrParser.parse(
            """
            # of the helper
            def helper():
                # in the helper
                return 1  # beside
            @pl.function
            # of the function
            def main(n: pl.Scalar[pl.INDEX]):
                # of the statement
                return n
            """,
            "k.py",
            said::add);

    assertThat(IrPrinter.print(node)).contains("# of the statement").doesNotContain("helper");
    assertThat(said).isEmpty();
  }

  @Test
  void aFunctionAloneNeedsNoDecorator() {
    assertThat(read("def main(n: pl.Scalar[pl.INDEX]):\n    return n\n")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "if A:|    N = 3; 'N' gets its value from ordinary Python in line 1",
        "N = 64|for N in range(3): pass; 'N' gets its value from ordinary Python in line 2",
        "N = 64|N += 1; 'N' gets its value from ordinary Python in line 2",
        "a, N = b; 'N' gets its value from ordinary Python in line 1",
        "N = pl.dynamic(`N`)|[N, a] = b; 'N' gets its value from ordinary Python in line 2",
        "import sizes as N; 'N' gets its value from ordinary Python in line 1",
        "from sizes import A, N; 'N' gets its value from ordinary Python in line 1",
        "try:|    from sizes import N|except E: pass; 'N' gets its value from ordinary Python",
        "with open(x) as N:|    pass; 'N' gets its value from ordinary Python in line 1",
        "N = 4 if A else 5; 'N' gets its value from ordinary Python in line 1",
        "def N():|    return 3; 'N' gets its value from ordinary Python in line 1",
        "N = half(3)|def half(n): return n; 'half' is ordinary Python of line 2"
      })
  void whatOnlyPythonKnowsIsRefusedWhereItIsUsed(String before, String message) {
    String text = before.replace('|', '\n').replace('`', '"') + "\n" + PROGRAM;

    assertThatThrownBy(() -> read(text)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if A:|    N = 3|N = 64",
        "N = 64|def helper():|    N = 3",
        "N = 64|if '__main__' == __name__:|    N = 3",
        "N = 64|print(N)",
        "N = 64|if N > 3: M = N",
        "N = 64|x = {N: 3}.get(N) or [N for i in N]"
      })
  void aConstantStaysOne(String before) {
    assertThat(read(before.replace('|', '\n') + "\n" + PROGRAM)).isNotNull();
  }

  @Test
  void aListThatIsChangedIsNoConstant() {
    String used =
        """
        @pl.function
        def main(a: pl.Tensor[[S[0], 4], pl.FP32]):
            return a
        """;
    assertThat(read("S = [1, 2]\n" + used)).isNotNull();
    for (String change : ImmutableList.of("S[0] = 3", "S.append(3)")) {
      assertThatThrownBy(() -> read("S = [1, 2]\n" + change + "\n" + used))
          .hasMessageContaining("'S' gets its value from ordinary Python in line 2");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "@pl.functon|def f(n): return n; 1:2: '@pl.functon' cannot stand here",
        "@pl.progam|class Q:|    pass; 1:2: '@pl.progam' cannot stand here",
        "@tf.function|def f(n): return n; 1:2: '@tf.function' cannot stand here",
        "import pypto.language as L|@L.functon|def f(n): return n; 2:2: '@pl.functon'",
        "@dataclass|class Q:|    @pl.function|    def f(self): pass; 1:2: '@dataclass' cannot stand"
            + " here",
        "if A:|    @pl.function|    def f(n): return n; 2:5: A program or function within",
        "def g(n) return n; 1:17: Expected ':' at the end but found 'n'",
        "if A|    n = 3; Expected ':' at the end but found 'A'",
        "def f():|    x = 'abc|    y = 3; The string that begins here does not end",
        "def f():|    x = (3|    y = 3; The bracket '(' is never closed",
        "def f():|      x = 3|    y = 3; The indentation fits no enclosing block",
        "dfe f(n):|    return n; 1:5: Expected the end of the line but found 'f'",
        "M = 64 +; 1:9: Expected an expression",
        "clas Q:|    pass; 1:6: Expected the end of the line"
      })
  void mistakesAreNotPassedOver(String before, String message) {
    String text = before.replace('|', '\n') + "\nN = 64\n" + PROGRAM;

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ParseException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aProgramThatIsMadeByAFunctionIsNamed() {
    String nested = "def build(N):\n" + PROGRAM.indent(4) + "    return P\n";

    assertThatThrownBy(() -> read(nested))
        .hasMessageContaining("k.py:2:5: A program or function within other code")
        .hasMessageContaining("hint: move it to the left margin");
    assertThat(read(nested + "N = 64\n" + PROGRAM)).isNotNull();
  }

  @Test
  void aMethodWithoutDecoratorIsNoFunctionOfTheProgram() {
    assertThatThrownBy(
            () -> read(PROGRAM.replace("n + N", "self.half(n)") + "    def half(self): 1"))
        .hasMessageContaining("k.py:5:13: Method 'half' has no @pl.function")
        .hasMessageContaining("hint: write it above line 7");
    assertThatThrownBy(() -> read(PROGRAM.replace("@pl.function", "@pl.functions")))
        .hasMessageContaining("k.py:3:6: '@pl.functions' cannot stand here");
    assertThatThrownBy(() -> read(PROGRAM.replace("@pl.function", "@pl.inline")))
        .hasMessageContaining("k.py:3:6: '@pl.inline' cannot stand here");
    assertThatThrownBy(() -> read(PROGRAM.replace("@pl.program", "@dataclass")))
        .hasMessageContaining("k.py:1:2: '@dataclass' cannot stand here");
  }
}
