package io.pto4j.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Call;
import io.pto4j.ir.Function;
import io.pto4j.ir.GlobalVar;
import io.pto4j.ir.Program;
import io.pto4j.ir.Span;
import io.pto4j.ir.Walk;
import io.pto4j.serial.IrReader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How programs are put together, whatever the order and place of their classes. */
class ProgramsTest {
  private static final String LIBRARY =
      """
      package demo;

      import static io.pto4j.dsl.Pl.*;

      import io.pto4j.dsl.*;

      @Program
      public final class Library {
        @InCore
        static void twice(@Shape({8, 64}) Tensor<FP32> x, @Out @Shape({8, 64}) Tensor<FP32> y) {
          Tile<FP32> t = Pl.load(x, at(0, 0), shape(8, 64));
          Pl.store(Helpers.twice(t), at(0, 0), y);
        }
      }
      """;

  private static final String HELPERS =
      """
      package demo;

      import io.pto4j.dsl.*;

      final class Helpers {
        private Helpers() {}

        @Inline
        static <T extends DType<?>> Tile<T> twice(Tile<T> t) {
          return Pl.add(t, t);
        }
      }
      """;

  private static final String USER =
      """
      package demo;

      import static io.pto4j.dsl.Pl.*;

      import io.pto4j.dsl.*;

      @Program
      public final class User {
        @InCore
        static void negate(@Shape({8, 64}) Tensor<FP32> x, @Out @Shape({8, 64}) Tensor<FP32> y) {
          Pl.store(Pl.neg(Helpers.twice(Pl.load(x, at(0, 0), shape(8, 64)))), at(0, 0), y);
        }

        @Orchestration
        static void main(@Shape({8, 64}) Tensor<FP32> x, @Out @Shape({8, 64}) Tensor<FP32> y) {
          Tensor<FP32> tmp = Pl.createTensor(FP32, 8, 64);
          Library.twice(x, tmp);
          negate(tmp, y);
        }
      }
      """;

  @Test
  void theOrderOfTheFilesDoesNotMatter() {
    List<String> sources = List.of(LIBRARY, HELPERS, USER);
    List<Map<String, byte[]>> results = new ArrayList<>();
    for (List<String> order :
        List.of(sources, sources.reversed(), List.of(USER, LIBRARY, HELPERS))) {
      Compilation compilation = Compiling.compile(order.toArray(String[]::new));
      assertThat(compilation).succeeded();
      results.add(Compiling.artifacts(compilation));
    }

    assertThat(results.getFirst())
        .containsKeys("demo.User/frontend.msgpack", "demo.Library/frontend.msgpack");
    for (Map<String, byte[]> result : results) {
      assertThat(result.keySet()).isEqualTo(results.getFirst().keySet());
      result.forEach(
          (path, bytes) -> assertThat(bytes).as(path).isEqualTo(results.getFirst().get(path)));
    }
  }

  @Test
  void kernelsOfOtherClassesBelongToTheProgram() {
    Program program = Compiling.frontend(Compiling.compile(USER, HELPERS, LIBRARY), "demo.User");

    assertThat(program.functions().keySet()).containsExactly("main", "negate", "twice");
  }

  @Test
  void kernelsOfTheSameNameInAnotherClassAreRenamed() {
    String user = USER.replace("negate", "twice").replace("Pl.neg(", "Pl.abs(");
    Program program = Compiling.frontend(Compiling.compile(user, HELPERS, LIBRARY), "demo.User");

    assertThat(program.functions().keySet()).containsExactly("Library_twice", "main", "twice");
    assertThat(callees(program.functions().get("main"))).containsExactly("Library_twice", "twice");
  }

  @Test
  void kernelsOfCompiledClassesComeFromWhatTheyPublished(@TempDir Path classes) throws IOException {
    write(classes.resolve("src/demo/Library.java"), LIBRARY);
    write(classes.resolve("src/demo/Helpers.java"), HELPERS);
    write(classes.resolve("src/demo/User.java"), USER.replace("Helpers.twice", ""));
    Files.createDirectories(classes.resolve("lib"));
    Files.createDirectories(classes.resolve("out"));
    String dsl = System.getProperty("java.class.path");
    assertThat(
            javac(
                "-Apto4j.hints=false",
                "-d",
                classes.resolve("lib").toString(),
                "-cp",
                dsl,
                classes.resolve("src/demo/Library.java").toString(),
                classes.resolve("src/demo/Helpers.java").toString()))
        .isEmpty();

    String separator = System.getProperty("path.separator");
    assertThat(
            javac(
                "-Apto4j.hints=false",
                "-d",
                classes.resolve("out").toString(),
                "-cp",
                classes.resolve("lib") + separator + dsl,
                classes.resolve("src/demo/User.java").toString()))
        .isEmpty();

    Program program =
        IrReader.read(
            Files.readAllBytes(classes.resolve("out/META-INF/pto4j/demo.User/frontend.msgpack")));
    assertThat(program.functions().keySet()).containsExactly("main", "negate", "twice");
  }

  @Test
  void aHelperOfACompiledClassIsReported(@TempDir Path classes) throws IOException {
    write(classes.resolve("src/demo/Helpers.java"), HELPERS);
    write(classes.resolve("src/demo/Library.java"), LIBRARY);
    Files.createDirectories(classes.resolve("lib"));
    String dsl = System.getProperty("java.class.path");
    javac(
        "-d",
        classes.resolve("lib").toString(),
        "-cp",
        dsl,
        classes.resolve("src/demo/Helpers.java").toString());

    assertThat(
            javac(
                "-d",
                classes.toString(),
                "-cp",
                classes.resolve("lib") + System.getProperty("path.separator") + dsl,
                classes.resolve("src/demo/Library.java").toString()))
        .contains("Library.java:12: error: the helper Helpers.twice comes from a class file");
  }

