package io.pto4j.sim.machine;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The parts of global memory that one kernel touched. */
public final class AccessLog {
  private static final int FEW = 4096;
  private static final int MAX_RANK = 5;

  /** How a part of memory is touched. */
  public enum Kind {
    READ,
    WRITE,
    /** Adds in memory, which may come in any order among themselves. */
    ATOMIC;

    /** Whether the result depends on which of two accesses to one byte comes first. */
    public boolean conflictsWith(Kind other) {
      return this == WRITE || this != other;
    }
  }

  /**
   * Bytes of a buffer.
   *
   * @param from the first byte
   * @param to the byte after the last
   */
  public record Range(GmBuffer buffer, Kind kind, long from, long to) {}

  private final Map<GmBuffer, List<Range>> ranges = new IdentityHashMap<>();
  private final int[] axes = new int[MAX_RANK];
  private int count;
  private int limit = FEW;

  /** Notes what a transfer through a view touches. */
  public void add(GmView view, Kind kind) {
    int rank = 0;
    for (int axis = 0; axis < view.shape().length; axis++) {
      if (view.shape()[axis] == 0) {
        return;
      }
      if (view.shape()[axis] > 1 && view.strides()[axis] > 0) {
        axes[rank++] = axis;
      }
    }
    sortByStride(view.strides(), rank);
    int bytes = view.element().bytes();
    long run = 1;
    while (rank > 0 && view.strides()[axes[rank - 1]] == run) {
      run *= view.shape()[axes[--rank]];
    }
    addRuns(view, kind, 0, rank, view.byteOffset(), run * bytes);
  }

  private void sortByStride(long[] strides, int rank) {
    for (int i = 1; i < rank; i++) {
      int axis = axes[i];
      int at = i;
      while (at > 0 && strides[axes[at - 1]] < strides[axis]) {
        axes[at] = axes[at - 1];
        at--;
      }
      axes[at] = axis;
    }
  }

  private void addRuns(GmView view, Kind kind, int depth, int rank, long offset, long bytes) {
    if (depth == rank) {
      add(view.buffer(), kind, offset, offset + bytes);
      return;
    }
    long step = view.strides()[axes[depth]] * view.element().bytes();
    for (long i = 0; i < view.shape()[axes[depth]]; i++) {
      addRuns(view, kind, depth + 1, rank, offset + i * step, bytes);
    }
  }

  /** Notes an access to bytes of a buffer. */
  public void add(GmBuffer buffer, Kind kind, long from, long to) {
    List<Range> known = ranges.computeIfAbsent(buffer, _ -> new ArrayList<>());
    if (!known.isEmpty() && known.getLast().kind() == kind && known.getLast().to() == from) {
      known.set(known.size() - 1, new Range(buffer, kind, known.getLast().from(), to));
      return;
    }
    known.add(new Range(buffer, kind, from, to));
    if (++count > limit) {
      ranges.replaceAll((_, list) -> merged(list));
      count = ranges.values().stream().mapToInt(List::size).sum();
      limit = FEW + 2 * count;
    }
  }

  /** What was touched; the ranges of one kind in one buffer lie apart. */
  public ImmutableList<Range> ranges() {
    return ranges.values().stream()
        .flatMap(list -> merged(list).stream())
        .collect(ImmutableList.toImmutableList());
  }

  private static List<Range> merged(List<Range> list) {
    List<Range> sorted = new ArrayList<>(list);
    sorted.sort(Comparator.comparing(Range::kind).thenComparingLong(Range::from));
    List<Range> out = new ArrayList<>();
    for (Range next : sorted) {
      Range last = out.isEmpty() ? null : out.getLast();
      if (last != null && last.kind() == next.kind() && next.from() <= last.to()) {
        long to = Math.max(last.to(), next.to());
        out.set(out.size() - 1, new Range(last.buffer(), last.kind(), last.from(), to));
      } else {
        out.add(next);
      }
    }
    return out;
  }
}
