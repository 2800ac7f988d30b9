package io.pto4j.verify;

import io.pto4j.ir.Function;
import io.pto4j.ir.IrException;
import io.pto4j.ir.Span;

/**
 * What a verifier found.
 *
 * @param rule public name of the rule, such as {@code SSAVerify}
 * @param code number of the finding within the rules. Source: PyPTO verifier, error codes
 * @param hintCode code of a hint about performance, such as {@code PH001}; empty for others
 */
public record Diagnostic(
    Severity severity, String rule, int code, String hintCode, String message, Span span) {
  /** A finding that is no hint about performance. */
  public Diagnostic(Severity severity, String rule, int code, String message, Span span) {
    this(severity, rule, code, "", message, span);
  }

  public static Diagnostic error(String rule, int code, String message, Span span) {
    return new Diagnostic(Severity.ERROR, rule, code, message, span);
  }

  /** The place of a finding: that of the node if it is known, else the function's. */
  static Span place(Span span, Function function) {
    return span.isKnown() ? span : function.span();
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /**
   * The finding on one line, for whoever watches a compilation.
   *
   * @param stage where in the pipeline it shows
   */
  public String line(String stage) {
    return switch (severity) {
          case ERROR -> "[error] [" + rule + "] (" + stage + ") ";
          case WARNING -> "[warning] [" + rule + "] (" + stage + ") ";
          case PERF_HINT -> "[perf_hint " + hintCode + "] " + rule + ": ";
        }
        + message
        + " at "
        + span;
  }

  /** The finding as a mistake in the user's program. */
  public IrException toException() {
    return new IrException(message, "", span);
  }
}
