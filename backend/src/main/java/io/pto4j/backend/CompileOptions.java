package io.pto4j.backend;

import io.pto4j.backend.target.Targets;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.pass.Target;

/**
 * How a program is compiled.
 *
 * @param target the machine
 * @param verification how much is verified between the passes
 */
public record CompileOptions(Target target, VerificationLevel verification) {
  /** For the standard machine, with the usual verification. */
  public static CompileOptions standard() {
    return new CompileOptions(Targets.standard(), VerificationLevel.BASIC);
  }
}
