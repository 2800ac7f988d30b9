package io.pto4j.sim.timing;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The clock of one core. Instructions come in program order; each starts when its pipe is free and
 * the data it touches is there: after the last write for what it reads, after the last write and
 * the last reads for what it writes.
 *
 * <p>Within a pipe that is what the flags and barriers the assembler inserts enforce, so that a
 * dependent vector instruction waits for the tail of the one before and pays its own head again.
 *
 * <p>Source: PTO cost model, how pipe times are combined; unlike it, write-after-read is modelled
 * too.
 */
public final class PipeClock {
  private static final int PIPES = Pipe.values().length;

  private final long[] free = new long[PIPES];
  private final long[] visible = new long[PIPES];
  private final long[] busy = new long[PIPES];
  private final IdentityHashMap<Object, RangeTimes> memories = new IdentityHashMap<>();
  private final Object[] memory = new Object[16];
  private final long[] lo = new long[16];
  private final long[] hi = new long[16];
  private final boolean[] write = new boolean[16];
  private int touched;
  private long earliest;
  private long floor;

  /** The next instruction reads this range. */
  public void reads(Object of, long from, long to) {
    touch(of, from, to, false);
  }

  /** The next instruction writes this range. */
  public void writes(Object of, long from, long to) {
    touch(of, from, to, true);
  }

  private void touch(Object of, long from, long to, boolean isWrite) {
    if (from >= to) {
      return;
    }
    RangeTimes times = memories.computeIfAbsent(of, _ -> new RangeTimes());
    earliest = Math.max(earliest, isWrite ? times.afterAll(from, to) : times.afterWrites(from, to));
    memory[touched] = of;
    lo[touched] = from;
    hi[touched] = to;
    write[touched++] = isWrite;
  }

  /** Runs an instruction that touches the ranges said before. */
  public void issue(Pipe pipe, Cost cost) {
    int p = pipe.queue();
    long start = Math.max(Math.max(free[p], earliest), floor);
    boolean wasEmpty = start > free[p] || busy[p] == 0;
    long work = (wasEmpty ? cost.head() : 0) + cost.busy();
    long end = start + work;
    free[p] = end;
    busy[p] += Math.max(work, 1);
    visible[p] = Math.max(visible[p], end + cost.tail());
    if (pipe == Pipe.S) {
      // the scalar unit hands out all instructions: what it waits for, later ones wait for
      floor = end;
    }
    long forget = oldest();
    for (int i = 0; i < touched; i++) {
      RangeTimes times = memories.get(memory[i]);
      if (write[i]) {
        times.wasWritten(lo[i], hi[i], end + cost.tail(), forget);
      } else {
        times.wasRead(lo[i], hi[i], end, forget);
      }
    }
    touched = 0;
    earliest = 0;
  }

  private long oldest() {
    long time = Long.MAX_VALUE;
    for (int p = 0; p < PIPES; p++) {
      if (busy[p] > 0) {
        time = Math.min(time, free[p]);
      }
    }
    return time;
  }

  /** Earlier instructions of a pipe finish before its later ones start. */
  public void barrier(Pipe pipe) {
    free[pipe.queue()] = Math.max(free[pipe.queue()], visible[pipe.queue()]);
  }

  /** Everything before finishes before anything after starts. */
  public void barrierAll() {
    floor = Math.max(floor, total());
  }

  /** Cycles until everything is finished. */
  public long total() {
    long time = 0;
    for (long v : visible) {
      time = Math.max(time, v);
    }
    return time;
  }

  /** Cycles a pipe was at work. */
  public long busy(Pipe pipe) {
    return busy[pipe.queue()];
  }

  /** Starts again at zero. */
  public void reset() {
    Arrays.fill(free, 0);
    Arrays.fill(visible, 0);
    Arrays.fill(busy, 0);
    memories.clear();
    touched = 0;
    earliest = 0;
    floor = 0;
  }
}
