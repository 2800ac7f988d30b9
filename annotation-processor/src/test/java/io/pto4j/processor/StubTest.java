package io.pto4j.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.testing.compile.Compilation;
import io.pto4j.dsl.Pl;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.LoadedProgram;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.runtime.RunOptions;
import io.pto4j.runtime.RunReport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The host stub that is generated for a program. */
class StubTest {
  private static final String SOURCE =
      """
      package demo;

      import static io.pto4j.dsl.Pl.*;

      import io.pto4j.dsl.*;

      @Program
      public final class Scale {
        static final Dim M = Pl.dynamic("M");

        @InCore
        static void rows(
            @Shape(symbolic = "M, 64") Tensor<FP32> x,
            @Index long count,
            float k,
            @Out @Shape(symbolic = "M, 64") Tensor<FP32> y) {
          for (int i = 0; i < count; i++) {
            Pl.store(Pl.mul(Pl.load(x, at(i, 0), shape(1, 64)), k), at(i, 0), y);
          }
        }

        @Orchestration
        static void main(
            @Shape(symbolic = "M, 64") Tensor<FP32> x,
            @Index long count,
            float k,
            @Out @Shape(symbolic = "M, 64") Tensor<FP32> y) {
          rows(x, count, k, y);
        }
      }
      """;

  private static final String USER =
      """
      package demo;

      import io.pto4j.dsl.FP32;
      import io.pto4j.runtime.*;

      public final class User {
        public static RunReport run(Device device, HostTensor<FP32> x, HostTensor<FP32> y) {
          return ScaleProgram.load(device).main(x, 3, 0.5f, y);
        }

        public static byte[] orchestration() {
          return ScaleProgram.artifacts().bytes("orchestration/main.cpp");
        }
      }
      """;

  private static Class<?> user;

  @BeforeAll
  static void compile() throws ClassNotFoundException {
    Compilation compilation = Compiling.compile(SOURCE, USER);
    assertThat(compilation).succeededWithoutWarnings();
    user = new Classes(compilation).loadClass("demo.User");
  }

  @Test
  void anEntryRunsWithItsArgumentsInOrder() throws ReflectiveOperationException {
    RecordingDevice device = new RecordingDevice();
    HostTensor<?> x = HostTensor.allocate(Pl.FP32, 3, 64);
    HostTensor<?> y = HostTensor.allocate(Pl.FP32, 3, 64);

    RunReport report = (RunReport) run(device, x, y);

    assertThat(report.tasks()).isEqualTo(7);
    assertThat(device.calls).containsExactly(List.of("main", x, 3L, 0.5f, y));
  }

  @Test
  void aWrongShapeNamesTheArgument() {
    assertThatThrownBy(
            () ->
                run(
                    new RecordingDevice(),
                    HostTensor.allocate(Pl.FP32, 3, 64),
                    HostTensor.allocate(Pl.FP32, 3, 32)))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("argument y: expected FP32[any, 64], given FP32[3, 32]");
  }

  @Test
  void dimensionsOfOneSymbolMustAgree() {
    assertThatThrownBy(
            () ->
                run(
                    new RecordingDevice(),
                    HostTensor.allocate(Pl.FP32, 3, 64),
                    HostTensor.allocate(Pl.FP32, 4, 64)))
        .hasRootCauseMessage("argument y: dimension M is 4, but 3 in argument x");
  }

  @Test
  void artifactsAreFoundThroughTheStub() throws ReflectiveOperationException {
    byte[] text = (byte[]) user.getMethod("orchestration").invoke(null);

    assertThat(text).asString(java.nio.charset.StandardCharsets.UTF_8).contains("rows");
  }

  private static Object run(Device device, HostTensor<?> x, HostTensor<?> y)
      throws ReflectiveOperationException {
    try {
      return user.getMethod("run", Device.class, HostTensor.class, HostTensor.class)
          .invoke(null, device, x, y);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Notes what it is asked to run. */
  private static final class RecordingDevice implements Device {
    private final List<List<Object>> calls = new ArrayList<>();

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public LoadedProgram load(ProgramPackage program) {
      return new LoadedProgram() {
        @Override
        public List<String> entries() {
          return List.of("main");
        }

        @Override
        public RunReport run(String entry, List<Object> arguments, RunOptions options) {
          List<Object> call = new ArrayList<>();
          call.add(entry);
          call.addAll(arguments);
          calls.add(call);
          return new RunReport(7, 0, List.of(), 0, "");
        }
      };
    }

    @Override
    public void close() {
      calls.clear();
    }
  }

  /** The classes and resources of a compilation. */
  private static final class Classes extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();

    Classes(Compilation compilation) {
      super(StubTest.class.getClassLoader());
      for (JavaFileObject file : compilation.generatedFiles()) {
        String name = file.getName();
        files.put(name.substring(name.indexOf('/', 1) + 1), Compiling.bytes(file));
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = files.get(name.replace('.', '/') + ".class");
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = files.get(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
  }
}
