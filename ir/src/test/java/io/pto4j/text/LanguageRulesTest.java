package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.IrNode;
import io.pto4j.ir.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The rules of the language one by one. The files in {@code text/rules} hold short texts; behind
 * {@code =>} is what each stands for in the dialect of the ecosystem, or what is wrong with it and
 * where. Statements alone are put into the function of {@code around.py}. {@code
 * -Dpto4j.update=true} writes the second parts anew.
 */
class LanguageRulesTest {
  private static final Path FILES = Path.of("src", "test", "resources", "text", "rules");
  private static final String FILE = "k.py";
  private static final String MAIN = "    def main(";

  /**
   * @param mode what stands around the text: {@code raw} nothing, {@code body} a function, {@code
   *     orch} an orchestration, {@code manual} one with its own scopes, {@code incore} a kernel,
   *     {@code dec} a function with the arguments of its decorator that follow; {@code seed} at the
   *     end says that the ecosystem has no text for all of it
   */
  private record Rule(String name, String mode, String text, String expected) {
    boolean isRaw() {
      return mode.equals("raw");
    }
  }

  @TestFactory
  Stream<DynamicTest> textsMeanWhatTheLanguageSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String file :
        ImmutableList.of(
            "programs",
            "types",
            "names",
            "parts",
            "flow",
            "scopes",
            "launches",
            "comments",
            "places")) {
      Path path = FILES.resolve(file + ".txt");
      if (Boolean.getBoolean("pto4j.update")) {
        Files.writeString(path, updated(rules(Files.readString(path))));
      }
      List<Rule> rules = rules(Files.readString(path));
      rules.forEach(r -> tests.add(dynamicTest(file + ": " + r.name(), () -> check(r))));
    }
    return tests.stream();
  }

  private static void check(Rule rule) throws IOException {
    assertThat(said(rule)).isEqualTo(rule.expected());
    if (!rule.expected().startsWith("! ")) {
      IrNode node = IrParser.parse(whole(rule), FILE);
      isReadBack(node, PrintOptions.seed());
      if (!rule.mode().endsWith("seed")) {
        isReadBack(node, PrintOptions.ecosystem());
      }
    }
  }

  private static void isReadBack(IrNode node, PrintOptions options) {
    String printed = IrPrinter.print(node, options);
    IrNode again = IrParser.parse(printed, FILE);
    IrEquality.assertEqual(node, again, true);
    assertThat(IrPrinter.print(again, options)).isEqualTo(printed);
  }

  /** What the text stands for, or the mistakes in it, and what is said while it is read. */
  private static String said(Rule rule) throws IOException {
    List<String> lines = new ArrayList<>();
    try {
      IrNode node = IrParser.parse(whole(rule), FILE, lines::add);
      lines.add(shown(IrPrinter.print(node, PrintOptions.ecosystem()), rule));
    } catch (ParseException e) {
      lines.clear();
      e.all().forEach(m -> lines.add(mistake(m)));
    }
    return String.join("\n", lines);
  }

  /** The class of a mistake, its place, and the first line of what is said about it. */
  private static String mistake(ParseException e) {
    Span span = e.span();
    String message = e.getMessage().lines().findFirst().orElseThrow();
    int from = message.indexOf(": ") + 2;
    return "! %d:%d %s %s: %s"
        .formatted(
            span.beginLine(),
            span.beginColumn(),
            e.errorClass().text(),
            e.mistake().name(),
            message.substring(from, message.lastIndexOf(" [")));
  }

  private static String shown(String printed, Rule rule) {
    if (rule.isRaw()) {
      return printed;
    }
    String after = printed.substring(printed.indexOf('\n', printed.indexOf(MAIN)) + 1);
    int end = after.indexOf("\n    @pl.");
    return (end < 0 ? after : after.substring(0, end)).stripIndent();
  }

  private static String whole(Rule rule) throws IOException {
    String decorator =
        switch (Splitter.on(' ').splitToList(rule.mode()).getFirst()) {
          case "raw" -> "";
          case "orch" -> "(type=pl.FunctionType.Orchestration)";
          case "manual" -> "(type=pl.FunctionType.Orchestration, auto_scope=False)";
          case "incore" -> "(type=pl.FunctionType.InCore)";
          case "dec" -> rule.mode().substring(4);
          default -> "";
        };
    return rule.isRaw()
        ? rule.text()
        : Files.readString(FILES.resolve("around.py")).replace("@TYPE@", decorator)
            + (rule.mode().startsWith("dec") ? "        return x\n" : "")
            + rule.text().indent(8);
  }

  private static List<Rule> rules(String file) {
    return Splitter.onPattern("(?m)^## ")
        .splitToStream(file)
        .filter(part -> !part.isBlank())
        .map(LanguageRulesTest::rule)
        .toList();
  }

  private static Rule rule(String part) {
    String head = part.substring(0, part.indexOf('\n'));
    int mode = head.indexOf(" @");
    int arrow = part.indexOf("\n=>\n");
    return new Rule(
        mode < 0 ? head : head.substring(0, mode),
        mode < 0 ? "body" : head.substring(mode + 2),
        part.substring(head.length(), arrow).replaceFirst("\n", ""),
        part.substring(arrow + 4).stripTrailing());
  }

  private static String updated(List<Rule> rules) throws IOException {
    List<String> parts = new ArrayList<>();
    for (Rule r : rules) {
      String mode = r.mode().equals("body") ? "" : " @" + r.mode();
      parts.add("## %s%s\n%s\n=>\n%s\n".formatted(r.name(), mode, r.text(), said(r)));
    }
    return parts.stream().collect(Collectors.joining("\n"));
  }
}
