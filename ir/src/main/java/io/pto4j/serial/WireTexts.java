package io.pto4j.serial;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.NodeFields;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The strings of a file. Short ones that occur often, such as keys, are made once. */
final class WireTexts {
  private static final int SHORT = 40;

  /**
   * Where more would have to be looked at, a string is made again: its hash may be chosen badly.
   */
  private static final int MAX_PROBES = 8;

  /** The names of fields as the readers have them: the same strings are equal at a glance. */
  private static final ImmutableMap<String, String> KEYS =
      NodeFields.classes().stream()
          .flatMap(c -> NodeFields.of(c).stream())
          .map(NodeFields.Field::name)
          .distinct()
          .collect(ImmutableMap.toImmutableMap(name -> name, name -> name));

  private static final long FACTOR = 0x9e3779b97f4a7c15L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private final List<String> all = new ArrayList<>();
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int[] hashes = new int[64];
  // numbers of short strings plus one, by their hash
  private int[] table = new int[256];
  private int inTable;

  WireTexts(byte[] bytes) {
    this.bytes = bytes;
  }

  List<String> all() {
    return all;
  }

  /**
   * The number of the string in {@code length} bytes from {@code start}.
   *
   * @param offset where the value begins, for messages
   */
  int number(int start, int length, int offset) {
    if (length > SHORT) {
      return add(start, length, 0, offset);
    }
    int hash = hash(start, length);
    int slot = slot(hash);
    for (int probe = 0; probe < MAX_PROBES; probe++) {
      int number = table[slot] - 1;
      if (number < 0) {
        int added = add(start, length, hash, offset);
        put(slot, added);
        return added;
      }
      if (hashes[number] == hash && isSame(number, start, length)) {
        return number;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return add(start, length, hash, offset);
  }

  /** A hash of the length, the first and the last bytes. */
  private int hash(int start, int length) {
    long hash = length;
    if (length >= Long.BYTES) {
      long last = (long) LONG.get(bytes, start + length - Long.BYTES);
      hash += FACTOR * ((long) LONG.get(bytes, start) + FACTOR * last);
    } else {
      for (int i = start; i < start + length; i++) {
        hash = 31 * hash + bytes[i];
      }
      hash *= FACTOR;
    }
    return (int) (hash ^ hash >>> Integer.SIZE);
  }

  private int slot(int hash) {
    return (hash ^ hash >>> 15) & (table.length - 1);
  }

  private boolean isSame(int number, int start, int length) {
    return Arrays.equals(bytes, starts[number], ends[number], bytes, start, start + length);
  }

  private int add(int start, int length, int hash, int offset) {
    int number = all.size();
    if (number == starts.length) {
      starts = Arrays.copyOf(starts, 2 * number);
      ends = Arrays.copyOf(ends, 2 * number);
      hashes = Arrays.copyOf(hashes, 2 * number);
    }
    starts[number] = start;
    ends[number] = start + length;
    hashes[number] = hash;
    String text = decoded(start, length, offset);
    all.add(KEYS.getOrDefault(text, text));
    return number;
  }

  private void put(int slot, int number) {
    table[slot] = number + 1;
    inTable++;
    if (2 * inTable > table.length) {
      grow();
    }
  }

  private void grow() {
    int[] old = table;
    table = new int[2 * old.length];
    inTable = 0;
    for (int entry : old) {
      if (entry > 0) {
        keep(entry);
      }
    }
  }

  /** Enters a string again, unless there are too many of its hash. */
  private void keep(int entry) {
    int slot = slot(hashes[entry - 1]);
    for (int probe = 0; probe < MAX_PROBES; probe++) {
      if (table[slot] == 0) {
        table[slot] = entry;
        inTable++;
        return;
      }
      slot = (slot + 1) & (table.length - 1);
    }
  }

  private String decoded(int start, int length, int offset) {
    for (int i = start; i < start + length; i++) {
      if (bytes[i] < 0) {
        return decodedUtf8(start, length, offset);
      }
    }
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  private String decodedUtf8(int start, int length, int offset) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException _) {
      throw WireTape.malformed("a string that is not UTF-8", offset);
    }
  }
}
