package io.pto4j.processor;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrWriter;

/** From the IR of a program to its artifacts. */
final class ProgramCompiler {
  private final ProcessorOptions options;

  ProgramCompiler(ProcessorOptions options) {
    this.options = options;
  }

  /**
   * The artifacts by their path below the program's directory.
   *
   * @param target the target that the program names; empty when it names none
   * @throws io.pto4j.ir.IrException when the program cannot be compiled
   */
  ImmutableMap<String, byte[]> compile(Program program, String target) {
    return ImmutableMap.of(Artifacts.FRONTEND, IrWriter.write(program));
  }
}
