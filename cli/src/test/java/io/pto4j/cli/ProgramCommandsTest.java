package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.compare.IrEquality;
import io.pto4j.runtime.HostTensor;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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

  /** A kernel in a kernel. */
  private static final String NESTED =
      SUCCESSOR.replace(
          "return following",
          """
          with pl.at(level=pl.Level.CORE_GROUP):
                      with pl.at(level=pl.Level.CORE_GROUP):
                          pass
                  return following""");

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

  /** What a text says while it is read belongs neither to the program nor to the report. */
  @ParameterizedTest
  @ValueSource(strings = {"print", "verify", "roundtrip"})
  void whatATextSaysGoesToTheErrorStream(String command) throws IOException {
    Path talking =
        file(
            "talking.py",
            SUCCESSOR.replace(
                "return following",
                "pl.static_print(f\"n is {n}\", following)\n        return following"));

    CommandRun run = CommandRun.of(command, talking.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "static_print [%s:6]: n is n: pl.Scalar[pl.INDEX] following: pl.Scalar[pl.INDEX]%n"
                .formatted(talking));
    assertThat(run.out()).doesNotContain("static_print");
  }

  @Test
  void aGoodProgramVerifies() {
    CommandRun run = CommandRun.of("verify", text.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Total diagnostics: 0 (0 errors, 0 warnings)", "PASSED");
  }

  @Test
  void aBadProgramDoesNotVerify() throws IOException {
    Path wrong = file("wrong.py", NESTED);

    CommandRun run = CommandRun.of("verify", wrong.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("NoNestedInCore", wrong + ":7:", "FAILED");
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
    assertThat(CommandRun.of("verify", twice.toString(), "--property", "structural,default").out())
        .contains("SSAVerify", "In function 'successor':");
    assertThat(CommandRun.of("verify", twice.toString(), "--property", "structural").exitCode())
        .isZero();
  }

  @Test
  void anUnknownPropertyIsAMistakeOfTheCommandLine() {
    CommandRun run = CommandRun.of("verify", text.toString(), "--property", "Beauty");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no verifier of 'Beauty'", "SSAForm");
  }

  @Test
  void roundTripNamesTheFirstByteThatIsWrittenDifferently() throws IOException {
    Path binary = directory.resolve("a.msgpack");
    CommandRun.of("convert", text.toString(), binary.toString());
    String bytes = Files.readString(binary, ISO_8859_1);
    int number = bytes.lastIndexOf("\u00a2id\0") + 3;
    // zero, in two bytes instead of one
    Files.writeString(
        binary, bytes.substring(0, number) + "\u00cc" + bytes.substring(number), ISO_8859_1);

    assertThat(CommandRun.of("roundtrip", binary.toString()).out())
        .contains("\"identical\":false,\"firstDifference\":{\"byte\":" + number + "}")
        .contains("\"unchanged\":1}");
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
    JsonNode difference = lines[1].get("firstDifference");
    assertThat(difference.get("line").asInt()).isEqualTo(1);
    assertThat(difference.get("given").asString())
        .isEqualTo(Files.readAllLines(text).getFirst())
        .isNotEqualTo(difference.get("written").asString());
    assertThat(difference.get("written").asString()).startsWith("# pypto.program");
    assertThat(lines[0].has("firstDifference")).isFalse();
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

  private static final String DOUBLING =
      """
      @pl.program
      class Doubling:
          @pl.function(type=pl.FunctionType.InCore)
          def double(x: pl.Tensor[[8, 8], pl.FP32], k: pl.Scalar[pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]) -> pl.Tensor[[8, 8], pl.FP32]:
              t: pl.Tile[[8, 8], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [8, 8], [8, 8], target_memory=pl.Mem.Vec)
              y: pl.Tensor[[8, 8], pl.FP32] = pl.tile.store(pl.tile.muls(t, k), [0, 0], y)
              return y
      """;

  @Test
  void passesAreListedAndValidated() throws IOException {
    Path program = file("doubling.py", DOUBLING);
    Path dump = directory.resolve("dump");

    CommandRun run =
        CommandRun.of("passes", program.toString(), "--validate", "--dump", dump.toString());

    assertThat(run.err().lines()).allMatch(line -> line.startsWith("[perf_hint PH001]")).hasSize(2);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("\\d\\d ConvertToSSA +changed")
        .containsPattern("[1-9]\\d* runs compared, all equal");
    assertThat(dump.resolve("00_frontend.py")).exists();
  }

  @Test
  void aFunctionIsInterpreted() throws IOException {
    Path program = file("doubling.py", DOUBLING);
    Path input = directory.resolve("x.npy");
    float[] x = new float[64];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    HostTensor.of(x, 8, 8).save(input);
    Path out = directory.resolve("out");
    String[] command = {
      "interpret",
      program.toString(),
      "--entry",
      "double",
      "--in",
      "x=" + input,
      "--scalar",
      "k=0.5",
      "--out",
      out.toString()
    };

    CommandRun run = CommandRun.of(command);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().strip()).isEqualTo(out.resolve("y.npy").toString());
    HostTensor<?> y = HostTensor.load(out.resolve("y.npy"));
    assertThat(y.shape()).containsExactly(8L, 8L);
    assertThat(y.doubleAt(63)).isEqualTo(31.5);
  }

  @Test
  void aMissingDependencyShowsInARandomOrder() throws IOException {
    Path program =
        file(
            "chain.py",
            """
            @pl.program
            class Chain:
                @pl.function(type=pl.FunctionType.InCore)
                def plus(x: pl.Tensor[[2, 4], pl.FP32], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]) -> pl.Tensor[[2, 4], pl.FP32]:
                    y = pl.store(pl.add(pl.load(x, [0, 0], [2, 4]), 1.0), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(x: pl.Tensor[[2, 4], pl.FP32], t: pl.InOut[pl.Tensor[[2, 4], pl.FP32]], y: pl.Out[pl.Tensor[[2, 4], pl.FP32]]):
                    with pl.manual_scope():
                        t, first = pl.submit(self.plus, x, t)
                        y, second = pl.submit(self.plus, t, y)
                    return y
            """);
    Path zeros = directory.resolve("zeros.npy");
    HostTensor.of(new float[8], 2, 4).save(zeros);
    String given = " --entry main --in x=" + zeros + " --in t=" + zeros;
    Set<Double> results = new TreeSet<>();
    for (int seed = 0; seed < 20; seed++) {
      Path out = directory.resolve("order" + seed);
      String command = "interpret " + program + given + " --out " + out + " --random-order " + seed;
      assertThat(CommandRun.of(command.split(" ")).err()).isEmpty();
      results.add(HostTensor.load(out.resolve("y.npy")).doubleAt(0));
    }

    assertThat(results).containsExactly(1.0, 2.0);
  }

  @Test
  void wrongArgumentsOfAFunctionAreNamed() throws IOException {
    Path program = file("doubling.py", DOUBLING);
    Path missing = directory.resolve("missing.npy");
    Path small = directory.resolve("small.npy");
    HostTensor.of(new float[8], 1, 8).save(small);
    Object[][] cases = {
      {"", "parameter 'x' is read: give --in x=FILE"},
      {"--in x=" + missing, missing.toString()},
      {"--in x=" + small, "parameter 'k' is missing: give --scalar k=NUMBER"},
      {"--in x=" + small + " --scalar k=two", "'two' is no such number"},
      {"--in z=" + small, "'double' has no parameter 'z'; there are x, k, y"},
      {"--in x=" + small + " --scalar k=1", "has extent 8 in dimension 0, but the argument has 1"}
    };
    for (Object[] c : cases) {
      String options = "interpret " + program + " --entry double --out " + directory + " " + c[0];
      CommandRun run = CommandRun.of(options.strip().split(" "));

      assertThat(run.exitCode()).as(options).isEqualTo(1);
      assertThat(run.err()).as(options).contains((String) c[1]).doesNotContain("\tat ");
    }
    CommandRun run =
        CommandRun.of("interpret", program.toString(), "--entry", "triple", "--out", "x");
    assertThat(run.err()).contains("no function 'triple'; there are double");
  }

  /** An element type and the NumPy type of the file that holds its bits. */
  @ParameterizedTest
  @CsvSource({
    "FP32, <f4",
    "FP16, <f2",
    "BF16, <u2",
    "FP8E4M3FN, |u1",
    "FP8E5M2, |u1",
    "FP8E8M0, |u1",
    "INT8, |i1",
    "INT16, <i2",
    "INT32, <i4",
    "INT64, <i8",
    "UINT8, |u1",
    "UINT16, <u2",
    "UINT32, <u4",
    "UINT64, <i8",
    "BOOL, |b1"
  })
  void everyElementTypeIsInterpreted(String type, String held) throws IOException {
    Path program =
        file(
            "copy.py",
            """
            @pl.program
            class Copy:
                @pl.function(type=pl.FunctionType.InCore)
                def main(x: pl.Tensor[[1, 32], pl.%s], y: pl.Out[pl.Tensor[[1, 32], pl.%s]]) -> pl.Tensor[[1, 32], pl.%s]:
                    y = pl.store(pl.load(x, [0, 0], [1, 32]), [0, 0], y)
                    return y
            """
                .replace("%s", type));
    int bytes = 32 * (held.charAt(2) - '0');
    String header = "{'descr': '%s', 'fortran_order': False, 'shape': (1, 32), }".formatted(held);
    byte[] text = (header + " ".repeat(117 - header.length()) + "\n").getBytes(UTF_8);
    byte[] content = new byte[10 + text.length + bytes];
    System.arraycopy(
        new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0}, 0, content, 0, 10);
    System.arraycopy(text, 0, content, 10, text.length);
    for (int i = 0; i < bytes; i++) {
      // truth values are 0 and 1; no bits of the others are those of a NaN
      content[10 + text.length + i] = (byte) (type.equals("BOOL") ? i % 2 : i % 60 + 1);
    }
    Path input = directory.resolve("x.npy");
    Files.write(input, content);
    Path out = directory.resolve("out");

    CommandRun run =
        CommandRun.of(
            ("interpret " + program + " --entry main --in x=" + input + " --out " + out)
                .split(" "));

    assertThat(run.err()).isEmpty();
    assertThat(Files.readAllBytes(out.resolve("y.npy"))).isEqualTo(content);
  }

  @Test
  void aTensorThatNoHostTypeHoldsIsNamed() throws IOException {
    Path program =
        file(
            "eighths.py",
            """
            @pl.function
            def f(x: pl.Tensor[[8, 8], pl.FP4], n: pl.Scalar[pl.INDEX]):
                return n
            """);

    CommandRun run = CommandRun.of("interpret", program.toString(), "--entry", "f", "--out", "x");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("parameter 'x': tensors of type fp4 cannot be given");
  }

  @Test
  void dumpsAreWrittenAlsoWhenAPassFails() throws IOException {
    Path program = file("large.py", DOUBLING.replace("8, 8", "512, 512"));
    Path dump = directory.resolve("dump");

    CommandRun run = CommandRun.of("passes", program.toString(), "--dump", dump.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isNotBlank().doesNotContain("\tat ");
    assertThat(dump.resolve("00_frontend.py")).exists();
  }

  @Test
  void aMistakeThatAPassFindsIsShownAtItsPlace() throws IOException {
    Path program =
        file(
            "split.py",
            """
            @pl.program
            class Split:
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
                    with pl.at(level=pl.Level.CORE_GROUP):
                        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
                            y[:] = pl.exp(x)
                    return y
            """);

    CommandRun run = CommandRun.of("passes", program.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            """
            %s:6:13: a region divided between the vector cores (pl.split_aiv) is not supported
              hint: leave the region out: one vector core then executes its statements
            """
                .formatted(program));
  }

  @Test
  void everyMistakeInTheInputIsShown() throws IOException {
    Path program =
        file(
            "nested.py",
            NESTED.replace(
                "= n + 1",
                "= n + 1\n        for k in pl.pipeline(0, n, stage=2):\n            pass"));
    Path twice =
        file(
            "twice.py",
            Files.readString(program).replace("class Counting:", "class Counting:\n")
                + NESTED
                    .substring(NESTED.indexOf("    @pl.function"))
                    .replace("successor", "other"));

    CommandRun run = CommandRun.of("passes", twice.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .hasSize(2)
        .allMatch(line -> line.matches(".*twice\\.py:\\d+:\\d+: Nested InCore scope detected.*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "basic", "roundtrip", "FULL"})
  void passesAreVerifiedAsMuchAsWanted(String level) throws IOException {
    Path program = file("doubling.py", DOUBLING);

    CommandRun run = CommandRun.of("passes", program.toString(), "--verify", level);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err().isEmpty()).isEqualTo(level.equals("none"));
  }
}
