package io.pto4j.backend;

import com.google.common.collect.ImmutableSet;
import io.pto4j.backend.target.Targets;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.Target;
import io.pto4j.verify.DiagnosticCheck;

/**
 * How a program is compiled.
 *
 * @param target the machine
 * @param verification how much is verified between the passes
 * @param validate also runs the program before and after every pass and compares the results
 * @param dumpPasses adds the program after every pass to the artifacts
 * @param disabledDiagnostics what is not looked for besides errors
 */
public record CompileOptions(
    Target target,
    VerificationLevel verification,
    boolean validate,
    boolean dumpPasses,
    ImmutableSet<DiagnosticCheck> disabledDiagnostics) {
  /** For the standard machine, with the usual verification, all diagnostics and no dumps. */
  public static CompileOptions standard() {
    return new CompileOptions(
        Targets.standard(), VerificationLevel.BASIC, false, false, ImmutableSet.of());
  }
}
