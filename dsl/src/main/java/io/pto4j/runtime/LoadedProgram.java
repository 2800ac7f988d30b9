package io.pto4j.runtime;

import java.util.List;

/**
 * A program on a device. Generated stubs call it; arguments have the types that the stub checks.
 */
public interface LoadedProgram {

  /** Names of the entries, which are the orchestration methods of the program. */
  List<String> entries();

  /** Runs an entry with the usual options. */
  default RunReport run(String entry, List<Object> arguments) {
    return run(entry, arguments, RunOptions.usual());
  }

  /**
   * Runs an entry and waits until all its tasks are done.
   *
   * @param entry name of the entry
   * @param arguments one per parameter: {@link HostTensor} or a boxed scalar; output tensors are
   *     written
   * @param options how to run it
   * @throws IllegalArgumentException if there is no such entry or the arguments do not fit it
   * @throws DeviceException if the program fails on the device
   */
  RunReport run(String entry, List<Object> arguments, RunOptions options);
}
