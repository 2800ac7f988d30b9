package io.pto4j.runtime;

import java.util.List;
import java.util.ServiceLoader;

/** Finds device providers. */
final class DeviceProviders {

  private DeviceProviders() {}

  static DeviceProvider find(String name) {
    List<DeviceProvider> providers =
        ServiceLoader.load(DeviceProvider.class, DeviceProvider.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    return find(name, providers);
  }

  static DeviceProvider find(String name, List<DeviceProvider> providers) {
    return providers.stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no device '"
                        + name
                        + "' is on the class path (found: "
                        + providers.stream().map(DeviceProvider::name).toList()
                        + ")"
                        + (name.equals("simulator") ? ": add io.pto4j:pto4j-simulator" : "")));
  }
}
