package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.compare.IrEquality;
import io.pto4j.ir.Function;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deep texts on a small stack. The sizes are such that work that grows faster than the text would
 * not end in a bearable time.
 */
class DeepTextTest {
  /** What an annotation processor has to do with on a thread of a build tool. */
  private static final long SMALL_STACK = 512 << 10;

  private static final int DEEP = 5_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "n - (    | n | )",
        "1 + (    | n | )",
        "1 + (    | 1 | )",
        "\"- \"   | n | \"\"",
        "\"- \"   | 1 | \"\"",
        "~        | n | \"\"",
        "\"not \" | b | \"\"",
        "(        | n | )",
        "\"n ** \"| n | \"\"",
        "(        | n | \" + n)\"",
        "(1 +     | n | + 1)",
        "max(n,   | n | )",
        "pl.cast( | n | \", pl.INDEX)\"",
      })
  void deepExpressionsAreReadAndReadBack(String before, String inner, String after)
      throws Exception {
    Function read = read("x = " + before.repeat(DEEP) + inner + after.repeat(DEEP));

    assertThat(onSmallStack(() -> IrEquality.equal(read, parse(IrPrinter.print(read))))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"not ", "True and (", "True or ("})
  void deepConditionsAreKnown(String before) throws Exception {
    String after = before.endsWith("(") ? ")".repeat(DEEP) : "";

    assertThat(read("pl.static_assert(" + before.repeat(DEEP) + "True" + after + ")")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if b:",
        "while b:",
        "for i in pl.range(4):",
        "with pl.cluster():",
        "with pl.at(level=pl.Level.CORE_GROUP):"
      })
  void deepStatementsAreRead(String head) throws Exception {
    assertThat(read(nested(head, 2_000))).isNotNull();
  }

  @Test
  void manyBranchesAreRead() throws Exception {
    assertThat(read(branches(9_000, i -> "x" + i + " = n") + "y = x0\n")).isNotNull();
    assertThat(read(branches(9_000, _ -> "x = n"))).isNotNull();
  }

  @Test
  void tooDeepStatementsAreRefused() {
    assertThatThrownBy(() -> read(nested("if b:", 5_100) + "y = = n\n"))
        .isInstanceOf(ParseException.class)
        .hasMessageStartingWith("t.py:5003:5002: Statements nested deeper than 5000 levels")
        .hasMessageContaining("hint: nest them less deep")
        .hasMessageContaining("t.py:5104:6: Expected an expression but found '='");
  }

  @Test
  void tooManyBranchesAreRefused() {
    assertThatThrownBy(() -> read(branches(10_100, _ -> "x = n")))
        .isInstanceOf(ParseException.class)
        .hasMessageStartingWith("t.py:20001:2: nested deeper than 10000 levels");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "(        | n | )      | 20006 | nested deeper than 20000 levels",
        "\"- \"   | n | \"\"   | 40006 | nested deeper than 20000 levels",
        "[        | n | ]      | 20006 | nested deeper than 20000 levels",
        "n(       | n | )      | 40006 | nested deeper than 20000 levels",
        "\"\"     | n | [0]    | 60007 | more than 20000 parts in a row of dots, indices and calls",
        "\"\"     | n | .a     | 40007 | more than 20000 parts in a row of dots, indices and calls",
      })
  void tooDeepExpressionsAreRefused(
      String before, String inner, String after, int column, String message) {
    assertThatThrownBy(() -> read("x = " + before.repeat(21_000) + inner + after.repeat(21_000)))
        .isInstanceOf(ParseException.class)
        .hasMessageStartingWith("t.py:3:" + column + ": " + message);
  }

  @Test
  void tooDeepTypesAreRefused() {
    String type = "pl.Tuple[".repeat(3_000) + "pl.INDEX" + "]".repeat(3_000);

    assertThatThrownBy(() -> read("x: " + type + " = n"))
        .isInstanceOf(ParseException.class)
        .hasMessageStartingWith("t.py:3:9005: nested deeper than 1000 levels");
  }

  private static String nested(String head, int levels) {
    return IntStream.range(0, levels)
            .mapToObj(i -> " ".repeat(i) + head + "\n")
            .collect(Collectors.joining())
        + " ".repeat(levels)
        + "x = n\n";
  }

  private static String branches(int count, IntFunction<String> body) {
    return IntStream.range(0, count)
        .mapToObj(i -> (i == 0 ? "if" : "elif") + " n < " + i + ":\n " + body.apply(i) + "\n")
        .collect(Collectors.joining());
  }

  private static Function read(String statements) throws Exception {
    String text =
        "@pl.function\ndef f(n: pl.Scalar[pl.INDEX], b: pl.Scalar[pl.BOOL]):\n"
            + statements.lines().map(line -> " " + line + "\n").collect(Collectors.joining());
    return onSmallStack(() -> parse(text));
  }

  private static Function parse(String text) {
    return (Function) IrParser.parse(text, "t.py");
  }

  private static <T> T onSmallStack(Callable<T> task) throws Exception {
    FutureTask<T> whole = new FutureTask<>(task);
    new Thread(null, whole, "small stack", SMALL_STACK).start();
    try {
      return whole.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case null, default -> throw new AssertionError(e);
      }
    }
  }
}
