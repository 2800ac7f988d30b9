package io.pto4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files and paths that are not what a command needs. */
class HostileInputTest {
  private static final String GOOD =
      """
      @pl.function
      def f(n: pl.Scalar[pl.INDEX]):
          return n
      """;

  @TempDir private Path directory;
  private Path good;

  @BeforeEach
  void writeAProgram() throws IOException {
    good = Files.writeString(directory.resolve("good.py"), GOOD);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static void fails(CommandRun run, String message) {
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEqualTo(message + System.lineSeparator());
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"print", "verify", "passes"})
  void whatCannotBeReadIsNamed(String command) throws IOException {
    fails(CommandRun.of(command, path("missing.py")), path("missing.py") + ": no such file");
    fails(
        CommandRun.of(command, directory.toString()),
        directory + ": cannot be read: Is a directory");
    Path other = Files.writeString(directory.resolve("good.txt"), GOOD);
    fails(
        CommandRun.of(command, other.toString()),
        other + ": the name must end in .py or in .msgpack");
  }

  @Test
  void damagedFilesAreNamed() throws IOException {
    Path whole = directory.resolve("whole.msgpack");
    CommandRun.of("convert", good.toString(), whole.toString());
    byte[] content = Files.readAllBytes(whole);
    Path part = directory.resolve("part.msgpack");
    for (int length = 0; length < content.length; length += 41) {
      Files.write(part, Arrays.copyOf(content, length));
      CommandRun run = CommandRun.of("print", part.toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith(part + ": not a serialised program: ");
    }
    for (int i = 0; i < content.length; i += 37) {
      byte[] changed = content.clone();
      changed[i] ^= 0x55;
      Files.write(part, changed);
      CommandRun run = CommandRun.of("roundtrip", part.toString());
      assertThat(run.out()).doesNotContain("internalError");
    }
    Path empty = Files.writeString(directory.resolve("empty.py"), "");
    assertThat(CommandRun.of("verify", empty.toString()).err())
        .startsWith(empty + ": No @pl.function or @pl.program found");
  }

  @ParameterizedTest
  @CsvSource({
    "folder.py, Is a directory",
    "missing/x.py, there is no such directory",
    "missing/x.msgpack, there is no such directory"
  })
  void whatCannotBeWrittenIsNamed(String target, String reason) throws IOException {
    Files.createDirectory(directory.resolve("folder.py"));
    fails(
        CommandRun.of("convert", good.toString(), path(target)),
        path(target) + ": cannot be written: " + reason);
  }

  @Test
  void aDumpNeedsADirectory() {
    CommandRun run = CommandRun.of("passes", good.toString(), "--dump", good.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).endsWith(": cannot be written: " + good + " is no directory\n");
  }

  @ParameterizedTest
  @CsvSource({
    "print good.py --dialect latin, Invalid value for option '--dialect'",
    "print good.py more, Unmatched argument",
    "print, Missing required parameter",
    "passes good.py --target Ascend9000, unknown target 'Ascend9000'; supported: Ascend910B",
    "passes good.py --verify all, Invalid value for option '--verify'",
    "verify good.py --property Beauty, no verifier of 'Beauty'",
    "frobnicate, Unmatched argument",
    "--frobnicate, Unknown option"
  })
  void aWrongCommandLineIsNamed(String command, String message) {
    CommandRun run = CommandRun.of(command.replace("good.py", good.toString()).split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"print", "verify", "convert", "roundtrip", "passes", "interpret", "ops"})
  void everyCommandHelps(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: pto4j " + command + " ");
  }

  private List<JsonNode> roundTrip(Path path) {
    return CommandRun.of("roundtrip", path.toString())
        .out()
        .lines()
        .map(line -> JsonMapper.builder().build().readTree(line))
        .toList();
  }

  @Test
  void linesAreJsonWhateverTheNamesAre() throws IOException {
    String[] names = {"a\nb.py", "quote\"back\\slash.py", "tab\t\u0001.py", "gr\u00fcn\u6f22.py"};
    Path folder = Files.createDirectory(directory.resolve("names"));
    for (String name : names) {
      Files.writeString(folder.resolve(name), name.startsWith("a") ? GOOD : "wrong \u6f22 " + name);
    }

    CommandRun run = CommandRun.of("roundtrip", folder.toString());

    assertThat(run.out().chars()).allMatch(c -> c < 0x7f);
    List<JsonNode> lines = roundTrip(folder);
    assertThat(lines).hasSize(names.length + 1);
    assertThat(lines.stream().limit(names.length).map(line -> line.get("file").asString()))
        .containsExactlyInAnyOrder(
            Arrays.stream(names)
                .map(name -> folder.resolve(name).toString())
                .toArray(String[]::new));
    assertThat(lines.getLast().get("parsed").asInt()).isEqualTo(1);
  }

  @Test
  void linksAreFollowedWhereTheyAreGiven() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.writeString(folder.resolve("a.py"), GOOD);
    Files.createSymbolicLink(folder.resolve("self"), folder);
    Files.createSymbolicLink(folder.resolve("loop.py"), folder.resolve("loop.py"));
    Files.createSymbolicLink(folder.resolve("other.py"), good);
    Path link = Files.createSymbolicLink(directory.resolve("link"), folder);

    List<JsonNode> lines = roundTrip(link);

    assertThat(lines.stream().limit(3).map(line -> line.get("file").asString()))
        .containsExactly(link + "/a.py", link + "/loop.py", link + "/other.py");
    assertThat(lines.get(1).get("error").asString())
        .startsWith(link + "/loop.py: cannot be read: ");
    assertThat(lines.getLast().toString())
        .isEqualTo("{\"files\":3,\"parsed\":2,\"identical\":2,\"unchanged\":2}");
    assertThat(roundTrip(folder).getLast().get("files").asInt()).isEqualTo(3);
  }

