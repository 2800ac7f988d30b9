package io.pto4j.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page in {@code docs} is the table; {@code -Dpto4j.update=true} writes it anew. */
class OperatorReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "operators.md");

  @Test
  void documentationMatchesTheTable() throws IOException {
    String page = OperatorReference.markdown();
    if (Boolean.getBoolean("pto4j.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }
}
