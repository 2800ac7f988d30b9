package io.pto4j.processor;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.Program;
import io.pto4j.serial.IrWriter;

/** From the IR of a program to its artifacts. */
final class ProgramCompiler {
  private ProgramCompiler() {}

  /**
   * The artifacts by their path below the program's directory.
   *
   * @throws io.pto4j.ir.IrException when the program cannot be compiled
   */
  static ImmutableMap<String, byte[]> compile(Program program) {
    return ImmutableMap.of(Artifacts.FRONTEND, IrWriter.write(program));
  }
}
