package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.analysis.IrEquality;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProgramCommandsTest {
  private static final String SUCCESSOR =
      """
      @pl.program
      class Counting:
          @pl.function(type=pl.FunctionType.Orchestration)
          def successor(n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
              following: pl.Scalar[pl.INDEX] = n + 1
              return following
      """;
  private static final String UNDEFINED = SUCCESSOR.replace("= n + 1", "= m + 1");
  private static final String BREAK =
      SUCCESSOR.replace("return following", "break\n        return following");

  @TempDir private Path directory;
  private Path text;

  @BeforeEach
  void writeTheProgram() throws IOException {
    text = file("counting.py", SUCCESSOR);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  @Test
  void textIsPrintedInItsFullForm() {
    CommandRun run = CommandRun.of("print", text.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out().stripTrailing())
        .isEqualTo(IrPrinter.print(IrParser.program(SUCCESSOR, "counting.py")));
  }

  @Test
  void aMistakeInTextIsShownAtItsPlace() throws IOException {
    Path wrong = file("wrong.py", UNDEFINED);

    CommandRun run = CommandRun.of("print", wrong.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith(wrong + ":5:").contains("= m + 1", "^");
  }

  @Test
  void convertsToBinaryAndBack() throws IOException {
    Path binary = directory.resolve("counting.msgpack");
    Path back = directory.resolve("back.py");

    assertThat(CommandRun.of("convert", text.toString(), binary.toString()).err()).isEmpty();
    assertThat(CommandRun.of("convert", binary.toString(), back.toString()).err()).isEmpty();

    var program = IrReader.read(Files.readAllBytes(binary));
    assertThat(IrEquality.difference(program, IrParser.program(SUCCESSOR, "counting.py"), true))
        .isEmpty();
    assertThat(Files.readString(back)).isEqualTo(IrPrinter.print(program) + "\n");
  }

  @Test
  void convertNeedsToKnowTheForm() {
    CommandRun run = CommandRun.of("convert", text.toString(), directory.resolve("x").toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().strip()).endsWith("x: the name must end in .py or in .msgpack");
  }

  @Test
  void textThatIsNotUtf8IsNamed() throws IOException {
    Path wrong =
        Files.write(
            directory.resolve("latin.py"),
            "# gr\u00fcn".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));

    CommandRun run = CommandRun.of("print", wrong.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().strip()).isEqualTo(wrong + ": is not UTF-8 text");
  }

  @Test
  void aGoodProgramVerifies() {
    CommandRun run = CommandRun.of("verify", text.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Total diagnostics: 0 (0 errors, 0 warnings)", "PASSED");
  }

  @Test
  void aBadProgramDoesNotVerify() throws IOException {
    Path wrong = file("wrong.py", BREAK);

    CommandRun run = CommandRun.of("verify", wrong.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("BreakContinue", wrong + ":6:", "FAILED");
  }

  @Test
  void propertiesCanBeChosen() throws IOException {
    Path twice =
        file(
            "twice.py",
            SUCCESSOR.replace(
                "return following",
                "following: pl.Scalar[pl.INDEX] = 2\n        return following"));

    assertThat(CommandRun.of("verify", twice.toString()).exitCode()).isZero();
    CommandRun run = CommandRun.of("verify", twice.toString(), "--property", "SSAForm");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("following");
  }

  @Test
  void anUnknownPropertyIsAMistakeOfTheCommandLine() {
    CommandRun run = CommandRun.of("verify", text.toString(), "--property", "Beauty");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no verifier of 'Beauty'", "SSAForm");
  }

  @Test
  void roundTripReportsEveryFileAndTheTotals() throws IOException {
    Path binary = directory.resolve("a.msgpack");
    CommandRun.of("convert", text.toString(), binary.toString());
    Path wrong = file("d.py", UNDEFINED);
    file("ignored.txt", "no program");

    CommandRun run = CommandRun.of("roundtrip", directory.toString());

    JsonNode[] lines =
        run.out()
            .lines()
            .map(line -> JsonMapper.builder().build().readTree(line))
            .toArray(JsonNode[]::new);
    assertThat(Arrays.stream(lines).limit(3).map(line -> line.get("file").asString()))
        .containsExactly(binary.toString(), text.toString(), wrong.toString());
    assertThat(lines[0].get("identical").asBoolean()).isTrue();
    assertThat(lines[1].get("parsed").asBoolean()).isTrue();
    assertThat(lines[1].get("identical").asBoolean()).isFalse();
    assertThat(lines[1].get("textEqual").asBoolean()).isTrue();
    assertThat(lines[1].get("binaryEqual").asBoolean()).isTrue();
    assertThat(lines[2].get("parsed").asBoolean()).isFalse();
    assertThat(lines[2].get("error").asString()).startsWith(wrong + ":5:");
    assertThat(lines[3].toString())
        .isEqualTo("{\"files\":3,\"parsed\":2,\"identical\":1,\"unchanged\":2}");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void printedTextIsIdenticalInItsDialect() throws IOException {
    for (String dialect : new String[] {"seed", "ecosystem"}) {
      String printed = CommandRun.of("print", text.toString(), "--dialect", dialect).out();
      Path file = Files.write(directory.resolve(dialect + ".py"), printed.getBytes(UTF_8));

      assertThat(CommandRun.of("roundtrip", file.toString()).out())
          .contains("\"identical\":true", "\"unchanged\":1");
    }
  }
}
