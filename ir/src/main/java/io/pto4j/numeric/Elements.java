package io.pto4j.numeric;

import io.pto4j.ir.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Elements in memory: little-endian, one after the other, at any byte offset. BOOL takes one byte.
 *
 * <p>Reading a floating-point type gives {@code float}s, any other {@code long}s. Writing rounds to
 * nearest even, or keeps the low bits.
 */
public final class Elements {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int CHUNK = 1024;

  private Elements() {}

  /**
   * Reads {@code n} elements of a floating-point type.
   *
   * @throws IndexOutOfBoundsException if they leave the segment or the array
   */
  public static void read(
      DataType type, MemorySegment from, long offset, float[] to, int at, int n) {
    FloatFormat format = FloatFormat.of(type);
    switch (format) {
      case FP32 -> MemorySegment.copy(from, FLOAT, offset, to, at, n);
      case FP16, BF16 -> readHalves(format, from, offset, to, at, n);
      case FP8E4M3FN, FP8E5M2 -> {
        Fp8 codes = Fp8.of(format);
        for (int i = 0; i < n; i++) {
          to[at + i] = codes.toFloat(from.get(ValueLayout.JAVA_BYTE, offset + i));
        }
      }
      case FP8E8M0 -> {
        for (int i = 0; i < n; i++) {
          to[at + i] = FloatFormat.e8m0ToFloat(from.get(ValueLayout.JAVA_BYTE, offset + i));
        }
      }
    }
  }

  private static void readHalves(
      FloatFormat format, MemorySegment from, long offset, float[] to, int at, int n) {
    short[] chunk = new short[Math.min(n, CHUNK)];
    for (int done = 0; done < n; done += CHUNK) {
      int count = Math.min(CHUNK, n - done);
      MemorySegment.copy(from, SHORT, offset + 2L * done, chunk, 0, count);
      if (format == FloatFormat.FP16) {
        fp16ToFloats(chunk, to, at + done, count);
      } else {
        bf16ToFloats(chunk, to, at + done, count);
      }
    }
  }

  /**
   * Writes {@code n} elements of a floating-point type.
   *
   * @throws IndexOutOfBoundsException if they leave the segment or the array
   */
  public static void write(
      DataType type, MemorySegment to, long offset, float[] from, int at, int n) {
    FloatFormat format = FloatFormat.of(type);
    switch (format) {
      case FP32 -> MemorySegment.copy(from, at, to, FLOAT, offset, n);
      case FP16, BF16 -> writeHalves(format, to, offset, from, at, n);
      case FP8E4M3FN, FP8E5M2 -> {
        Fp8 codes = Fp8.of(format);
        for (int i = 0; i < n; i++) {
          to.set(ValueLayout.JAVA_BYTE, offset + i, codes.toBits(from[at + i]));
        }
      }
      case FP8E8M0 -> {
        for (int i = 0; i < n; i++) {
          to.set(ValueLayout.JAVA_BYTE, offset + i, FloatFormat.floatToE8m0(from[at + i]));
        }
      }
    }
  }

  private static void writeHalves(
      FloatFormat format, MemorySegment to, long offset, float[] from, int at, int n) {
    short[] chunk = new short[Math.min(n, CHUNK)];
    for (int done = 0; done < n; done += CHUNK) {
      int count = Math.min(CHUNK, n - done);
      if (format == FloatFormat.FP16) {
        floatsToFp16(from, at + done, chunk, count);
      } else {
        floatsToBf16(from, at + done, chunk, count);
      }
      MemorySegment.copy(chunk, 0, to, SHORT, offset + 2L * done, count);
    }
  }

  private static void fp16ToFloats(short[] from, float[] to, int at, int n) {
    for (int i = 0; i < n; i++) {
      to[at + i] = Float.float16ToFloat(from[i]);
    }
  }

  private static void bf16ToFloats(short[] from, float[] to, int at, int n) {
    for (int i = 0; i < n; i++) {
      to[at + i] = FloatFormat.bf16ToFloat(from[i]);
    }
  }

  private static void floatsToFp16(float[] from, int at, short[] to, int n) {
    for (int i = 0; i < n; i++) {
      to[i] = Float.floatToFloat16(from[at + i]);
    }
  }

  private static void floatsToBf16(float[] from, int at, short[] to, int n) {
    for (int i = 0; i < n; i++) {
      to[i] = FloatFormat.floatToBf16(from[at + i]);
    }
  }

  /**
   * Reads {@code n} elements of an integer type or BOOL.
   *
   * @throws IndexOutOfBoundsException if they leave the segment or the array
   */
  public static void read(
      DataType type, MemorySegment from, long offset, long[] to, int at, int n) {
    IntFormat format = IntFormat.of(type);
    switch (format.bits()) {
      case 8 -> {
        for (int i = 0; i < n; i++) {
          to[at + i] = from.get(ValueLayout.JAVA_BYTE, offset + i);
        }
      }
      case 16 -> {
        for (int i = 0; i < n; i++) {
          to[at + i] = from.get(SHORT, offset + 2L * i);
        }
      }
      case 32 -> {
        for (int i = 0; i < n; i++) {
          to[at + i] = from.get(INT, offset + 4L * i);
        }
      }
      default -> MemorySegment.copy(from, LONG, offset, to, at, n);
    }
    if (!format.signed()) {
      format.wrap(to, at, n);
    }
  }

  /**
   * Writes {@code n} elements of an integer type or BOOL.
   *
   * @throws IndexOutOfBoundsException if they leave the segment or the array
   */
  public static void write(
      DataType type, MemorySegment to, long offset, long[] from, int at, int n) {
    IntFormat format = IntFormat.of(type);
    switch (format.bits()) {
      case 8 -> {
        for (int i = 0; i < n; i++) {
          to.set(ValueLayout.JAVA_BYTE, offset + i, (byte) format.wrap(from[at + i]));
        }
      }
      case 16 -> {
        for (int i = 0; i < n; i++) {
          to.set(SHORT, offset + 2L * i, (short) from[at + i]);
        }
      }
      case 32 -> {
        for (int i = 0; i < n; i++) {
          to.set(INT, offset + 4L * i, (int) from[at + i]);
        }
      }
      default -> MemorySegment.copy(from, at, to, LONG, offset, n);
    }
  }
}
