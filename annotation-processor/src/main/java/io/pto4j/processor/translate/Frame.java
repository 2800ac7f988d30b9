package io.pto4j.processor.translate;

import io.pto4j.processor.tree.JMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.VariableElement;

/** The variables of a method that is being translated or expanded. */
final class Frame {
  private final JMethod method;
  private final Map<VariableElement, Value> values = new HashMap<>();
  private Value returned = new Value.None();

  Frame(JMethod method) {
    this.method = method;
  }

  JMethod method() {
    return method;
  }

  boolean isReassigned(VariableElement symbol) {
    return method.assigned().contains(symbol);
  }

  Optional<Value> find(VariableElement symbol) {
    return Optional.ofNullable(values.get(symbol));
  }

  void put(VariableElement symbol, Value value) {
    values.put(symbol, value);
  }

  /** The value of the return statement. */
  Value returned() {
    return returned;
  }

  void setReturned(Value value) {
    returned = value;
  }
}
