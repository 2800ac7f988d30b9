package io.pto4j.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.testing.compile.Compilation;
import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/** Compiles kernels given as text. */
final class Compiling {
  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface) (\\w+)");
  private static final String RESOURCES = "/CLASS_OUTPUT/META-INF/pto4j/";

  private Compiling() {}

  static JavaFileObject source(String text) {
    Matcher packageName = PACKAGE.matcher(text);
    Matcher type = TYPE.matcher(text);
    if (!packageName.find() || !type.find()) {
      throw new IllegalArgumentException("not a compilation unit: " + text);
    }
    return JavaFileObjects.forSourceString(packageName.group(1) + "." + type.group(1), text);
  }

  static Compilation compile(String... sources) {
    return compiler().compile(Arrays.stream(sources).map(Compiling::source).toList());
  }

  static Compiler compiler(Object... options) {
    return Compiler.javac()
        .withProcessors(new PtoProcessor())
        .withOptions(ImmutableList.copyOf(options));
  }

  /** A class around kernels. */
  static String program(String members) {
    return """
    package demo;

    import static io.pto4j.dsl.Pl.*;

    import io.pto4j.dsl.*;

    @Program
    public final class Demo {
      static final int N = 64;
      static final Dim M = Pl.dynamic("M");
      static int counter;

    """
        + members.indent(2)
        + "}\n";
  }

  /** The program of a class, before any pass. */
  static Program frontend(Compilation compilation, String binaryName) {
    assertThat(compilation).succeeded();
    return IrReader.read(
        bytes(
            compilation
                .generatedFile(
                    StandardLocation.CLASS_OUTPUT,
                    "META-INF/pto4j/" + binaryName + "/frontend.msgpack")
                .orElseThrow()));
  }

  static Program frontend(String source) {
    return frontend(compile(source), "demo.Demo");
  }

  /** The artifacts by path. */
  static Map<String, byte[]> artifacts(Compilation compilation) {
    Map<String, byte[]> artifacts = new TreeMap<>();
    for (JavaFileObject file : compilation.generatedFiles()) {
      if (file.getName().startsWith(RESOURCES)) {
        artifacts.put(file.getName().substring(RESOURCES.length()), bytes(file));
      }
    }
    return artifacts;
  }

  static byte[] bytes(JavaFileObject file) {
    try (InputStream in = file.openInputStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
