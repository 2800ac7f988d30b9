package io.pto4j.verify;

import io.pto4j.ir.Span;

/** What can be said about a program besides errors. Source: PyPTO passes, diagnostics. */
public enum DiagnosticCheck {
  UNUSED_VARIABLE("UnusedVariableCheck", Severity.WARNING, 1001, ""),
  UNUSED_CONTROL_FLOW_RESULT("UnusedControlFlowResultCheck", Severity.WARNING, 1002, ""),
  TILE_INNERMOST_DIM_GRANULARITY("TileInnermostDimGranularity", Severity.PERF_HINT, 1, "PH001"),
  OUT_PARAM_WRITE_DROPPED("OutParamWriteDropped", Severity.WARNING, 1003, "");

  private final String rule;
  private final Severity severity;
  private final int code;
  private final String hintCode;

  DiagnosticCheck(String rule, Severity severity, int code, String hintCode) {
    this.rule = rule;
    this.severity = severity;
    this.code = code;
    this.hintCode = hintCode;
  }

  Diagnostic at(Span span, String message) {
    return new Diagnostic(severity, rule, code, hintCode, message, span);
  }

  /** Whether the finding is one of this check. */
  public boolean found(Diagnostic diagnostic) {
    return diagnostic.rule().equals(rule);
  }
}
