package io.pto4j.backend.target;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.IrException;
import io.pto4j.pass.Target;
import java.util.stream.Stream;

/** The machines that can be compiled for, by name. */
public final class Targets {
  private static final ImmutableMap<String, Target> BY_NAME =
      Stream.of(Ascend910B.target()).collect(toImmutableMap(Target::name, t -> t));

  private Targets() {}

  /** The machine compiled for when none is named. */
  public static Target standard() {
    return get("Ascend910B");
  }

  /**
   * @throws IrException when there is no machine of that name
   */
  public static Target get(String name) {
    Target target = BY_NAME.get(name);
    if (target == null) {
      throw new IrException(
          "unknown target '" + name + "'", "supported: " + String.join(", ", BY_NAME.keySet()));
    }
    return target;
  }
}