  @Test
  void nothingIsWrittenAfterAnError(@TempDir Path classes) throws IOException {
    write(
        classes.resolve("src/demo/Library.java"),
        LIBRARY.replace("at(0, 0), shape", "at(8, 0), shape"));
    write(classes.resolve("src/demo/Helpers.java"), HELPERS);
    write(classes.resolve("src/demo/User.java"), USER);
    Files.createDirectories(classes.resolve("out"));

    String output =
        javac(
            "-d",
            classes.resolve("out").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            classes.resolve("src/demo/User.java").toString(),
            classes.resolve("src/demo/Helpers.java").toString(),
            classes.resolve("src/demo/Library.java").toString());

    assertThat(output).contains("Library.java:11: error: tile.load");
    assertThat(classes.resolve("out/META-INF")).doesNotExist();
    assertThat(classes.resolve("out/demo/Library.class")).doesNotExist();
  }

  @Test
  void twoCompilationsGiveTheSameBytes() {
    Map<String, byte[]> first = Compiling.artifacts(Compiling.compile(USER, HELPERS, LIBRARY));
    Map<String, byte[]> second = Compiling.artifacts(Compiling.compile(USER, HELPERS, LIBRARY));

    assertThat(first).isNotEmpty();
    first.forEach((path, bytes) -> assertThat(second.get(path)).as(path).isEqualTo(bytes));
  }

  @Test
  void nestedAndPackagePrivateProgramsWork() {
    Compilation compilation =
        Compiling.compile(
            """
            package demo;

            import static io.pto4j.dsl.Pl.*;

            import io.pto4j.dsl.*;

            final class Outer {
              static final int ROWS = 8;

              record Pair(Tensor<FP32> sum, Tensor<FP32> difference) {}

              @Program(name = "inner_program")
              static final class Inner {
                @InCore
                static Pair both(
                    @Shape({ROWS, 64}) Tensor<FP32> x,
                    @Out @Shape({ROWS, 64}) Tensor<FP32> sum,
                    @Out @Shape({ROWS, 64}) Tensor<FP32> difference) {
                  Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, 64));
                  return new Pair(
                      Pl.store(Pl.add(t, 1), at(0, 0), sum),
                      Pl.store(Pl.sub(t, 1), at(0, 0), difference));
                }

                @Orchestration
                static Pair main(
                    @Shape({ROWS, 64}) Tensor<FP32> x,
                    @Out @Shape({ROWS, 64}) Tensor<FP32> a,
                    @Out @Shape({ROWS, 64}) Tensor<FP32> b) {
                  Pair pair = both(x, a, b);
                  return new Pair(pair.sum(), pair.difference());
                }
              }
            }
            """);

    Program program = Compiling.frontend(compilation, "demo.Outer$Inner");
    assertThat(program.name()).isEqualTo("inner_program");
    assertThat(program.functions().get("both").returnTypes()).hasSize(2);
    assertThat(compilation)
        .generatedSourceFile("demo.Outer_InnerProgram")
        .contentsAsUtf8String()
        .contains("\nfinal class Outer_InnerProgram {");
  }

  @Test
  void spansNameTheFileRelativeToItsRoot() {
    Program program = Compiling.frontend(Compiling.compile(USER, HELPERS, LIBRARY), "demo.User");
    List<Span> spans = new ArrayList<>();
    Walk.stmts(program.functions().get("negate").body(), stmt -> spans.add(stmt.span()));

    assertThat(spans).allMatch(span -> span.filename().equals("demo/User.java"));
    Span load = spans.get(1);
    assertThat(USER.lines().toList().get(load.beginLine() - 1).substring(load.beginColumn() - 1))
        .startsWith("Pl.load(x, at(0, 0), shape(8, 64))");
  }

  @Test
  void userErrorsInOtherClassesStopTheProgram() {
    Compilation compilation =
        Compiling.compile(USER, HELPERS, LIBRARY.replace("shape(8, 64)", "shape(9, 64)"));

    assertThat(compilation.errors()).hasSize(1);
    assertThat(compilation.errors().getFirst().getMessage(Locale.ROOT))
        .contains("reads past the end");
  }

  private static List<String> callees(Function function) {
    List<String> callees = new ArrayList<>();
    Walk.stmts(
        function.body(),
        stmt -> {
          if (stmt instanceof AssignStmt assign
              && assign.value() instanceof Call call
              && call.op() instanceof GlobalVar callee) {
            callees.add(callee.name());
          }
        });
    return callees;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  /** What javac prints; empty when it succeeds without a message. */
  private static String javac(String... args) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    List<String> options = new ArrayList<>();
    List<String> files = new ArrayList<>();
    Arrays.stream(args).forEach(arg -> (arg.endsWith(".java") ? files : options).add(arg));
    try (var manager = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      var task =
          compiler.getTask(
              output, manager, null, options, null, manager.getJavaFileObjectsFromStrings(files));
      task.setProcessors(List.of(new PtoProcessor()));
      task.setLocale(Locale.ROOT);
      task.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Stream.of(output.toString().split("\n"))
        .filter(line -> !line.startsWith("Note: "))
        .reduce("", (a, b) -> a + b + (b.isEmpty() ? "" : "\n"));
  }
}
