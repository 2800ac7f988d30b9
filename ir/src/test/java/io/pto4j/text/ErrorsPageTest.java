package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The page of mistakes: every mistake that the reader knows is on it, and every example says what
 * the page says. {@code -Dpto4j.update=true} writes the messages anew.
 */
class ErrorsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "errors-text.md");
  private static final Pattern ENTRY =
      Pattern.compile("### (\\w+)\n\n```python\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern AROUND =
      Pattern.compile("at the end of this program:\n\n```python\n(.*?)```\n", Pattern.DOTALL);
  private static final String FILE = "k.py";

  private record Entry(String name, String example, String message) {}

  @TestFactory
  Stream<DynamicTest> examplesSayWhatThePageSays() throws IOException {
    if (Boolean.getBoolean("pto4j.update")) {
      update();
    }
    return entries().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry)));
  }

  private static void check(Entry entry) {
    assertThatThrownBy(() -> read(entry.example()))
        .isInstanceOfSatisfying(
            ParseException.class,
            e -> {
              assertThat(e.mistake().name()).isEqualTo(entry.name());
              assertThat(e.all()).hasSize(1);
              assertThat(e.hint()).isNotEmpty();
              assertThat(lines(e)).isEqualTo(entry.message());
            });
  }

  @Test
  void everyMistakeIsOnThePage() {
    assertThat(entries())
        .extracting(Entry::name)
        .containsExactlyElementsOf(Mistake.all().stream().map(Mistake::name).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void everyClassIsOnThePage() throws IOException {
    for (ErrorClass errorClass : ErrorClass.values()) {
      assertThat(Files.readString(PAGE))
          .contains("| `%s` | %s".formatted(errorClass.text(), errorClass.code()).stripTrailing());
    }
  }

  private static void read(String example) {
    String text =
        example.contains("@pl.") || example.startsWith("N =") ? example : wrapped(example);
    IrParser.parse(text, FILE, line -> {});
    // a text that can be read need not hold a program
    IrParser.program(text, FILE);
  }

  private static String wrapped(String statements) {
    MatchResult around = AROUND.matcher(page()).results().findFirst().orElseThrow();
    return around.group(1) + statements.indent(8);
  }

  private static String lines(ParseException e) {
    return e.getMessage().lines().map(line -> line + "\n").reduce("", String::concat);
  }

  private static List<Entry> entries() {
    return ENTRY
        .matcher(page())
        .results()
        .map(m -> new Entry(m.group(1), m.group(2), m.group(3)))
        .toList();
  }

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void update() throws IOException {
    String updated =
        ENTRY
            .matcher(page())
            .replaceAll(
                m ->
                    Matcher.quoteReplacement(
                        "### %s\n\n```python\n%s```\n\n```text\n%s```\n"
                            .formatted(m.group(1), m.group(2), said(m.group(2)).orElse(""))));
    Files.writeString(PAGE, updated);
  }

  private static Optional<String> said(String example) {
    try {
      read(example);
      return Optional.empty();
    } catch (ParseException e) {
      return Optional.of(lines(e));
    }
  }
}
