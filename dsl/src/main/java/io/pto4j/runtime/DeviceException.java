package io.pto4j.runtime;

import java.io.Serial;

/** A failure of a program while it runs on a device, such as an access out of bounds. */
public class DeviceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** With a message. */
  public DeviceException(String message) {
    super(message);
  }

  /** With a message and a cause. */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
