package io.pto4j.pass;

import io.pto4j.ir.Program;
import io.pto4j.verify.Diagnostic;

/** Watches a pipeline run: dumps, timings, extra checks. */
public interface Instrument {
  /** Called with the program ahead of every pass. */
  default void beforePass(Pass pass, Program program) {}

  /**
   * Called with the program on either side of every pass; {@code before} and {@code after} are the
   * same object if unchanged.
   */
  void afterPass(Pass pass, Program before, Program after);

  /**
   * Called with every warning, and with hints about performance behind the last pass; errors end
   * the run.
   *
   * @param stage where in the pipeline it shows: {@code pipeline_input}, the name of a pass, or
   *     {@code pipeline_output}
   */
  default void warned(Diagnostic warning, String stage) {}
}
