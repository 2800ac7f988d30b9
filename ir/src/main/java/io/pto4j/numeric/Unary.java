package io.pto4j.numeric;

/**
 * Elementwise functions of one operand.
 *
 * <p>Source: PTO ISA, elementwise table.
 */
public enum Unary {
  NEG,
  /** {@code a < 0 ? -a : a}: minus zero stays, and so does the smallest integer. */
  ABS,
  /** {@code a < 0 ? 0 : a}: minus zero and NaN stay. */
  RELU,
  /** Evaluated in binary64 and rounded; floating point only. */
  EXP,
  /** Natural logarithm, evaluated in binary64 and rounded; floating point only. */
  LOG,
  /** Floating point only. */
  SQRT,
  /** {@code 1 / sqrt(a)}, evaluated in binary64 and rounded; floating point only. */
  RSQRT,
  /** {@code 1 / a}; integers truncate. */
  RECIP,
  /** Bitwise complement; integers only. */
  NOT;

  /** Whether the function takes floating-point elements. */
  public boolean onFloats() {
    return this != NOT;
  }

  /** Whether the function takes integers. */
  public boolean onIntegers() {
    return switch (this) {
      case NEG, ABS, RELU, RECIP, NOT -> true;
      case EXP, LOG, SQRT, RSQRT -> false;
    };
  }

  /**
   * Elements {@code d[dAt + i] = f(a[at + i])} for {@code i < n}; fastest where the starts are
   * equal.
   *
   * @throws UnsupportedOperationException if the function is for integers only
   */
  public void apply(FloatFormat format, float[] a, int at, float[] d, int dAt, int n) {
    float[] from = a;
    if (at != dAt) {
      System.arraycopy(a, at, d, dAt, n);
      from = d;
    }
    apply(format, from, d, dAt, dAt + n);
  }

  private void apply(FloatFormat format, float[] a, float[] d, int from, int to) {
    switch (this) {
      case NEG -> FloatLoops.neg(a, d, from, to);
      case ABS -> FloatLoops.abs(a, d, from, to);
      case RELU -> FloatLoops.relu(a, d, from, to);
      case EXP -> Transcendental.exp(a, d, from, to);
      case LOG -> Transcendental.log(a, d, from, to);
      case SQRT -> FloatLoops.sqrt(a, d, from, to);
      case RSQRT -> FloatLoops.rsqrt(a, d, from, to);
      case RECIP -> FloatLoops.recip(a, d, from, to);
      case NOT -> throw new UnsupportedOperationException(this + " is not defined on " + format);
    }
    format.round(d, from, to - from);
  }

  /**
   * Elements {@code d[dAt + i] = f(a[at + i])} for {@code i < n}.
   *
   * @throws UnsupportedOperationException if the function is for floating point only
   * @throws ArithmeticException if it is the reciprocal of zero
   */
  public void apply(IntFormat format, long[] a, int at, long[] d, int dAt, int n) {
    for (int i = 0; i < n; i++) {
      d[dAt + i] = apply(format, a[at + i]);
    }
  }

  /** One element; see the loop. */
  public float apply(FloatFormat format, float a) {
    float[] d = {a};
    apply(format, d, 0, d, 0, 1);
    return d[0];
  }

  /** One element; see the loop. */
  public long apply(IntFormat format, long a) {
    return format.wrap(
        switch (this) {
          case NEG -> -a;
          case ABS -> format.compare(a, 0) < 0 ? -a : a;
          case RELU -> format.compare(a, 0) < 0 ? 0 : a;
          case RECIP -> Binary.DIV.apply(format, 1, a);
          case NOT -> ~a;
          case EXP, LOG, SQRT, RSQRT ->
              throw new UnsupportedOperationException(this + " is not defined on " + format);
        });
  }
}
