package io.pto4j.verify;

/** How bad a diagnostic is; only an error stops a compilation. */
public enum Severity {
  ERROR,
  WARNING,
  PERF_HINT
}
