package io.pto4j.sim.runtime;

/**
 * Whether two views of one allocation share elements.
 *
 * <p>Source: task runtime, overlap test.
 */
enum Overlap {
  NONE,
  /** The new access contains the recorded one. */
  COVERED,
  OTHER;

  /** How a new access lies to a recorded write of the same allocation. */
  static Overlap of(DeviceTensor input, DeviceTensor entry) {
    long inputEnd = input.start() + input.span();
    long entryEnd = entry.start() + entry.span();
    if (inputEnd <= entry.start()
        || entryEnd <= input.start()
        || input.span() == 0
        || entry.span() == 0) {
      return NONE;
    }
    if (!comparable(input, entry)) {
      return OTHER;
    }
    long[] a = decompose(input);
    long[] b = decompose(entry);
    if (a.length == 0 || b.length == 0) {
      return OTHER;
    }
    boolean covers = true;
    for (int i = 0; i < a.length; i++) {
      long aEnd = a[i] + input.extent(i);
      long bEnd = b[i] + entry.extent(i);
      if (aEnd <= b[i] || bEnd <= a[i]) {
        return NONE;
      }
      covers &= a[i] <= b[i] && bEnd <= aEnd;
    }
    return covers ? COVERED : OTHER;
  }

  private static boolean comparable(DeviceTensor a, DeviceTensor b) {
    int rank = a.rank();
    if (a.dtype() != b.dtype() || rank != b.rank() || rank == 0 || a.stride(rank - 1) != 1) {
      return false;
    }
    for (int i = 0; i < rank; i++) {
      if (a.stride(i) != b.stride(i) || (i + 1 < rank && a.stride(i) % a.stride(i + 1) != 0)) {
        return false;
      }
    }
    return a.allocation().buffer().size() / a.bytes() % a.stride(0) == 0;
  }

  /** The origin as an offset per axis; empty when it does not decompose. */
  private static long[] decompose(DeviceTensor t) {
    long[] out = new long[t.rank()];
    long rest = t.start();
    for (int i = 0; i < t.rank(); i++) {
      out[i] = rest / t.stride(i);
      rest %= t.stride(i);
      long axis = i == 0 ? Long.MAX_VALUE : t.stride(i - 1) / t.stride(i);
      if (out[i] + t.extent(i) > axis) {
        return new long[0];
      }
    }
    return out;
  }
}
