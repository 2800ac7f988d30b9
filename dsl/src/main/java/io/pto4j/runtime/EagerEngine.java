package io.pto4j.runtime;

import java.util.List;
import java.util.Map;

/**
 * Runs the operators of the language on host memory, so that kernels run as plain Java. Found with
 * {@link java.util.ServiceLoader}; the simulator brings one.
 *
 * <p>The language calls it with the operators of the IR only. Control flow, scopes and launches are
 * plain Java: kernels run in program order in the calling thread.
 */
public interface EagerEngine {

  /** A tensor that reads and writes the memory of {@code host}. */
  EagerValue bind(HostTensor<?> host);

  /**
   * Applies one operator.
   *
   * <p>An operator that the IR defines to write an operand (such as {@code tile.store}, {@code
   * tensor.assemble}, {@code tensor.write}) changes the storage of that operand and returns it.
   * {@code tensor.slice} returns a view that shares storage.
   *
   * @param operator registered name, such as {@code "tile.muls"}
   * @param operands in the order of the operator: {@link EagerValue}, {@code Long}, {@code Double},
   *     {@code Boolean}, or a {@code List} of {@code Long} for a tuple of indices; a number takes
   *     the element type of the tile or tensor it meets. Scratch operands that only give the device
   *     working space may be missing
   * @param attributes by name: {@code Boolean}, {@code Integer}, a {@link io.pto4j.dsl.DType}, or
   *     an enumeration of {@code io.pto4j.dsl} without integer codes
   * @return {@link EagerValue}, {@code Number}, {@code Boolean}, or a {@code List} of these
   * @throws IllegalArgumentException if shapes or types do not fit the operator
   * @throws UnsupportedOperationException if the engine does not know the operator
   */
  Object apply(String operator, List<Object> operands, Map<String, Object> attributes);
}
