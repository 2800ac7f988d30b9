package io.pto4j.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Java compiler accepts and rejects because tiles and tensors carry their element type.
 */
class LanguageTypingTest {

  private static final List<String> ACCEPTED =
      """
      { Tile<FP16> t = createTile(FP16, 16, 16); }
      { Tile<INT32> sum = matmul(bytes, bytes); }
      { Tensor<FP16> narrow = storeNarrowed(floats, at(0, 0), createTensor(FP16, 16, 16)); }
      { Tile<BF16> b = cast(floats, BF16, CastMode.RINT); }
      { Tile<FP32> scaled = mul(mul(floats, 2), 0.5f); }
      { Tile<INT32> where = rowArgmax(floats); }
      { Submitted<Tensor<FP32>> s = submit(K::scale, tensor, 2f, tensor); }
      { Submitted<Void> s = deps(TaskId.none()).when(read(counts, 0) > 3).submit(K::clear, tensor); }
      { for (long i : parallel(counts.dim(0))) { load(tensor, at(i, 0), shape(8, 8)); } }
      """
          .lines()
          .toList();

  private static final List<String> REJECTED =
      """
      { add(floats, halves); }
      { add(floats, tensor); }
      { exp(bytes); }
      { and(floats, floats); }
      { Tile<FP16> product = matmul(halves, halves); }
      { matmulAcc(halves, halves, halves); }
      { store(halves, at(0, 0), tensor); }
      { tensor.assign(counts); }
      { submit(K::scale, tensor, 2.5, tensor); }
      { submit(K::scale, counts, 2f, tensor); }
      { submit(K::scale, tensor, 2f); }
      { Submitted<Tensor<FP32>> s = submit(K::clear, tensor); }
      { int i = constant(42, INT64); }
      """
          .lines()
          .toList();

  private static final String BEFORE =
      """
      import static io.pto4j.dsl.Pl.*;
      import io.pto4j.dsl.*;
      class K {
        static Tensor<FP32> scale(Tensor<FP32> x, float factor, Tensor<FP32> y) {
          return store(mul(load(x, at(0, 0), shape(8, 8)), factor), at(0, 0), y);
        }
        static void clear(Tensor<FP32> y) {}
        static void body(
            Tile<FP32> floats, Tile<FP16> halves, Tile<INT8> bytes, Tensor<FP32> tensor, Tensor<INT32> counts) {
      """;

  @TempDir Path output;

  @Test
  void wellTypedStatementsAreAccepted() {
    assertThat(errors(ACCEPTED)).isEmpty();
  }

  @Test
  void everyIllTypedStatementIsRejected() {
    Map<String, String> errors = errors(REJECTED);

    assertThat(errors.keySet()).containsExactlyInAnyOrderElementsOf(REJECTED);
    assertThat(errors.get("{ Tile<FP16> product = matmul(halves, halves); }"))
        .contains("FP16", "FP32");
  }

  /** The error of each statement that has one. */
  private Map<String, String> errors(List<String> statements) {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options = List.of("-proc:none", "-d", output.toString(), "-cp", classes().toString());
    var source = new Source(BEFORE + String.join("\n", statements) + "\n}}");
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, diagnostics, options, null, List.of(source))
            .call();
    long firstLine = BEFORE.lines().count() + 1;
    Map<String, String> errors = new TreeMap<>();
    for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
        int statement = (int) (diagnostic.getLineNumber() - firstLine);
        errors.put(statements.get(statement), diagnostic.getMessage(Locale.ROOT));
      }
    }
    assertThat(errors.isEmpty()).isEqualTo(compiled);
    return errors;
  }

  private static Path classes() {
    return Path.of(
        URI.create(Pl.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///K.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
