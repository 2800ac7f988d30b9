package io.pto4j.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.runtime.ProgramPackage;
import io.pto4j.serial.IrReader;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The IR and the emitted text of every sample, held against files; white space at the ends of lines
 * does not count. After a wanted change, {@code -Dpto4j.update=true} writes the files anew.
 */
class GoldenArtifactsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  static List<Sample> samples() {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void artifactsAreAsRecorded(Sample sample) throws IOException {
    Path directory = GOLDEN.resolve(sample.name());
    Map<String, String> actual = artifacts(sample.program());
    if (Boolean.getBoolean("pto4j.update")) {
      for (Map.Entry<String, String> file : actual.entrySet()) {
        Path path = directory.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
      }
    }
    assertThat(recorded(directory)).containsExactlyInAnyOrderElementsOf(actual.keySet());
    for (Map.Entry<String, String> file : actual.entrySet()) {
      assertThat(lines(file.getValue()))
          .as(file.getKey())
          .isEqualTo(lines(Files.readString(directory.resolve(file.getKey()))));
    }
  }

  private static List<String> recorded(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> directory.relativize(f).toString().replace('\\', '/'))
          .toList();
    }
  }

  private static Map<String, String> artifacts(Class<?> program) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    String manifest = new String(bytes(program, ProgramPackage.MANIFEST), UTF_8);
    for (String path : paths(manifest)) {
      byte[] bytes = bytes(program, path);
      if (path.endsWith(".msgpack")) {
        texts.put(path.replace(".msgpack", ".py"), IrPrinter.print(IrReader.read(bytes)));
      } else {
        texts.put(path, new String(bytes, UTF_8));
      }
    }
    return texts;
  }

  /** The files that the manifest has hashes of. */
  private static List<String> paths(String manifest) {
    List<String> paths = new ArrayList<>();
    manifest
        .lines()
        .dropWhile(line -> !line.contains("\"sha256\""))
        .skip(1)
        .takeWhile(line -> line.contains(":"))
        .forEach(line -> paths.add(line.substring(line.indexOf('"') + 1, line.indexOf("\":"))));
    return paths;
  }

  private static byte[] bytes(Class<?> program, String path) throws IOException {
    String name = "/" + ProgramPackage.ROOT + program.getName() + "/" + path;
    try (InputStream in = program.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return in.readAllBytes();
    }
  }

  private static String lines(String text) {
    return String.join("\n", text.lines().map(String::stripTrailing).toList());
  }
}
