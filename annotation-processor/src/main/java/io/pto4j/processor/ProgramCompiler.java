package io.pto4j.processor;

import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.backend.CompileOptions;
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
   * The artifacts by their path below the program's directory.
   *
   * @param target the target that the program names; empty when it names none
   * @throws io.pto4j.ir.IrException when the program cannot be compiled
   */
  ImmutableSortedMap<String, byte[]> compile(Program program, String target) {
    CompileOptions chosen =
        new CompileOptions(
            target(target),
            verification(),
            options.verify() == Verify.SEMANTIC,
            options.dumpPasses());
    return Compiler.compile(program, chosen).files();
  }

  private Target target(String named) {
    return named.isEmpty()
        ? options.target().map(Targets::get).orElseGet(Targets::standard)
        : Targets.get(named);
  }

  private VerificationLevel verification() {
    return options.verify() == Verify.NONE ? VerificationLevel.NONE : VerificationLevel.BASIC;
  }
}
