package io.pto4j.numeric;

import io.pto4j.ir.DataType;

/**
 * An integer or truth-value format, whose values are held in {@code long}s; UINT64 as its bits.
 *
 * <p>Source: PTO ISA, arithmetic rules: two's complement, results keep their low bits.
 */
public enum IntFormat {
  BOOL(8, false),
  INT8(8, true),
  INT16(16, true),
  INT32(32, true),
  INT64(64, true),
  UINT8(8, false),
  UINT16(16, false),
  UINT32(32, false),
  UINT64(64, false);

  private final int bits;
  private final boolean signed;

  IntFormat(int bits, boolean signed) {
    this.bits = bits;
    this.signed = signed;
  }

  /**
   * The format of an element type; INDEX is INT64.
   *
   * @throws UnsupportedOperationException if it is not one of the formats here
   */
  public static IntFormat of(DataType type) {
    return switch (type) {
      case BOOL -> BOOL;
      case INT8 -> INT8;
      case INT16 -> INT16;
      case INT32 -> INT32;
      case INT64, INDEX -> INT64;
      case UINT8 -> UINT8;
      case UINT16 -> UINT16;
      case UINT32 -> UINT32;
      case UINT64 -> UINT64;
      default ->
          throw new UnsupportedOperationException(
              "integer arithmetic on elements of type " + type.text() + " is not supported");
    };
  }

  /** Width in bits. */
  public int bits() {
    return bits;
  }

  public boolean signed() {
    return signed;
  }

  /** The smallest value. */
  public long min() {
    return signed ? Long.MIN_VALUE >> (64 - bits) : 0;
  }

  /** The largest value; of UINT64 its bits. */
  public long max() {
    return switch (this) {
      case BOOL -> 1;
      case UINT64 -> -1;
      default -> signed ? Long.MAX_VALUE >> (64 - bits) : (1L << bits) - 1;
    };
  }

  /** The low bits of a value as this format; for BOOL whether it is not 0. */
  public long wrap(long value) {
    return switch (this) {
      case BOOL -> value == 0 ? 0 : 1;
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> (int) value;
      case INT64, UINT64 -> value;
      case UINT8 -> value & 0xffL;
      case UINT16 -> value & 0xffffL;
      case UINT32 -> value & 0xffff_ffffL;
    };
  }

  /** Wraps {@code n} values in place. */
  public void wrap(long[] a, int at, int n) {
    switch (this) {
      case INT64, UINT64 -> {}
      case INT32 -> {
        for (int i = at; i < at + n; i++) {
          a[i] = (int) a[i];
        }
      }
      case BOOL, INT8, INT16, UINT8, UINT16, UINT32 -> {
        for (int i = at; i < at + n; i++) {
          a[i] = wrap(a[i]);
        }
      }
    }
  }

  /** Order of two values of this format, as {@link Long#compare}. */
  public int compare(long a, long b) {
    return this == UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  /** The value of this format nearest to a value of another one. */
  long clamp(long value, IntFormat from) {
    if (from == UINT64 && value < 0) {
      return this == UINT64 ? value : max();
    }
    if (this == UINT64) {
      return Math.max(value, 0);
    }
    return Math.min(Math.max(value, min()), max());
  }

  /** The value of this format nearest to an integral value; NaN gives 0. */
  long clamp(double value) {
    if (this == UINT64) {
      return unsignedClamp(value);
    }
    return Math.min(Math.max((long) value, min()), max());
  }

  private static long unsignedClamp(double value) {
    double half = 0x1p63;
    if (value >= 2 * half) {
      return -1;
    }
    return value >= half ? (long) (value - half) | Long.MIN_VALUE : Math.max((long) value, 0);
  }
}
