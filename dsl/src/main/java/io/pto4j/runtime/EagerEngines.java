package io.pto4j.runtime;

import java.util.List;
import java.util.ServiceLoader;

/** Finds the eager engine. */
public final class EagerEngines {

  private EagerEngines() {}

  private static final class Holder {
    private static final List<EagerEngine> ENGINES =
        ServiceLoader.load(EagerEngine.class, EagerEngine.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  /**
   * The engine on the class path.
   *
   * @throws IllegalStateException if there is none, or more than one
   */
  public static EagerEngine engine() {
    return choose(Holder.ENGINES);
  }

  static EagerEngine choose(List<EagerEngine> engines) {
    return switch (engines.size()) {
      case 0 ->
          throw new IllegalStateException(
              "a kernel was called as plain Java, but no eager engine is on the"
                  + " class path: add io.pto4j:pto4j-simulator to run kernels in the JVM");
      case 1 -> engines.getFirst();
      default ->
          throw new IllegalStateException(
              "several eager engines are on the class path, keep one of: "
                  + engines.stream().map(e -> e.getClass().getName()).toList());
    };
  }
}
