package io.pto4j.sim.eager;

import io.pto4j.dsl.DType;
import io.pto4j.interp.TensorValue;
import io.pto4j.runtime.EagerValue;
import io.pto4j.sim.isa.ElementTypes;
import java.util.Arrays;
import java.util.List;

/** A tile or tensor in the terms of the language. */
record EagerTensor(TensorValue value) implements EagerValue {
  @Override
  public DType<?> dtype() {
    return ElementTypes.ofIr(value.dtype());
  }

  @Override
  public List<Long> shape() {
    return Arrays.stream(value.shape()).asLongStream().boxed().toList();
  }
}
