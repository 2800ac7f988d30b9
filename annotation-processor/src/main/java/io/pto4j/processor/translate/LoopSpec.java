package io.pto4j.processor.translate;

import io.pto4j.ir.Expr;
import io.pto4j.ir.ForKind;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** The head of a loop. */
record LoopSpec(ForKind kind, Expr start, Expr stop, Expr step, OptionalInt stages) {
  LoopSpec map(UnaryOperator<Expr> change) {
    return new LoopSpec(kind, change.apply(start), change.apply(stop), change.apply(step), stages);
  }
}
