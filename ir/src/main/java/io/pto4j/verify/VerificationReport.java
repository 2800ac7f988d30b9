package io.pto4j.verify;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Diagnostics as text. Source: PyPTO verifier, report. */
public final class VerificationReport {
  private static final String TITLE = "IR Verification Report";

  private VerificationReport() {}

  public static String text(List<Diagnostic> diagnostics) {
    long errors = diagnostics.stream().filter(Diagnostic::isError).count();
    long warnings = diagnostics.size() - errors;
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add(
        TITLE,
        "=".repeat(TITLE.length()),
        "Total diagnostics: %d (%d errors, %d warnings)"
            .formatted(diagnostics.size(), errors, warnings),
        "");
    for (int i = 0; i < diagnostics.size(); i++) {
      Diagnostic d = diagnostics.get(i);
      lines.add(
          "[%d] %s - %s".formatted(i + 1, d.isError() ? "ERROR" : "WARNING", d.rule()),
          "  Message: " + d.message(),
          "  Location: " + d.span(),
          "  Error Code: " + d.code(),
          "");
    }
    lines.add(status(errors, warnings));
    return String.join("\n", lines.build());
  }

  private static String status(long errors, long warnings) {
    if (errors > 0) {
      return "Status: FAILED (%d error(s) found)".formatted(errors);
    }
    return warnings > 0
        ? "Status: PASSED with %d warning(s)".formatted(warnings)
        : "Status: PASSED";
  }
}
