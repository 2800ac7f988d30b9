package io.pto4j.serial;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A key of a map as it is written, with what is needed to compare it quickly with others. */
final class WireKey {
  private final byte[] name;
  private final byte[] encoded;
  private final long start;

  private WireKey(byte[] name, byte[] encoded, long start) {
    this.name = name;
    this.encoded = encoded;
    this.start = start;
  }

  static WireKey of(String name) {
    WireWriter writer = new WireWriter();
    writer.text(name);
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    return new WireKey(utf8, writer.toByteArray(), start(utf8));
  }

  private static long start(byte[] name) {
    long start = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      start = start << Byte.SIZE | (i < name.length ? Byte.toUnsignedLong(name[i]) : 0);
    }
    return start;
  }

  /** The bytes of the key with its length. */
  byte[] encoded() {
    return encoded;
  }

  /** Whether this key stands before {@code other} in a map. */
  boolean isBefore(WireKey other) {
    return start == other.start
        ? Arrays.compareUnsigned(name, other.name) < 0
        : Long.compareUnsigned(start, other.start) < 0;
  }
}
