package io.pto4j.processor;

import io.pto4j.backend.CompileOptions;
import io.pto4j.backend.CompiledPackage;
import io.pto4j.backend.Compiler;
import io.pto4j.backend.target.Targets;
import io.pto4j.ir.Program;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.Target;
import io.pto4j.processor.ProcessorOptions.Verify;

/** From the IR of a program to its artifacts, as the options say. */
final class ProgramCompiler {
  private final ProcessorOptions options;

  ProgramCompiler(ProcessorOptions options) {
    this.options = options;
  }

  /**
   * The artifacts of a program, by their path below the program's directory, and what to say about
   * it.
   *
   * @param target the target that the program names; empty when it names none
   * @throws io.pto4j.ir.IrException when the program cannot be compiled
   */
  CompiledPackage compile(Program program, String target) {
    CompileOptions chosen =
        new CompileOptions(
            target(target),
            verification(),
            options.verify() == Verify.SEMANTIC,
            options.dumpPasses(),
            options.disabledDiagnostics());
    return Compiler.compile(program, chosen);
  }

  private Target target(String named) {
    return named.isEmpty()
        ? options.target().map(Targets::get).orElseGet(Targets::standard)
        : Targets.get(named);
  }

  private VerificationLevel verification() {
    return switch (options.verify()) {
      case NONE -> VerificationLevel.NONE;
      case BASIC, SEMANTIC -> VerificationLevel.BASIC;
      case ROUNDTRIP -> VerificationLevel.ROUNDTRIP;
    };
  }
}
