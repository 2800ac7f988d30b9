package io.pto4j.interp;

import com.google.common.collect.ImmutableList;

/** What an operator takes and gives. */
public sealed interface Value permits TensorValue, Value.OfInt, Value.OfFloat, Value.OfTuple {
  /** An integer or truth-value scalar. */
  record OfInt(long value) implements Value {}

  /** A floating-point scalar. */
  record OfFloat(double value) implements Value {}

  /** Several values, such as offsets. */
  record OfTuple(ImmutableList<Value> elements) implements Value {}

  static Value of(long value) {
    return new OfInt(value);
  }

  static Value of(double value) {
    return new OfFloat(value);
  }

  /** A tuple of integers. */
  static Value tuple(long... values) {
    ImmutableList.Builder<Value> elements = ImmutableList.builder();
    for (long value : values) {
      elements.add(of(value));
    }
    return new OfTuple(elements.build());
  }
}
