package io.pto4j.analysis;

/**
 * The integers from {@code min} to {@code max}; the extreme long values stand for no bound.
 * Arithmetic is conservative: what would overflow becomes unbounded.
 */
public record Interval(long min, long max) {
  private static final long NEG = Long.MIN_VALUE;
  private static final long POS = Long.MAX_VALUE;

  public static final Interval ALL = new Interval(NEG, POS);
  public static final Interval NON_NEGATIVE = new Interval(0, POS);
  static final Interval TRUTH = new Interval(0, 1);

  public static Interval of(long value) {
    return new Interval(value, value);
  }

  public boolean isEmpty() {
    return min > max;
  }

  public boolean isPositive() {
    return min > 0;
  }

  public boolean isNegative() {
    return max < 0;
  }

  public Interval intersect(Interval other) {
    long lower = Math.max(min, other.min);
    long upper = Math.min(max, other.max);
    return new Interval(lower, upper);
  }

  Interval plus(Interval o) {
    return new Interval(addMin(min, o.min), addMax(max, o.max));
  }

  Interval negated() {
    return new Interval(negate(max), negate(min));
  }

  Interval minus(Interval o) {
    return plus(o.negated());
  }

  Interval times(Interval o) {
    return hull(
        multiply(min, o.min), multiply(min, o.max), multiply(max, o.min), multiply(max, o.max));
  }

  /** Floor division; anything when the divisor may be zero. */
  Interval floorDiv(Interval o) {
    if (!o.isPositive() && !o.isNegative()) {
      return ALL;
    }
    return hull(divide(min, o.min), divide(min, o.max), divide(max, o.min), divide(max, o.max));
  }

  /** Floor remainder; anything unless the divisor is positive. */
  Interval floorMod(Interval o) {
    if (!o.isPositive()) {
      return ALL;
    }
    long most = o.max == POS ? POS : o.max - 1;
    return new Interval(0, min >= 0 ? Math.min(max, most) : most);
  }

  Interval min(Interval o) {
    return new Interval(Math.min(min, o.min), Math.min(max, o.max));
  }

  Interval max(Interval o) {
    return new Interval(Math.max(min, o.min), Math.max(max, o.max));
  }

  Interval abs() {
    if (min >= 0) {
      return this;
    }
    return max <= 0 ? negated() : new Interval(0, Math.max(negate(min), max));
  }

  private static Interval hull(long a, long b, long c, long d) {
    return new Interval(
        Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  private static boolean isInfinite(long value) {
    return value == NEG || value == POS;
  }

  private static long addMin(long a, long b) {
    return a == NEG || b == NEG ? NEG : add(a, b);
  }

  private static long addMax(long a, long b) {
    return a == POS || b == POS ? POS : add(a, b);
  }

  private static long add(long a, long b) {
    if (isInfinite(a) || isInfinite(b)) {
      return isInfinite(a) ? a : b;
    }
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? NEG : POS) : sum;
  }

  private static long negate(long value) {
    return value == NEG ? POS : value == POS ? NEG : -value;
  }

  private static long multiply(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    boolean negative = (a < 0) != (b < 0);
    if (isInfinite(a) || isInfinite(b)) {
      return negative ? NEG : POS;
    }
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return (high == 0 && low >= 0) || (high == -1 && low < 0) ? low : negative ? NEG : POS;
  }

  private static long divide(long a, long b) {
    boolean negative = (a < 0) != (b < 0);
    if (isInfinite(a)) {
      return negative ? NEG : POS;
    }
    if (isInfinite(b)) {
      return a == 0 || !negative ? 0 : -1;
    }
    return Math.floorDiv(a, b);
  }
}
