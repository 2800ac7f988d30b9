package io.pto4j.processor.translate;

import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import java.util.OptionalInt;

/** The head of a loop. */
record LoopSpec(ForKind kind, Expr start, Expr stop, Expr step, OptionalInt stages) {
  LoopSpec withStages(int count) {
    return new LoopSpec(kind, start, stop, step, OptionalInt.of(count));
  }
}
