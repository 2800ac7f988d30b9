package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.verify.DiagnosticCheck;
import org.immutables.value.Value;

/**
 * What a pipeline run depends on besides the program: the machine, the checks and those who watch.
 *
 * @param disabledDiagnostics what is not looked for
 * @param memoryPlanner who gives tiles their addresses
 */
@Value.Builder
public record PassContext(
    Target target,
    VerificationLevel verification,
    ImmutableList<Instrument> instruments,
    ImmutableSet<DiagnosticCheck> disabledDiagnostics,
    MemoryPlanner memoryPlanner)
    implements WithPassContext {
  /** How much is verified while the pipeline runs. */
  public enum VerificationLevel {
    NONE,
    /** Properties when they are established: the input's once, a pass's after it. */
    BASIC,
    /** Also that the text of the program after every pass reads back as the same program. */
    ROUNDTRIP,
    /** After every pass, everything that should hold there; for tests and for finding bugs. */
    FULL
  }

  /** All diagnostics and the usual memory planner. */
  public PassContext(
      Target target, VerificationLevel verification, ImmutableList<Instrument> instruments) {
    this(target, verification, instruments, ImmutableSet.of(), MemoryPlanner.PYPTO);
  }

  /** The default checks and no instruments. */
  public static PassContext of(Target target) {
    return new PassContext(target, VerificationLevel.BASIC, ImmutableList.of());
  }
}
