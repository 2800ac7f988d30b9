package io.pto4j.serial;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the values in the bytes of a file. Every claimed length is checked against the bytes that
 * are left, so a hostile file costs no more memory than its own size warrants, and values within
 * values cost no stack.
 *
 * <p>MessagePack in its own few lines: see {@link WireWriter}.
 */
final class WireScanner {
  private static final int MAX_DEPTH = 40_000;

  /** In the place of the last key: none yet, or not in a map. */
  private static final int NO_KEY = -1;

  private static final int NO_MAP = -2;

  /** What is told about the numbers of nodes as they are come across. */
  interface NodeListener {
    /**
     * @param map the place of the node
     * @param offset where its number stands
     */
    void node(int map, long id, int offset);
  }

  private final byte[] bytes;
  private final NodeListener listener;
  private final WireTexts texts;
  private int position;
  private int[] offsets = new int[64];
  private int[] links = new int[64];
  private int count;

  // the arrays and maps around, the innermost last
  private int[] open = new int[32];
  private int[] left = new int[32];
  private int[] lastKey = new int[32];
  private boolean[] unordered = new boolean[32];
  private int depth;

  private WireScanner(byte[] bytes, int start, NodeListener listener) {
    this.bytes = bytes;
    this.position = start;
    this.listener = listener;
    this.texts = new WireTexts(bytes);
  }

  /**
   * The first value at {@code start}.
   *
   * @throws io.pto4j.ir.IrException when the bytes are not MessagePack
   */
  static WireTape scan(byte[] bytes, int start, NodeListener listener) {
    WireScanner scanner = new WireScanner(bytes, start, listener);
    scanner.scan();
    return new WireTape(
        bytes, scanner.offsets, scanner.links, scanner.texts.all(), scanner.position);
  }

  private void scan() {
    do {
      value();
    } while (depth > 0);
  }

  private void value() {
    int offset = position;
    require(1, offset);
    int tag = Byte.toUnsignedInt(bytes[position++]);
    WireKind kind =
        WireKind.find(tag)
            .orElseThrow(
                () -> WireTape.malformed("unexpected value of tag 0x%02x".formatted(tag), offset));
    boolean key = expectsKey();
    if (key && kind != WireKind.TEXT) {
      throw WireTape.malformed("a map key that is " + kind.what(), offset);
    }
    int at = append(offset);
    switch (kind) {
      case NIL, BOOL -> {}
      case REAL -> skip(tag == WireTag.FLOAT32 ? Float.BYTES : Double.BYTES, offset);
      case INT -> integer(tag, at);
      case TEXT -> text(tag, at, key);
      case ARRAY, MAP -> container(tag, kind == WireKind.MAP, at);
    }
    if (kind != WireKind.ARRAY && kind != WireKind.MAP) {
      completed();
    }
  }

  private int append(int offset) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      links = Arrays.copyOf(links, 2 * count);
    }
    offsets[count] = offset;
    return count++;
  }

  private boolean expectsKey() {
    return depth > 0 && isMap(depth - 1) && left[depth - 1] % 2 == 0;
  }

  private boolean isMap(int level) {
    return lastKey[level] != NO_MAP;
  }

  private void integer(int tag, int at) {
    int offset = offsets[at];
    if (tag >= WireTag.UINT8 && tag < WireTag.NEGATIVE) {
      boolean signed = tag >= WireTag.INT8;
      skip(1 << (tag - (signed ? WireTag.INT8 : WireTag.UINT8)), offset);
      if (tag == WireTag.UINT8 + 3 && bytes[offset + 1] < 0) {
        throw WireTape.malformed("a number above the 64-bit signed range", offset);
      }
    }
    int around = depth - 1;
    if (depth > 0 && isMap(around) && lastKey[around] >= 0 && key(lastKey[around]).equals("id")) {
      listener.node(open[around], WireTape.integer(bytes, offset), offset);
    }
  }

  private String key(int at) {
    return texts.all().get(~links[at]);
  }

  private void text(int tag, int at, boolean key) {
    int offset = offsets[at];
    int length =
        room(tag < WireTag.NIL ? tag & 0x1f : length(tag - WireTag.STRING8, offset), offset);
    links[at] = ~texts.number(position, length, offset);
    position += length;
    if (key) {
      int map = depth - 1;
      int before = lastKey[map];
      lastKey[map] = at;
      unordered[map] |= before >= 0 && key(before).compareTo(key(at)) >= 0;
    }
  }

  private void container(int tag, boolean map, int at) {
    int offset = offsets[at];
    int fix = map ? WireTag.FIX_MAP : WireTag.FIX_ARRAY;
    long size =
        tag < WireTag.FIX_STRING
            ? tag - fix
            : length(1 + tag - (map ? WireTag.MAP16 : WireTag.ARRAY16), offset);
    int elements = room(map ? 2 * size : size, offset);
    if (depth >= MAX_DEPTH) {
      throw WireTape.malformed("values nested deeper than " + MAX_DEPTH + " levels", offset);
    }
    if (elements == 0) {
      links[at] = count;
      completed();
      return;
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth);
      left = Arrays.copyOf(left, 2 * depth);
      lastKey = Arrays.copyOf(lastKey, 2 * depth);
      unordered = Arrays.copyOf(unordered, 2 * depth);
    }
    open[depth] = at;
    left[depth] = elements;
    lastKey[depth] = map ? NO_KEY : NO_MAP;
    unordered[depth] = false;
    depth++;
  }

  /** Closes the arrays and maps that the value just read completes. */
  private void completed() {
    while (depth > 0 && --left[depth - 1] == 0) {
      depth--;
      links[open[depth]] = count;
      if (unordered[depth]) {
        requireDistinctKeys(open[depth]);
      }
    }
  }

  private void requireDistinctKeys(int map) {
    Set<String> keys = new HashSet<>();
    WireTape tape = new WireTape(bytes, offsets, links, texts.all(), position);
    for (int at = map + 1; at < links[map]; at = tape.next(at + 1)) {
      if (!keys.add(key(at))) {
        throw WireTape.malformed("the key '" + key(at) + "' twice in one map", offsets[at]);
      }
    }
  }

  /** A length of 1, 2 or 4 bytes, by {@code width} 0, 1 or 2. */
  private long length(int width, int offset) {
    require(1 << width, offset);
    long length = 0;
    for (int i = 0; i < 1 << width; i++) {
      length = length << Byte.SIZE | Byte.toUnsignedLong(bytes[position++]);
    }
    return length;
  }

  private void skip(int length, int offset) {
    require(length, offset);
    position += length;
  }

  private void require(int length, int offset) {
    if (bytes.length - position < length) {
      throw WireTape.malformed("the data ends too early", offset);
    }
  }

  private int room(long needed, int offset) {
    if (needed > bytes.length - position) {
      throw WireTape.malformed(
          "a length of %d where only %d bytes are left".formatted(needed, bytes.length - position),
          offset);
    }
    return (int) needed;
  }
}
