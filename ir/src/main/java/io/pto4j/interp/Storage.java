package io.pto4j.interp;

import io.pto4j.ir.DataType;
import io.pto4j.numeric.Elements;
import io.pto4j.numeric.FloatFormat;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Elements that several values may share, each of which either holds a value or is poison.
 *
 * <p>Runs go from element {@code at} with a stride; a stride of 0 repeats one element.
 */
sealed interface Storage {
  void read(long at, long stride, float[] to, int toAt, int n);

  void read(long at, long stride, long[] to, int toAt, int n);

  void write(long at, long stride, float[] from, int fromAt, int n);

  void write(long at, long stride, long[] from, int fromAt, int n);

  /** The number in the run of its first element without a value; -1 if all have one. */
  int firstPoison(long at, long stride, int n);

  /** The array that a packed value of this size is, if there is one; not to be changed. */
  default float[] floatsOrNull(int size) {
    return null;
  }

  /** As {@link #floatsOrNull} for integers. */
  default long[] longsOrNull(int size) {
    return null;
  }

  private static IllegalStateException mixed() {
    return new IllegalStateException("integers in a floating-point value, or the other way around");
  }

  /** Which elements of an array hold a value. */
  final class Written {
    private final BitSet bits;

    /** All hold a value if {@code bits} is null. */
    private Written(BitSet bits) {
      this.bits = bits;
    }

    static Written all() {
      return new Written(null);
    }

    static Written none() {
      return new Written(new BitSet());
    }

    boolean complete() {
      return bits == null;
    }

    int firstMissing(long at, long stride, int n) {
      if (bits == null || n == 0) {
        return -1;
      }
      if (stride == 1) {
        int clear = bits.nextClearBit((int) at);
        return clear < at + n ? (int) (clear - at) : -1;
      }
      int steps = stride == 0 ? 1 : n;
      for (int i = 0; i < steps; i++) {
        if (!bits.get((int) (at + i * stride))) {
          return i;
        }
      }
      return -1;
    }

    void add(long at, long stride, int n) {
      if (bits == null) {
        return;
      }
      if (stride == 1) {
        bits.set((int) at, (int) at + n);
        return;
      }
      for (int i = 0; i < n; i++) {
        bits.set((int) (at + i * stride));
      }
    }
  }

  /** Floating-point elements. */
  final class Floats implements Storage {
    private final float[] elements;
    private final Written written;

    Floats(float[] elements, Written written) {
      this.elements = elements;
      this.written = written;
    }

    @Override
    public void read(long at, long stride, float[] to, int toAt, int n) {
      if (stride == 1) {
        System.arraycopy(elements, (int) at, to, toAt, n);
      } else if (stride == 0) {
        Arrays.fill(to, toAt, toAt + n, elements[(int) at]);
      } else {
        for (int i = 0; i < n; i++) {
          to[toAt + i] = elements[(int) (at + i * stride)];
        }
      }
    }

    @Override
    public void write(long at, long stride, float[] from, int fromAt, int n) {
      if (stride == 1) {
        System.arraycopy(from, fromAt, elements, (int) at, n);
      } else {
        for (int i = 0; i < n; i++) {
          elements[(int) (at + i * stride)] = from[fromAt + i];
        }
      }
      written.add(at, stride, n);
    }

    @Override
    public void read(long at, long stride, long[] to, int toAt, int n) {
      throw mixed();
    }

    @Override
    public void write(long at, long stride, long[] from, int fromAt, int n) {
      throw mixed();
    }

    @Override
    public int firstPoison(long at, long stride, int n) {
      return written.firstMissing(at, stride, n);
    }

    @Override
    public float[] floatsOrNull(int size) {
      return written.complete() && elements.length == size ? elements : null;
    }
  }

  /** Integer or truth-value elements. */
  final class Longs implements Storage {
    private final long[] elements;
    private final Written written;

    Longs(long[] elements, Written written) {
      this.elements = elements;
      this.written = written;
    }

    @Override
    public void read(long at, long stride, long[] to, int toAt, int n) {
      if (stride == 1) {
        System.arraycopy(elements, (int) at, to, toAt, n);
      } else if (stride == 0) {
        Arrays.fill(to, toAt, toAt + n, elements[(int) at]);
      } else {
        for (int i = 0; i < n; i++) {
          to[toAt + i] = elements[(int) (at + i * stride)];
        }
      }
    }

    @Override
    public void write(long at, long stride, long[] from, int fromAt, int n) {
      if (stride == 1) {
        System.arraycopy(from, fromAt, elements, (int) at, n);
      } else {
        for (int i = 0; i < n; i++) {
          elements[(int) (at + i * stride)] = from[fromAt + i];
        }
      }
      written.add(at, stride, n);
    }

    @Override
    public void read(long at, long stride, float[] to, int toAt, int n) {
      throw mixed();
    }

    @Override
    public void write(long at, long stride, float[] from, int fromAt, int n) {
      throw mixed();
    }

    @Override
    public int firstPoison(long at, long stride, int n) {
      return written.firstMissing(at, stride, n);
    }

    @Override
    public long[] longsOrNull(int size) {
      return written.complete() && elements.length == size ? elements : null;
    }
  }

  /** Elements in memory of the caller, all of which hold a value. */
  record Memory(DataType dtype, MemorySegment segment) implements Storage {
    @Override
    public void read(long at, long stride, float[] to, int toAt, int n) {
      if (stride == 1) {
        Elements.read(dtype, segment, at * dtype.bytes(), to, toAt, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        Elements.read(dtype, segment, (at + i * stride) * dtype.bytes(), to, toAt + i, 1);
      }
    }

    @Override
    public void read(long at, long stride, long[] to, int toAt, int n) {
      if (stride == 1) {
        Elements.read(dtype, segment, at * dtype.bytes(), to, toAt, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        Elements.read(dtype, segment, (at + i * stride) * dtype.bytes(), to, toAt + i, 1);
      }
    }

    @Override
    public void write(long at, long stride, float[] from, int fromAt, int n) {
      if (stride == 1) {
        Elements.write(dtype, segment, at * dtype.bytes(), from, fromAt, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        Elements.write(dtype, segment, (at + i * stride) * dtype.bytes(), from, fromAt + i, 1);
      }
    }

    @Override
    public void write(long at, long stride, long[] from, int fromAt, int n) {
      if (stride == 1) {
        Elements.write(dtype, segment, at * dtype.bytes(), from, fromAt, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        Elements.write(dtype, segment, (at + i * stride) * dtype.bytes(), from, fromAt + i, 1);
      }
    }

    @Override
    public int firstPoison(long at, long stride, int n) {
      return -1;
    }
  }

  /** Elements without a value. */
  static Storage undefined(DataType dtype, int size) {
    if (dtype.isFloat()) {
      FloatFormat.of(dtype);
      return new Floats(new float[size], Written.none());
    }
    return new Longs(new long[size], Written.none());
  }
}
