package io.pto4j.runtime;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** A {@code .npy} file that is malformed, or whose content has no counterpart here. */
public final class NpyFormatException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  NpyFormatException(Path file, String problem) {
    super(file + ": " + problem);
  }
}
