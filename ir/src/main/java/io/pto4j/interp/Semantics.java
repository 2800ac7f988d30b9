package io.pto4j.interp;

/** What one operator does. */
@FunctionalInterface
interface Semantics {
  Value apply(OpCall call);
}
