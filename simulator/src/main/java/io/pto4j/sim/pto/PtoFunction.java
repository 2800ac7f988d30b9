package io.pto4j.sim.pto;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;

/**
 * A function of a module.
 *
 * @param name symbol without {@code @}
 * @param arguments arguments in order; unnamed in a declaration
 * @param attributes function attributes
 * @param body the body, or empty for a declaration
 */
public record PtoFunction(
    String name,
    ImmutableList<PtoOp.Definition> arguments,
    ImmutableMap<String, PtoAttr> attributes,
    Optional<PtoOp.Block> body,
    Position position) {

  /** The core the whole body runs on: {@code cube}, {@code vector} or empty. */
  public Optional<String> kernelKind() {
    return attributes.get("pto.kernel_kind") instanceof PtoAttr.KeywordAttr(var _, String keyword)
        ? Optional.of(keyword)
        : Optional.empty();
  }
}
