package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * What a pipeline run depends on besides the program: the machine, the checks and those who watch.
 */
@Value.Builder
public record PassContext(
    Target target, VerificationLevel verification, ImmutableList<Instrument> instruments) {
  /** How much is verified while the pipeline runs. */
  public enum VerificationLevel {
    NONE,
    BASIC
  }

  /** The default checks and no instruments. */
  public static PassContext of(Target target) {
    return new PassContext(target, VerificationLevel.BASIC, ImmutableList.of());
  }
}
