package io.pto4j.pass;

import static org.assertj.core.api.Assertions.fail;

import com.google.common.io.Resources;
import io.pto4j.analysis.IrEquality;
import io.pto4j.ir.Program;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests of passes as pairs of texts: {@code passes/<Pass>/<case>.in.py} is the program before and
 * {@code <case>.out.py} the one expected after. A new test is a new pair of files. A test class
 * returns {@link #tests} from a method annotated with {@code @TestFactory}.
 */
public final class PassGolden {
  private static final String BEFORE = ".in.py";
  private static final String AFTER = ".out.py";

  private PassGolden() {}

  /** One test for each pair of texts of {@code pass}, which runs for {@link Ir#CONTEXT}. */
  public static Stream<DynamicTest> tests(Pass pass) {
    return tests(pass, Ir.CONTEXT);
  }

  /** One test for each pair of texts of {@code pass}. */
  public static Stream<DynamicTest> tests(Pass pass, PassContext context) {
    List<String> cases = cases(pass.name());
    if (cases.isEmpty()) {
      throw new IllegalStateException("no " + BEFORE + " files in passes/" + pass.name());
    }
    return cases.stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> check(pass, context, name)));
  }

  /** Runs {@code pass} on the text of a case and compares with what is expected. */
  public static void check(Pass pass, PassContext context, String name) {
    Program before = read(pass.name(), name + BEFORE);
    Program expected = read(pass.name(), name + AFTER);
    Program actual = pass.run(before, context);
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

  private static List<String> cases(String pass) {
    URL directory = Resources.getResource("passes/" + pass);
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(BEFORE))
          .map(file -> file.substring(0, file.length() - BEFORE.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
