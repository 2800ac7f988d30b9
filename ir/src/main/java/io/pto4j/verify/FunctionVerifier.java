package io.pto4j.verify;

import io.pto4j.ir.Function;
import io.pto4j.ir.Span;
import java.util.function.Consumer;

/** Checks a property function by function. */
@FunctionalInterface
interface FunctionVerifier {
  void verify(Function function, Consumer<Diagnostic> found);

  /** The verifier of a program that checks its functions in the order of their names. */
  default PropertyVerifier perFunction() {
    return (program, _, found) -> program.functions().values().forEach(f -> verify(f, found));
  }

  /** The place of a finding: that of the node if it is known, else the function's. */
  static Span place(Span span, Function function) {
    return span.isKnown() ? span : function.span();
  }
}
