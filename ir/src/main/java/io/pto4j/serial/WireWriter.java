package io.pto4j.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes values one after another, every number and length in its shortest form. The entries of a
 * map may be given in any order and come out in the order of their keys: those of a small map are
 * sorted at once, and those of a large one stay where they were written until the end, so that no
 * byte is moved more than a few times.
 *
 * <p>MessagePack in its own few lines: the usual library reaches into the JVM's internals, which
 * prints warnings into every compilation. Source: MessagePack specification.
 */
final class WireWriter {
  private static final int MAX_ENTRIES = 15;

  /** The size in bytes up to which a map is sorted at once. */
  private static final int SMALL = 1024;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[256];
  private int size;
  private final List<OpenMap> open = new ArrayList<>();
  private int depth;
  private final List<Move> moves = new ArrayList<>();
  private final byte[] small = new byte[SMALL];

  /** A map whose entries are being written; such objects are used again. */
  private static final class OpenMap {
    private final WireKey[] keys = new WireKey[MAX_ENTRIES];
    private final int[] starts = new int[MAX_ENTRIES + 1];
    private final int[] movesBefore = new int[MAX_ENTRIES + 1];
    private final int[] order = new int[MAX_ENTRIES];
    private int count;
    private boolean sorted;

    /** Puts the entries in the order of their keys. */
    void sort() {
      for (int entry = 0; entry < count; entry++) {
        int at = entry;
        while (at > 0 && keys[entry].isBefore(keys[order[at - 1]])) {
          order[at] = order[at - 1];
          at--;
        }
        order[at] = entry;
      }
    }
  }

  /**
   * A map whose entries are not in order.
   *
   * @param start where its first entry begins
   * @param nested the first of the moves within it, which stand before it in the list
   * @param parts its entries in the order of their keys
   */
  private record Move(int start, int end, int nested, List<Part> parts) {}

  /** A range of bytes, with the moves within it. */
  private record Part(int start, int end, int firstMove, int endMove) {}

  void nil() {
    put(WireTag.NIL);
  }

  void bool(boolean value) {
    put(value ? WireTag.TRUE : WireTag.FALSE);
  }

  void real(double value) {
    room(9);
    bytes[size] = (byte) WireTag.FLOAT64;
    LONG.set(bytes, size + 1, Double.doubleToRawLongBits(value));
    size += 9;
  }

  void integer(long v) {
    if (v >= -32 && v < 128) {
      put((int) v);
    } else if (v >= 0) {
      tagged(WireTag.UINT8, v < 1 << 8 ? 0 : v < 1 << 16 ? 1 : v < 1L << 32 ? 2 : 3, v);
    } else {
      int width =
          v >= Byte.MIN_VALUE ? 0 : v >= Short.MIN_VALUE ? 1 : v >= Integer.MIN_VALUE ? 2 : 3;
      tagged(WireTag.INT8, width, v);
    }
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = utf8.length;
    if (length <= 31) {
      put(WireTag.FIX_STRING | length);
    } else {
      tagged(WireTag.STRING8, length < 1 << 8 ? 0 : length < 1 << 16 ? 1 : 2, length);
    }
    raw(utf8);
  }

  /** The head of an array; its elements follow. */
  void array(int length) {
    if (length <= 15) {
      put(WireTag.FIX_ARRAY | length);
    } else {
      tagged(WireTag.ARRAY16 - 1, length < 1 << 16 ? 1 : 2, length);
    }
  }

  /** Begins a map of at most 15 entries. */
  void openMap() {
    if (depth == open.size()) {
      open.add(new OpenMap());
    }
    OpenMap map = open.get(depth++);
    map.count = 0;
    map.sorted = true;
    put(WireTag.FIX_MAP);
    map.starts[0] = size;
    map.movesBefore[0] = moves.size();
  }

  /** The key of the next entry of the map; its value follows. */
  void key(WireKey key) {
    OpenMap map = open.get(depth - 1);
    int n = map.count;
    if (n == MAX_ENTRIES) {
      throw new IllegalStateException("a map with more than " + MAX_ENTRIES + " entries");
    }
    map.sorted &= n == 0 || map.keys[n - 1].isBefore(key);
    map.keys[n] = key;
    map.starts[n] = size;
    map.movesBefore[n] = moves.size();
    map.count = n + 1;
    raw(key.encoded());
  }

  void closeMap() {
    OpenMap map = open.get(--depth);
    bytes[map.starts[0] - 1] = (byte) (WireTag.FIX_MAP | map.count);
    if (map.sorted) {
      return;
    }
    map.starts[map.count] = size;
    map.movesBefore[map.count] = moves.size();
    map.sort();
    boolean nothingWithin = map.movesBefore[0] == moves.size();
    if (nothingWithin && size - map.starts[0] <= SMALL) {
      sortNow(map);
    } else {
      moves.add(new Move(map.starts[0], size, map.movesBefore[0], parts(map)));
    }
  }

  private void sortNow(OpenMap map) {
    int start = map.starts[0];
    System.arraycopy(bytes, start, small, 0, size - start);
    int at = start;
    for (int i = 0; i < map.count; i++) {
      int entry = map.order[i];
      int length = map.starts[entry + 1] - map.starts[entry];
      System.arraycopy(small, map.starts[entry] - start, bytes, at, length);
      at += length;
    }
  }

  private static List<Part> parts(OpenMap map) {
    List<Part> parts = new ArrayList<>(map.count);
    for (int i = 0; i < map.count; i++) {
      int entry = map.order[i];
      parts.add(
          new Part(
              map.starts[entry],
              map.starts[entry + 1],
              map.movesBefore[entry],
              map.movesBefore[entry + 1]));
    }
    return parts;
  }

  /** What was written, with the entries of all maps in order. */
  byte[] toByteArray() {
    byte[] out = new byte[size];
    int at = size;
    // from the end to the start, since the moves of a range are found from its end; a list of what
    // is left, the next part last, as values may be nested deeper than the stack
    List<Part> work = new ArrayList<>();
    work.add(new Part(0, size, 0, moves.size()));
    while (!work.isEmpty()) {
      Part part = work.removeLast();
      int from = part.start;
      if (part.firstMove < part.endMove) {
        Move last = moves.get(part.endMove - 1);
        work.add(new Part(part.start, last.start, part.firstMove, last.nested));
        work.addAll(last.parts);
        from = last.end;
      }
      at -= part.end - from;
      System.arraycopy(bytes, from, out, at, part.end - from);
    }
    return out;
  }

  private void put(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  /** The tag {@code base + width} and {@code value} in 2 to the power of {@code width} bytes. */
  private void tagged(int base, int width, long value) {
    room(9);
    bytes[size] = (byte) (base + width);
    switch (width) {
      case 0 -> bytes[size + 1] = (byte) value;
      case 1 -> SHORT.set(bytes, size + 1, (short) value);
      case 2 -> INT.set(bytes, size + 1, (int) value);
      default -> LONG.set(bytes, size + 1, value);
    }
    size += 1 + (1 << width);
  }

  private void raw(byte[] content) {
    room(content.length);
    System.arraycopy(content, 0, bytes, size, content.length);
    size += content.length;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes =
          Arrays.copyOf(
              bytes,
              Math.max(
                  Math.addExact(size, more), (int) Math.min(2L * size, Integer.MAX_VALUE - 8)));
    }
  }
}
