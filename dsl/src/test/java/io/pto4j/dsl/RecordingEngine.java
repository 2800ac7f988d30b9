package io.pto4j.dsl;

import com.google.auto.service.AutoService;
import io.pto4j.runtime.EagerEngine;
import io.pto4j.runtime.EagerValue;
import io.pto4j.runtime.HostTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An engine that computes nothing: it records what it is asked for and answers with labelled
 * values.
 */
@AutoService(EagerEngine.class)
public final class RecordingEngine implements EagerEngine {

  /** One call of the engine. */
  record Request(String operator, List<Object> operands, Map<String, Object> attributes) {}

  /** A value that is only a label. */
  record Label(String name, DType<?> dtype, List<Long> shape) implements EagerValue {}

  private static final ThreadLocal<List<Request>> REQUESTS =
      ThreadLocal.withInitial(ArrayList::new);

  /** The requests of this thread since the last call. */
  static List<Request> takeRequests() {
    List<Request> taken = List.copyOf(REQUESTS.get());
    REQUESTS.get().clear();
    return taken;
  }

  static <T extends DType<?>> Tile<T> tile(String name, T dtype, long... shape) {
    return new Tile<>(new Label(name, dtype, Tuples.of(shape)));
  }

  static <T extends DType<?>> Tensor<T> tensor(String name, T dtype, long... shape) {
    return new Tensor<>(new Label(name, dtype, Tuples.of(shape)));
  }

  @Override
  public EagerValue bind(HostTensor<?> host) {
    return new Label("host", host.dtype(), host.shape());
  }

  @Override
  public Object apply(String operator, List<Object> operands, Map<String, Object> attributes) {
    REQUESTS.get().add(new Request(operator, operands, attributes));
    return switch (operator) {
      case "tile.read", "tensor.read" -> 7;
      case "tensor.dim" -> 5L;
      case "tensor.slice", "tile.slice" -> new Label(operator, dtype(operands), window(operands));
      case "tensor.reshape" -> new Label(operator, dtype(operands), extents(operands.get(1)));
      case "tile.store" -> operands.get(2);
      case "tensor.assemble", "tile.assemble", "tile.move" -> operands.getFirst();
      default -> new Label(operator, dtype(operands), shape(operands));
    };
  }

  private static DType<?> dtype(List<Object> operands) {
    return operands.getFirst() instanceof EagerValue value ? value.dtype() : Pl.FP32;
  }

  private static List<Long> shape(List<Object> operands) {
    return operands.getFirst() instanceof EagerValue value ? value.shape() : List.of(2L, 3L);
  }

  private static List<Long> window(List<Object> operands) {
    List<Long> extents = new ArrayList<>(extents(operands.get(1)));
    if (operands.size() == 5) {
      extents(operands.get(4)).reversed().forEach(axis -> extents.remove(axis.intValue()));
    }
    return extents;
  }

  private static List<Long> extents(Object tuple) {
    return ((List<?>) tuple).stream().map(Long.class::cast).toList();
  }
}
