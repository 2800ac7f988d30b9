package io.pto4j.serial;

import io.pto4j.ir.IrException;
import java.util.Arrays;

/**
 * The version of the binary form. The form that PyPTO shares has no mark and is version 1; a later
 * one says so in a map behind the root, where readers that do not know about versions do not look.
 */
final class FormatVersion {
  static final long CURRENT = 1;

  /** A map of one entry and its key. */
  private static final byte[] MARK = {(byte) 0x81, (byte) 0xa7, 'v', 'e', 'r', 's', 'i', 'o', 'n'};

  private FormatVersion() {}

  /**
   * Checks what stands behind the root, from byte {@code start} on; anything but a version is
   * ignored.
   *
   * @throws IrException when the version is not known here
   */
  static void check(byte[] bytes, int start) {
    int end = start + MARK.length;
    if (bytes.length < end || !Arrays.equals(bytes, start, end, MARK, 0, MARK.length)) {
      return;
    }
    long version = WireScanner.scan(bytes, end, (_, _, _) -> {}).integer(0);
    if (version < 1 || version > CURRENT) {
      throw new IrException(
          "binary program: version %d of the format; this reader knows version %d"
              .formatted(version, CURRENT),
          "read it with a newer PTO4J, or write it again with this one");
    }
  }
}
