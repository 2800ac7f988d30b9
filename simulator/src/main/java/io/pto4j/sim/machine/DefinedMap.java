package io.pto4j.sim.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Which bytes of a memory hold a value that was written: one bit per byte. Hardware gives no value
 * to the others; reading them into a result is a mistake that the simulator reports.
 */
public final class DefinedMap {
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;
  private final long size;
  private final boolean shared;

  private DefinedMap(long size, boolean shared) {
    this.size = size;
    this.words = new long[Math.toIntExact((size + 63) >>> 6)];
    this.shared = shared;
  }

  /** A map of {@code size} bytes, all undefined, for one thread. */
  public DefinedMap(long size) {
    this(size, false);
  }

  /**
   * A map of {@code size} bytes, all undefined, for threads that write different bytes, which may
   * lie in one word.
   */
  public static DefinedMap shared(long size) {
    return new DefinedMap(size, true);
  }

  /** Number of bytes. */
  public long size() {
    return size;
  }

  /** Makes everything undefined. */
  public void clear() {
    Arrays.fill(words, 0);
  }

  /** Marks the bytes from {@code from} to before {@code to} as defined. */
  public void define(long from, long to) {
    if (from >= to) {
      return;
    }
    int first = (int) (from >>> 6);
    int last = (int) ((to - 1) >>> 6);
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      set(first, head & tail);
      return;
    }
    set(first, head);
    Arrays.fill(words, first + 1, last, -1L);
    set(last, tail);
  }

  /** Marks the bytes from {@code from} to before {@code to} as undefined. */
  public void undefine(long from, long to) {
    if (from >= to) {
      return;
    }
    int first = (int) (from >>> 6);
    int last = (int) ((to - 1) >>> 6);
    long head = -1L << from;
    long tail = -1L >>> -to;
    if (first == last) {
      clear(first, head & tail);
      return;
    }
    clear(first, head);
    Arrays.fill(words, first + 1, last, 0L);
    clear(last, tail);
  }

  private void set(int word, long bits) {
    if (shared) {
      WORDS.getAndBitwiseOr(words, word, bits);
    } else {
      words[word] |= bits;
    }
  }

  private void clear(int word, long bits) {
    if (shared) {
      WORDS.getAndBitwiseAnd(words, word, ~bits);
    } else {
      words[word] &= ~bits;
    }
  }

  /** Whether all bytes from {@code from} to before {@code to} are defined. */
  public boolean isDefined(long from, long to) {
    return firstUndefined(from, to) < 0;
  }

  /** The first undefined byte from {@code from} to before {@code to}, or -1. */
  public long firstUndefined(long from, long to) {
    if (from >= to) {
      return -1;
    }
    int first = (int) (from >>> 6);
    int last = (int) ((to - 1) >>> 6);
    for (int i = first; i <= last; i++) {
      long missing = ~words[i];
      if (i == first) {
        missing &= -1L << from;
      }
      if (i == last) {
        missing &= -1L >>> -to;
      }
      if (missing != 0) {
        return ((long) i << 6) + Long.numberOfTrailingZeros(missing);
      }
    }
    return -1;
  }
}
