package io.pto4j.verify;

import io.pto4j.ir.Program;
import io.pto4j.pass.Target;
import java.util.function.Consumer;

/** Checks one property of a program. */
@FunctionalInterface
public interface PropertyVerifier {
  /** Reports every violation to {@code found}. */
  void verify(Program program, Target target, Consumer<Diagnostic> found);
}
