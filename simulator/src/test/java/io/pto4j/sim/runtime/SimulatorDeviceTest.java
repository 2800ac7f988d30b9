package io.pto4j.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.dsl.Pl;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Function;
import io.pto4j.ir.FunctionType;
import io.pto4j.ir.ParamDirection;
import io.pto4j.ir.Program;
import io.pto4j.ir.ReturnStmt;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Var;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.LoadedProgram;
import io.pto4j.runtime.ProgramLoadException;
import io.pto4j.runtime.ProgramPackage;
import io.pto4j.serial.IrWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulatorDeviceTest {
  @TempDir private Path directory;

  private static Function function(String name, FunctionType type) {
    Var x = new Var("x", TensorType.of(DataType.FP32, 8, 8), Span.unknown());
    return new Function(
        Span.unknown(),
        ImmutableList.of(x),
        ImmutableList.of(ParamDirection.IN),
        type,
        Optional.empty(),
        Optional.empty(),
        Attrs.empty(),
        false,
        ImmutableList.of(),
        ReturnStmt.of(ImmutableList.of(), Span.unknown()),
        name);
  }

  private ProgramPackage program(String code) throws IOException {
    Program program =
        Program.of(
            "p",
            List.of(function("main", FunctionType.ORCHESTRATION), function("k", FunctionType.AIV)),
            Span.unknown());
    Files.createDirectories(directory.resolve("ptoas"));
    Files.writeString(directory.resolve("manifest.json"), "{}");
    Files.write(directory.resolve("final.msgpack"), IrWriter.write(program));
    Files.writeString(directory.resolve("ptoas/k.pto"), code);
    return ProgramPackage.directory(directory);
  }

  @Test
  void loadsAPackageAndRunsItsEntry() throws IOException {
    try (Device device = Device.simulator()) {
      LoadedProgram loaded =
          device.load(
              program(
                  "module attributes {pto.target_arch = \"a2a3\"} { func.func @k(%x: !pto.ptr<f32>) { return } }"));
      assertThat(loaded.entries()).containsExactly("main");
      assertThat(loaded.run("main", List.of(HostTensor.allocate(Pl.FP32, 8, 8))).tasks()).isZero();
      assertThatThrownBy(() -> loaded.run("other", List.of()))
          .hasMessageContaining("the entries are [main]");
      assertThatThrownBy(() -> loaded.run("main", List.of()))
          .hasMessage("entry 'main' takes 1 arguments, not 0");
      assertThatThrownBy(() -> loaded.run("main", List.of(HostTensor.allocate(Pl.FP32, 8, 9))))
          .hasMessageContaining("argument 'x' of entry 'main' is FP32[8, 9]");
    }
  }

  @Test
  void refusesWhatItCannotRun() throws IOException {
    try (Device device = Device.simulator()) {
      ProgramPackage other =
          program(
              "module attributes {pto.target_arch = \"a5\"} { func.func @k(%x: !pto.ptr<f32>) { return } }");
      assertThatThrownBy(() -> device.load(other))
          .isInstanceOf(ProgramLoadException.class)
          .hasMessageContaining("ptoas/k.pto")
          .hasMessageContaining("made for a5");
      ProgramPackage broken = program("module { func.func @k(");
      assertThatThrownBy(() -> device.load(broken))
          .isInstanceOf(ProgramLoadException.class)
          .hasMessageContaining("ptoas/k.pto:1:23: expected a type");
      ProgramPackage unknown =
          program(
              "module attributes {pto.target_arch = \"a2a3\"} { func.func @k(%x: !pto.ptr<f32>) { pto.twist ins(%x : !pto.ptr<f32>) } }");
      assertThatThrownBy(() -> device.load(unknown))
          .hasMessageContaining("does not know the operation 'pto.twist'");
    }
    assertThatThrownBy(() -> Device.open("simulator", Map.of("speed", "11")))
        .hasMessageContaining("no option 'speed'");
  }
}
