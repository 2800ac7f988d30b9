package io.pto4j.sim.eager;

import com.google.auto.service.AutoService;
import com.google.common.collect.ImmutableList;
import io.pto4j.interp.OpSemantics;
import io.pto4j.interp.TensorValue;
import io.pto4j.interp.Value;
import io.pto4j.runtime.EagerEngine;
import io.pto4j.runtime.EagerValue;
import io.pto4j.runtime.HostTensor;
import io.pto4j.sim.isa.ElementTypes;
import java.util.List;
import java.util.Map;

/**
 * The eager engine: applies every operator at once, by its reference meaning. A tensor bound to
 * host memory reads and writes that memory; every other value lives on the heap. The engine has no
 * state, so kernels may run on several threads.
 */
@AutoService(EagerEngine.class)
public final class ReferenceEagerEngine implements EagerEngine {

  @Override
  public EagerValue bind(HostTensor<?> host) {
    int[] shape = host.shape().stream().mapToInt(Math::toIntExact).toArray();
    return new EagerTensor(
        TensorValue.over(ElementTypes.toIr(host.dtype()), host.segment(), shape));
  }

  @Override
  public Object apply(String operator, List<Object> operands, Map<String, Object> attributes) {
    ImmutableList.Builder<Value> values = ImmutableList.builder();
    for (int i = 0; i < operands.size(); i++) {
      values.add(toValue(operator, i, operands.get(i)));
    }
    return ofValue(
        OpSemantics.apply(operator, values.build(), Attributes.toIr(operator, attributes)));
  }

  private static Value toValue(String operator, int i, Object operand) {
    return switch (operand) {
      case EagerTensor(TensorValue value) -> value;
      case Long number -> Value.of(number);
      case Double number -> Value.of(number);
      case Boolean truth -> Value.of(truth ? 1L : 0L);
      case List<?> elements ->
          new Value.OfTuple(
              elements.stream()
                  .map(element -> toValue(operator, i, element))
                  .collect(ImmutableList.toImmutableList()));
      default -> throw new IllegalArgumentException(operator + ": operand " + i + " is " + operand);
    };
  }

  private static Object ofValue(Value value) {
    return switch (value) {
      case TensorValue tensor -> new EagerTensor(tensor);
      case Value.OfInt(long number) -> number;
      case Value.OfFloat(double number) -> number;
      case Value.OfTuple(ImmutableList<Value> elements) ->
          elements.stream().map(ReferenceEagerEngine::ofValue).toList();
    };
  }
}
