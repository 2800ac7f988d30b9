package io.pto4j.pass;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import io.pto4j.ir.Program;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.VerificationException;
import io.pto4j.verify.VerificationReport;
import io.pto4j.verify.Verifiers;
import java.util.Set;

/**
 * Verifies around every pass what holds of every program, and what the pass requires or
 * establishes; independent of the verification level. Source: PyPTO passes, VerificationInstrument.
 *
 * @param target the machine of the pipeline
 */
public record VerificationInstrument(Mode mode, Target target) implements Instrument {
  /** When there is something to verify. */
  public enum Mode {
    NONE,
    BEFORE,
    AFTER,
    BEFORE_AND_AFTER
  }

  /**
   * @throws VerificationException when the program does not satisfy what the pass requires
   */
  @Override
  public void beforePass(Pass pass, Program program) {
    if (mode == Mode.BEFORE || mode == Mode.BEFORE_AND_AFTER) {
      verify("Pre-verification failed before", pass, pass.required(), program);
    }
  }

  /**
   * @throws VerificationException when the pass did not establish what it promises
   */
  @Override
  public void afterPass(Pass pass, Program before, Program after) {
    if (mode == Mode.AFTER || mode == Mode.BEFORE_AND_AFTER) {
      verify("Post-verification failed after", pass, pass.produced(), after);
    }
  }

  private void verify(String failure, Pass pass, Set<Property> own, Program program) {
    ImmutableSet<Property> properties =
        Sets.immutableEnumSet(Sets.union(own, Verifiers.STRUCTURAL));
    ImmutableList<Diagnostic> found = Verifiers.verify(program, target, properties);
    if (found.stream().anyMatch(Diagnostic::isError)) {
      throw new VerificationException(
          "%s pass '%s' for properties %s:%n%s"
              .formatted(
                  failure, pass.name(), Property.text(properties), VerificationReport.text(found)),
          found);
    }
  }
}
