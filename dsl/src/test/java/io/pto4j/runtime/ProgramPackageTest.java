package io.pto4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramPackageTest {

  @TempDir Path classes;
  private Path root;

  @BeforeEach
  void writeArtifacts() throws IOException {
    root = classes.resolve("META-INF/pto4j/a.b.Softmax");
    Files.createDirectories(root.resolve("ptoas"));
    Files.writeString(root.resolve("manifest.json"), "{}");
    Files.writeString(root.resolve("ptoas/main.pto"), "module {}");
  }

  @Test
  void artifactsAreReadFromADirectory() {
    ProgramPackage program = ProgramPackage.directory(root);

    assertThat(program.name()).isEqualTo("a.b.Softmax");
    assertThat(program.text("ptoas/main.pto")).isEqualTo("module {}");
    assertThat(program.find("final.msgpack")).isEmpty();
    assertThatThrownBy(() -> program.bytes("final.msgpack"))
        .isInstanceOf(ProgramLoadException.class)
        .hasMessageContaining("final.msgpack is missing");
  }

  @Test
  void artifactsAreReadFromTheClassPath() throws IOException {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      ProgramPackage program = ProgramPackage.of(loader, "a.b.Softmax");

      assertThat(program.text("ptoas/main.pto")).isEqualTo("module {}");
      assertThat(program.location()).contains("META-INF/pto4j/a.b.Softmax/");
    }
  }

  @Test
  void aClassThatWasNotCompiledWithTheProcessorIsReported() {
    assertThatThrownBy(() -> ProgramPackage.of(ProgramPackageTest.class))
        .isInstanceOf(ProgramLoadException.class)
        .hasMessageContaining(ProgramPackageTest.class.getName())
        .hasMessageContaining("annotation processor");
    assertThatThrownBy(() -> ProgramPackage.directory(classes))
        .hasMessageContaining("manifest.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../x", "/etc/passwd", "a//b", "a/./b", "a\\b", "C:x", "ptoas/"})
  void pathsStayInsideOfThePackage(String path) {
    ProgramPackage program = ProgramPackage.directory(root);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> program.find(path))
        .withMessageContaining("'" + path + "'");
  }
}
