package io.pto4j.backend;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Program;
import io.pto4j.pass.Instrument;
import io.pto4j.pass.Pass;
import io.pto4j.verify.Diagnostic;
import io.pto4j.verify.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps what the checks of a pipeline say besides errors. */
final class FoundDiagnostics implements Instrument {
  private final List<Diagnostic> all = new ArrayList<>();
  private final StringBuilder hints = new StringBuilder();

  @Override
  public void afterPass(Pass pass, Program before, Program after) {}

  @Override
  public void warned(Diagnostic warning, String stage) {
    all.add(warning);
    if (warning.severity() == Severity.PERF_HINT) {
      hints.append(warning.line(stage)).append('\n');
    }
  }

  ImmutableList<Diagnostic> all() {
    return ImmutableList.copyOf(all);
  }

  /** The hints about performance, one a line; empty when there is none. */
  Optional<String> hints() {
    return hints.isEmpty() ? Optional.empty() : Optional.of(hints.toString());
  }
}
