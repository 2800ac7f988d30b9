package io.pto4j.numeric;

import java.util.Arrays;

/**
 * Elementwise functions of two operands.
 *
 * <p>Floating point follows IEEE 754, division by zero included. Integers wrap around; integer
 * division truncates toward zero.
 *
 * <p>Source: PTO ISA, arithmetic rules.
 */
public enum Binary {
  ADD,
  SUB,
  MUL,
  DIV,
  /** {@code a < b ? b : a}, so the first operand if either is NaN or both are zero. */
  MAX,
  /** {@code b < a ? b : a}, so the first operand if either is NaN or both are zero. */
  MIN,
  /** Remainder with the sign of the divisor. */
  REM,
  /** Remainder with the sign of the dividend. */
  FMOD,
  /** {@code exp(a - b)}, the difference rounded to the element type; floating point only. */
  EXPDIF,
  /** Bitwise; integers only. */
  AND,
  /** Bitwise; integers only. */
  OR,
  /** Bitwise; integers only. */
  XOR,
  /** Integers only; the count is less than the width. */
  SHL,
  /** Arithmetic for signed types, logical for unsigned ones; the count is less than the width. */
  SHR;

  private static final int CHUNK = 1024;

  /** Whether the function takes floating-point elements. */
  public boolean onFloats() {
    return switch (this) {
      case ADD, SUB, MUL, DIV, MAX, MIN, REM, FMOD, EXPDIF -> true;
      case AND, OR, XOR, SHL, SHR -> false;
    };
  }

  /** Whether the function takes integers. */
  public boolean onIntegers() {
    return this != EXPDIF;
  }

  /**
   * Elements {@code d[dAt + i] = f(a[at + i], b[bAt + i])} for {@code i < n}; fastest where the
   * starts are equal.
   *
   * @throws UnsupportedOperationException if the function is for integers only
   */
  public void apply(
      FloatFormat format, float[] a, int at, float[] b, int bAt, float[] d, int dAt, int n) {
    if (at == dAt && bAt == dAt) {
      apply(format, a, b, d, dAt, dAt + n);
      return;
    }
    float[] x = new float[Math.min(n, CHUNK)];
    float[] y = new float[x.length];
    for (int done = 0; done < n; done += x.length) {
      int count = Math.min(x.length, n - done);
      System.arraycopy(a, at + done, x, 0, count);
      System.arraycopy(b, bAt + done, y, 0, count);
      apply(format, x, y, x, 0, count);
      System.arraycopy(x, 0, d, dAt + done, count);
    }
  }

  private void apply(FloatFormat format, float[] a, float[] b, float[] d, int from, int to) {
    switch (this) {
      case ADD -> FloatLoops.add(a, b, d, from, to);
      case SUB -> FloatLoops.sub(a, b, d, from, to);
      case MUL -> FloatLoops.mul(a, b, d, from, to);
      case DIV -> FloatLoops.div(a, b, d, from, to);
      case MAX -> FloatLoops.max(a, b, d, from, to);
      case MIN -> FloatLoops.min(a, b, d, from, to);
      case REM -> FloatLoops.rem(a, b, d, from, to);
      case FMOD -> FloatLoops.fmod(a, b, d, from, to);
      case EXPDIF -> {
        FloatLoops.sub(a, b, d, from, to);
        format.round(d, from, to - from);
        Transcendental.exp(d, d, from, to);
      }
      case AND, OR, XOR, SHL, SHR ->
          throw new UnsupportedOperationException(this + " is not defined on " + format);
    }
    format.round(d, from, to - from);
  }

  /**
   * Elements {@code d[dAt + i] = f(a[at + i], b[bAt + i])} for {@code i < n}.
   *
   * @throws UnsupportedOperationException if the function is for floating point only
   * @throws ArithmeticException if an integer is divided by zero or a shift count is out of range
   */
  public void apply(
      IntFormat format, long[] a, int at, long[] b, int bAt, long[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = apply(format, a[at + i], b[bAt + i]);
    }
  }

  /** One element; see the loop. */
  public float apply(FloatFormat format, float a, float b) {
    float[] x = {a};
    float[] y = {b};
    apply(format, x, y, x, 0, 1);
    return x[0];
  }

  /** One element; see the loop. */
  public long apply(IntFormat format, long a, long b) {
    return format.wrap(
        switch (this) {
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL -> a * b;
          case DIV -> format == IntFormat.UINT64 ? Long.divideUnsigned(a, b) : a / b;
          case MAX -> format.compare(a, b) < 0 ? b : a;
          case MIN -> format.compare(b, a) < 0 ? b : a;
          case REM ->
              format == IntFormat.UINT64 ? Long.remainderUnsigned(a, b) : Math.floorMod(a, b);
          case FMOD -> format == IntFormat.UINT64 ? Long.remainderUnsigned(a, b) : a % b;
          case AND -> a & b;
          case OR -> a | b;
          case XOR -> a ^ b;
          case SHL -> a << count(format, b);
          case SHR -> format.signed() ? a >> count(format, b) : a >>> count(format, b);
          case EXPDIF ->
              throw new UnsupportedOperationException(this + " is not defined on " + format);
        });
  }

  private static long count(IntFormat format, long count) {
    if (count < 0 || count >= format.bits()) {
      throw new ArithmeticException(
          "a shift by " + count + " of a " + format.bits() + "-bit element is undefined");
    }
    return count;
  }

  /** {@link #apply} with one second operand for all elements. */
  public void applyRight(
      FloatFormat format, float[] a, int at, float b, float[] d, int dAt, int n) {
    if (a == d) {
      float[] same = new float[n];
      Arrays.fill(same, b);
      apply(format, a, at, same, 0, d, dAt, n);
      return;
    }
    Arrays.fill(d, dAt, dAt + n, b);
    apply(format, a, at, d, dAt, d, dAt, n);
  }

  /** {@link #apply} with one first operand for all elements. */
  public void applyLeft(
      FloatFormat format, float a, float[] b, int bAt, float[] d, int dAt, int n) {
    if (b == d) {
      float[] same = new float[n];
      Arrays.fill(same, a);
      apply(format, same, 0, b, bAt, d, dAt, n);
      return;
    }
    Arrays.fill(d, dAt, dAt + n, a);
    apply(format, d, dAt, b, bAt, d, dAt, n);
  }

  /** {@link #apply} with one second operand for all elements. */
  public void applyRight(IntFormat format, long[] a, int at, long b, long[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = apply(format, a[at + i], b);
    }
  }

  /** {@link #apply} with one first operand for all elements. */
  public void applyLeft(IntFormat format, long a, long[] b, int bAt, long[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = apply(format, a, b[bAt + i]);
    }
  }
}
