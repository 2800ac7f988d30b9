package io.pto4j.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of the README is code that is compiled and tested. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "src/main/java/com/example/GatedUnit.java",
        "src/test/java/com/example/GatedUnitTest.java"
      })
  void theProjectInTheReadmeIsTheConsumerProject(String file) throws IOException {
    assertThat(read("README.md")).contains(read("samples/consumer/" + file));
  }

  @Test
  void theKernelOnTopIsASample() throws IOException {
    String source = read("samples/src/main/java/io/pto4j/samples/VectorAdd.java");

    assertThat(read("README.md")).contains(source.substring(source.indexOf("/**")));
  }
}
