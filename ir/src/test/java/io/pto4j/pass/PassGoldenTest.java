package io.pto4j.pass;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import io.pto4j.compare.IrEquality;
import io.pto4j.ir.Program;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The passes as pairs of texts: {@code passes/<Pass>/<case>.in.py} is the program before and {@code
 * <case>.out.py} the one expected after. A new test is a new pair of files.
 */
class PassGoldenTest {
  private static final String BEFORE = ".in.py";
  private static final String AFTER = ".out.py";

  private static final ImmutableMap<String, Pass> PASSES =
      Pipelines.standard().passes().stream()
          .collect(toImmutableMap(Pass::name, pass -> pass, (first, _) -> first));

  @TestFactory
  Stream<DynamicNode> passGivesTheExpectedProgram() {
    return files("passes").stream().map(name -> dynamicContainer(name, cases(name)));
  }

  private static Stream<DynamicTest> cases(String name) {
    assertThat(PASSES).containsKey(name);
    List<String> files = files("passes/" + name);
    assertThat(files).as(name).isNotEmpty();
    return files.stream()
        .filter(file -> file.endsWith(BEFORE))
        .map(file -> file.substring(0, file.length() - BEFORE.length()))
        .map(test -> dynamicTest(test, () -> check(PASSES.get(name), test)));
  }

  private static void check(Pass pass, String name) {
    Program before = read(pass.name(), name + BEFORE);
    Program expected = read(pass.name(), name + AFTER);
    Program actual = pass.run(before, Ir.CONTEXT);
    IrEquality.difference(actual, expected, true)
        .ifPresent(
            d ->
                fail(
                    "%s/%s: %s%n%nActual:%n%s%n",
                    pass.name(), name, d.message(), IrPrinter.print(actual)));
    RoundTrip.check(actual, "after " + pass.name());
  }

  private static Program read(String pass, String file) {
    String resource = "passes/" + pass + "/" + file;
    try {
      String text = Resources.toString(Resources.getResource(resource), StandardCharsets.UTF_8);
      return IrParser.program(text, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> files(String directory) {
    try (Stream<Path> files = Files.list(Path.of(Resources.getResource(directory).toURI()))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
