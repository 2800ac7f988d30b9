package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * What a pipeline run depends on besides the program: the machine, the checks and those who watch.
 */
@Value.Builder
public record PassContext(
    Target target, VerificationLevel verification, ImmutableList<Instrument> instruments)
    implements WithPassContext {
  /** How much is verified while the pipeline runs. */
  public enum VerificationLevel {
    NONE,
    /** Properties when they are established: the input's once, a pass's after it. */
    BASIC,
    /** After every pass, everything that should hold there; for tests and for finding bugs. */
    FULL
  }

  /** The default checks and no instruments. */
  public static PassContext of(Target target) {
    return new PassContext(target, VerificationLevel.BASIC, ImmutableList.of());
  }
}
