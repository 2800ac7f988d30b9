package io.pto4j.sim.timing;

import java.util.Arrays;

/**
 * When ranges of one memory were last written and read. A range that is accessed again in the same
 * extent keeps one entry.
 */
final class RangeTimes {
  private static final int PRUNE_ABOVE = 96;

  private long[] from = new long[16];
  private long[] to = new long[16];
  private long[] written = new long[16];
  private long[] read = new long[16];
  private int size;
  private long forgotten;

  /** The earliest time a read of the range may start. */
  long afterWrites(long lo, long hi) {
    long time = forgotten;
    for (int i = 0; i < size; i++) {
      if (from[i] < hi && lo < to[i]) {
        time = Math.max(time, written[i]);
      }
    }
    return time;
  }

  /** The earliest time a write of the range may start. */
  long afterAll(long lo, long hi) {
    long time = forgotten;
    for (int i = 0; i < size; i++) {
      if (from[i] < hi && lo < to[i]) {
        time = Math.max(time, Math.max(written[i], read[i]));
      }
    }
    return time;
  }

  void wasRead(long lo, long hi, long time, long forgetBefore) {
    int i = entry(lo, hi, forgetBefore);
    read[i] = Math.max(read[i], time);
  }

  void wasWritten(long lo, long hi, long time, long forgetBefore) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      // a write waits for everything it covers, so that the covered entries say nothing new
      if (from[i] < lo || to[i] > hi || (from[i] == lo && to[i] == hi)) {
        move(i, kept++);
      }
    }
    size = kept;
    int i = entry(lo, hi, forgetBefore);
    written[i] = Math.max(written[i], time);
  }

  private void move(int source, int target) {
    from[target] = from[source];
    to[target] = to[source];
    written[target] = written[source];
    read[target] = read[source];
  }

  private int entry(long lo, long hi, long forgetBefore) {
    for (int i = 0; i < size; i++) {
      if (from[i] == lo && to[i] == hi) {
        return i;
      }
    }
    if (size >= PRUNE_ABOVE) {
      prune(forgetBefore);
    }
    if (size == from.length) {
      from = Arrays.copyOf(from, size * 2);
      to = Arrays.copyOf(to, size * 2);
      written = Arrays.copyOf(written, size * 2);
      read = Arrays.copyOf(read, size * 2);
    }
    from[size] = lo;
    to[size] = hi;
    written[size] = 0;
    read[size] = 0;
    return size++;
  }

  /**
   * Drops what all working pipes have passed; a pipe that has not worked yet waits for that time
   * too.
   */
  private void prune(long before) {
    forgotten = Math.max(forgotten, before);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (Math.max(written[i], read[i]) > before) {
        move(i, kept++);
      }
    }
    size = kept;
  }
}
