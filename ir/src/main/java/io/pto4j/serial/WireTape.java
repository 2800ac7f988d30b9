package io.pto4j.serial;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.IrException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The values of a file in the order in which they stand there, each known by its place in that
 * order: a map is followed by its keys and values, an array by its elements. {@link WireScanner}
 * makes it and has checked that the bytes are values.
 */
final class WireTape {
  /** The place of what is not there. */
  static final int ABSENT = -1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  // of every value its first byte
  private final int[] offsets;
  // of an array or map the place behind it, of a string the complement of its number among the
  // texts, of others nothing
  private final int[] links;
  private final List<String> texts;
  private final int end;

  WireTape(byte[] bytes, int[] offsets, int[] links, List<String> texts, int end) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.links = links;
    this.texts = texts;
    this.end = end;
  }

  static IrException malformed(String problem, long offset) {
    return new IrException(
        "binary program: " + problem + " at byte " + offset,
        "the file is damaged or was not written as a serialised program");
  }

  IrException malformedAt(int at, String problem) {
    return malformed(problem, offsets[at]);
  }

  private IrException unexpected(int at, String expected) {
    return malformedAt(at, kind(at).what() + " where " + expected + " is expected");
  }

  /** The first byte of a value. */
  int offset(int at) {
    return offsets[at];
  }

  /** The byte behind the first value. */
  int end() {
    return end;
  }

  private int tag(int at) {
    return Byte.toUnsignedInt(bytes[offsets[at]]);
  }

  WireKind kind(int at) {
    return WireKind.of(tag(at));
  }

  /** The place behind a value and all that is in it. */
  int next(int at) {
    return Math.max(links[at], at + 1);
  }

  boolean isTrue(int at) {
    return tag(at) == WireTag.TRUE;
  }

  long integer(int at) {
    if (kind(at) != WireKind.INT) {
      throw unexpected(at, "an integer");
    }
    return integer(bytes, offsets[at]);
  }

  /** The integer at a byte where there is one. */
  static long integer(byte[] bytes, int offset) {
    int first = offset + 1;
    return switch (Byte.toUnsignedInt(bytes[offset])) {
      case WireTag.UINT8 -> Byte.toUnsignedLong(bytes[first]);
      case WireTag.UINT8 + 1 -> Short.toUnsignedLong((short) SHORT.get(bytes, first));
      case WireTag.UINT8 + 2 -> Integer.toUnsignedLong((int) INT.get(bytes, first));
      case WireTag.INT8 -> bytes[first];
      case WireTag.INT8 + 1 -> (short) SHORT.get(bytes, first);
      case WireTag.INT8 + 2 -> (int) INT.get(bytes, first);
      case WireTag.UINT8 + 3, WireTag.INT8 + 3 -> (long) LONG.get(bytes, first);
      default -> bytes[offset];
    };
  }

  int int32(int at) {
    long v = integer(at);
    if (v != (int) v) {
      throw malformedAt(at, "the number " + v + " beyond 32 bits");
    }
    return (int) v;
  }

  /** A number; an integer where a floating-point number is expected is one. */
  double real(int at) {
    int first = offsets[at] + 1;
    return switch (tag(at)) {
      case WireTag.FLOAT32 -> Float.intBitsToFloat((int) INT.get(bytes, first));
      case WireTag.FLOAT64 -> Double.longBitsToDouble((long) LONG.get(bytes, first));
      default -> integer(at);
    };
  }

  String text(int at) {
    if (links[at] >= 0) {
      throw unexpected(at, "a string");
    }
    return texts.get(~links[at]);
  }

  /** The elements of an array, each turned into an object. */
  <T> ImmutableList<T> list(int array, IntFunction<T> element) {
    if (kind(array) != WireKind.ARRAY) {
      throw unexpected(array, "an array");
    }
    int behind = links[array];
    if (behind == array + 1) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<T> elements = ImmutableList.builder();
    for (int at = array + 1; at < behind; at = next(at)) {
      elements.add(element.apply(at));
    }
    return elements.build();
  }

  private void requireMap(int at) {
    if (kind(at) != WireKind.MAP) {
      throw unexpected(at, "a map");
    }
  }

  /**
   * The places of the values of a map.
   *
   * @param keys the keys asked for, in the order in which files have them
   * @return for every key its value or {@link #ABSENT}; other keys are ignored
   */
  int[] entries(int map, ImmutableList<String> keys) {
    requireMap(map);
    int[] values = new int[keys.size()];
    Arrays.fill(values, ABSENT);
    int behind = links[map];
    int guess = 0;
    for (int at = map + 1; at < behind; at = next(at + 1)) {
      String key = texts.get(~links[at]);
      int found = guess < keys.size() && key.equals(keys.get(guess)) ? guess : keys.indexOf(key);
      if (found >= 0) {
        values[found] = at + 1;
        guess = found + 1;
      }
    }
    return values;
  }

  /** The places of the values of a map that has all {@code keys}. */
  int[] required(int map, ImmutableList<String> keys) {
    int[] values = entries(map, keys);
    for (int i = 0; i < values.length; i++) {
      if (values[i] == ABSENT) {
        throw missing(map, keys.get(i));
      }
    }
    return values;
  }

  private IrException missing(int map, String key) {
    return malformedAt(map, "a map without the key '" + key + "'");
  }

  /** The value of {@code key} in a map; {@link #ABSENT} when there is none. */
  int find(int map, String key) {
    requireMap(map);
    int behind = links[map];
    for (int at = map + 1; at < behind; at = next(at + 1)) {
      if (texts.get(~links[at]).equals(key)) {
        return at + 1;
      }
    }
    return ABSENT;
  }

  /** The value of {@code key} in a map that must have it. */
  int get(int map, String key) {
    int value = find(map, key);
    if (value == ABSENT) {
      throw missing(map, key);
    }
    return value;
  }
}
