package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The page in {@code docs} is what the code says; {@code -Dpto4j.update=true} writes it anew. */
class IrReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "ir.md");

  @Test
  void documentationMatchesTheCode() throws IOException {
    String page = IrReference.markdown();
    if (Boolean.getBoolean("pto4j.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  @Test
  void testsThatAreNamedExist() {
    assertThat(IrReference.COVERS)
        .allSatisfy(
            cover ->
                assertThat(Arrays.stream(Class.forName(cover.testClass()).getDeclaredMethods()))
                    .anyMatch(m -> m.getName().equals(cover.method())));
  }
}