  /** Two halves of a path that the system takes only one by one, whoever asks. */
  @Test
  void aDirectoryThatCannotBeListedIsNamed() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.writeString(folder.resolve("a.py"), GOOD);
    Files.writeString(folder.resolve("z.py"), GOOD);
    String half = ("d".repeat(250) + "/").repeat(10);
    Path upper = Files.createDirectories(folder.resolve(half));
    Path apart = directory.resolve("apart");
    Files.createDirectories(apart.resolve(half));
    Path lower = Files.move(apart, upper.resolve("lower"));
    try {
      List<JsonNode> lines = roundTrip(folder);

      assertThat(lines).hasSize(4);
      assertThat(lines.get(0).get("file").asString()).isEqualTo(folder + "/a.py");
      assertThat(lines.get(1).get("error").asString())
          .startsWith(upper + "/lower/" + "d".repeat(250))
          .endsWith(": cannot be read: File name too long");
      assertThat(lines.get(2).get("file").asString()).isEqualTo(folder + "/z.py");
      assertThat(lines.getLast().toString())
          .isEqualTo("{\"files\":3,\"parsed\":2,\"identical\":2,\"unchanged\":2}");
    } finally {
      Files.move(lower, apart);
    }
  }

  @Test
  void whatMayNotBeReadIsSaidSo() {
    assertThat(ProgramFile.unreadable(good, new AccessDeniedException(good.toString())))
        .hasMessage(good + ": may not be read");
    assertThat(ProgramFile.unwritable(good, new AccessDeniedException(good.toString())))
        .hasMessage(good + ": cannot be written: permission denied");
  }

  @Test
  void outputThatCannotBeWrittenIsAFailure() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    for (String command : new String[] {"print", "roundtrip", "verify"}) {
      CommandLine commandLine = Main.commandLine();
      StringWriter err = new StringWriter();
      commandLine.setErr(new PrintWriter(err, true));

      int exitCode =
          Main.run(commandLine, new PrintWriter(full, false, UTF_8), command, path("good.py"));

      assertThat(exitCode).isEqualTo(1);
      assertThat(err).hasToString("pto4j: the output cannot be written" + System.lineSeparator());
    }
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    assertThat(
            Main.run(Main.commandLine(), new PrintWriter(written, false, UTF_8), "ops", "tile.exp"))
        .isZero();
    assertThat(written.toString(UTF_8)).startsWith("tile.exp: ");
  }

  @Test
  void manyFilesAreReadInOneRun() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("many"));
    for (int i = 0; i < 300; i++) {
      Files.writeString(
          folder.resolve("p%04d.py".formatted(i)), GOOD.replace("def f", "def f" + i));
    }

    List<JsonNode> lines = roundTrip(folder);

    assertThat(lines).hasSize(301);
    assertThat(lines.getLast().get("unchanged").asInt()).isEqualTo(300);
  }
}
