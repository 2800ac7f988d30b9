package io.pto4j.runtime;

import java.util.Map;

/**
 * A device that runs programs: the simulator, or a provider's. Close it to release its threads and
 * memory.
 */
public interface Device extends AutoCloseable {

  /** The simulator with its usual options. */
  static Device simulator() {
    return open("simulator");
  }

  /** A device by the name of its provider. */
  static Device open(String name) {
    return open(name, Map.of());
  }

  /**
   * A device by the name of its provider.
   *
   * @param name name of the provider, such as {@code "simulator"}
   * @param options options of that provider
   * @throws IllegalArgumentException if no provider of that name is on the class path, or it does
   *     not know an option
   */
  static Device open(String name, Map<String, String> options) {
    return DeviceProviders.find(name).open(options);
  }

  /** Name of the provider. */
  String name();

  /**
   * Makes a compiled program ready to run.
   *
   * @throws ProgramLoadException if its artifacts are missing or malformed, or made for another
   *     machine
   */
  LoadedProgram load(ProgramPackage program);

  /** Releases the device; loaded programs cannot run any more. */
  @Override
  void close();
}
