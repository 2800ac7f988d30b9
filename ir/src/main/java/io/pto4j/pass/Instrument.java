package io.pto4j.pass;

import io.pto4j.ir.Program;

/** Watches a pipeline run: dumps, timings, extra checks. */
public interface Instrument {
  /**
   * Called with the program on either side of every pass; {@code before} and {@code after} are the
   * same object if unchanged.
   */
  void afterPass(Pass pass, Program before, Program after);
}
