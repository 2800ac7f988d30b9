package io.pto4j.pass;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Occurrences;
import io.pto4j.ir.Program;
import io.pto4j.pass.PassContext.VerificationLevel;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.DiagnosticCheck;
import io.pto4j.verify.PerformanceHints;
import io.pto4j.verify.VerificationReport;
import io.pto4j.verify.Verifiers;
import io.pto4j.verify.Warnings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Passes in order, with verification between them. Source: PyPTO passes, pipeline run.
 *
 * @param passes in the order in which they run
 */
public record Pipeline(ImmutableList<Pass> passes) {
  /** What is said about the program before the first pass belongs here. */
  private static final String INPUT = "pipeline_input";

  /** What is said about the program behind the last pass belongs here. */
  private static final String OUTPUT = "pipeline_output";

  public static Pipeline of(Pass... passes) {
    return new Pipeline(ImmutableList.copyOf(passes));
  }

  /**
   * Runs every pass.
   *
   * @throws IrException when the program is wrong or cannot be compiled; further errors of the same
   *     verification are its suppressed exceptions
   * @throws CompilerBugException when a pass broke what it has to establish or keep
   */
  public Program run(Program program, PassContext context) {
    context.memoryPlanner().requireSupported();
    Run run = new Run(context);
    run.verifyInput(program);
    Program current = program;
    for (Pass pass : passes) {
      for (Instrument instrument : context.instruments()) {
        instrument.beforePass(pass, current);
      }
      Program next = pass.run(current, context);
      for (Instrument instrument : context.instruments()) {
        instrument.afterPass(pass, current, next);
      }
      run.verifyAfter(pass, current, next);
      current = next;
    }
    run.hint(current);
    return current;
  }

  /**
   * Where the order breaks the contracts of the passes: a property that a pass requires and that no
   * earlier pass established or that one invalidated since. Empty for a sound pipeline.
   */
  public ImmutableList<String> brokenContracts() {
    ImmutableList.Builder<String> broken = ImmutableList.builder();
    Set<Property> holding = EnumSet.noneOf(Property.class);
    for (Pass pass : passes) {
      Set<Property> missing = Sets.difference(pass.required(), holding);
      if (!missing.isEmpty()) {
        broken.add(pass.name() + " requires " + Property.text(missing));
      }
      holding.removeAll(pass.invalidated());
      holding.addAll(pass.produced());
    }
    return broken.build();
  }

  /** The state of one run: which properties are known to hold. */
  private static final class Run {
    private final PassContext context;
    private final Set<Property> verified = EnumSet.noneOf(Property.class);
    private final RoundTrip roundTrip = new RoundTrip();

    Run(PassContext context) {
      this.context = context;
    }

    void verifyInput(Program program) {
      Occurrences.requireBounded(program);
      if (context.verification() == VerificationLevel.NONE) {
        return;
      }
      refuse(errors(program, Verifiers.INPUT, INPUT));
      verified.addAll(Verifiers.INPUT);
      if (isHeard(Warnings.CHECKS)) {
        warn(Warnings.of(program), INPUT);
      }
    }

    void hint(Program program) {
      if (context.verification() != VerificationLevel.NONE && isHeard(PerformanceHints.CHECKS)) {
        warn(PerformanceHints.of(program, context.target()), OUTPUT);
      }
    }

    private boolean isHeard(Set<DiagnosticCheck> checks) {
      return !context.instruments().isEmpty() && !context.disabledDiagnostics().containsAll(checks);
    }

    private static void refuse(ImmutableList<Diagnostic> errors) {
      if (!errors.isEmpty()) {
        IrException first = errors.getFirst().toException();
        errors.stream().skip(1).map(Diagnostic::toException).forEach(first::addSuppressed);
        throw first;
      }
    }

    void verifyAfter(Pass pass, Program before, Program program) {
      if (context.verification() == VerificationLevel.NONE) {
        return;
      }
      if (context.verification() == VerificationLevel.ROUNDTRIP) {
        roundTrip.afterPass(pass, before, program);
      }
      verified.removeAll(pass.invalidated());
      Set<Property> due = EnumSet.noneOf(Property.class);
      due.addAll(pass.produced());
      due.removeAll(verified);
      verified.addAll(due);
      Set<Property> checked = context.verification() == VerificationLevel.FULL ? verified : due;
      refuse(errors(program, Sets.intersection(checked, Verifiers.ABOUT_THE_SOURCE), pass.name()));
      ImmutableList<Diagnostic> errors =
          errors(program, Sets.difference(checked, Verifiers.ABOUT_THE_SOURCE), pass.name());
      if (!errors.isEmpty()) {
        throw new CompilerBugException(
            "Verification failed after '%s' for properties %s:\n%s"
                .formatted(pass.name(), Property.text(checked), VerificationReport.text(errors)));
      }
    }

    private ImmutableList<Diagnostic> errors(
        Program program, Set<Property> properties, String stage) {
      List<Diagnostic> found = Verifiers.verify(program, context.target(), properties);
      warn(found.stream().filter(d -> !d.isError()).toList(), stage);
      return found.stream().filter(Diagnostic::isError).collect(ImmutableList.toImmutableList());
    }

    private void warn(List<Diagnostic> warnings, String stage) {
      for (Diagnostic warning : warnings) {
        if (context.disabledDiagnostics().stream().noneMatch(check -> check.found(warning))) {
          context.instruments().forEach(instrument -> instrument.warned(warning, stage));
        }
      }
    }
  }

  @Override
  public String toString() {
    return passes.stream().map(Pass::name).collect(joining(" -> "));
  }
}
