package io.pto4j.runtime;

import java.util.Map;

/** Opens devices of one kind. Found with {@link java.util.ServiceLoader}. */
public interface DeviceProvider {

  /** Name that {@link Device#open} knows the devices by. */
  String name();

  /**
   * Opens a device.
   *
   * @throws IllegalArgumentException if an option is unknown or has an invalid value
   */
  Device open(Map<String, String> options);
}
