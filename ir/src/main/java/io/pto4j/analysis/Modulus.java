package io.pto4j.analysis;

import com.google.common.math.LongMath;
import java.util.function.LongSupplier;

/**
 * The integers {@code base + k * step} for all integers {@code k}; step 0 stands for {@code base}
 * alone, step 1 for all integers. A result that does not fit in 64 bits becomes {@link #ALL}.
 *
 * @param step not negative
 * @param base between 0 and {@code step} unless that is 0
 */
public record Modulus(long step, long base) {
  public static final Modulus ALL = new Modulus(1, 0);

  public Modulus {
    if (step < 0) {
      throw new IllegalArgumentException("the step " + step + " is negative");
    }
    base = step == 0 ? base : Math.floorMod(base, step);
  }

  /** One number. */
  public static Modulus exactly(long value) {
    return new Modulus(0, value);
  }

  /** The multiples of {@code step}. */
  public static Modulus multipleOf(long step) {
    return new Modulus(step, 0);
  }

  public boolean isExact() {
    return step == 0;
  }

  /** Whether all members are multiples of {@code divisor}, which is positive. */
  public boolean isMultipleOf(long divisor) {
    return step % divisor == 0 && base % divisor == 0;
  }

  public boolean contains(long value) {
    return step == 0 ? value == base : Math.floorMod(value, step) == base;
  }

  Modulus plus(Modulus o) {
    return of(LongMath.gcd(step, o.step), () -> Math.addExact(base, o.base));
  }

  Modulus negated() {
    return of(step, () -> Math.negateExact(base));
  }

  Modulus minus(Modulus o) {
    return plus(o.negated());
  }

  Modulus times(Modulus o) {
    try {
      long steps = Math.multiplyExact(step, o.step);
      long left = Math.absExact(Math.multiplyExact(step, o.base));
      long right = Math.absExact(Math.multiplyExact(o.step, base));
      return of(
          LongMath.gcd(LongMath.gcd(steps, left), right), () -> Math.multiplyExact(base, o.base));
    } catch (ArithmeticException _) {
      // a product beyond 64 bits says nothing
      return ALL;
    }
  }

  /** Floor division; everything unless the divisor is one number and divides the step. */
  Modulus floorDiv(Modulus o) {
    boolean known = o.isExact() && o.base != 0 && step % o.base == 0;
    return known && !(base == Long.MIN_VALUE && o.base == -1)
        ? of(step == 0 ? 0 : Math.abs(step / o.base), () -> Math.floorDiv(base, o.base))
        : ALL;
  }

  /** Floor remainder. */
  Modulus floorMod(Modulus o) {
    if (!o.isExact() || o.base <= 0) {
      return ALL;
    }
    return step % o.base == 0
        ? exactly(Math.floorMod(base, o.base))
        : of(LongMath.gcd(step, o.base), () -> base);
  }

  /** Holds the members of both. */
  Modulus union(Modulus o) {
    try {
      long apart = Math.absExact(Math.subtractExact(base, o.base));
      return of(LongMath.gcd(LongMath.gcd(step, o.step), apart), () -> base);
    } catch (ArithmeticException _) {
      // the distance is beyond 64 bits
      return ALL;
    }
  }

  private static Modulus of(long step, LongSupplier base) {
    try {
      return new Modulus(step, base.getAsLong());
    } catch (ArithmeticException _) {
      // a number beyond 64 bits says nothing
      return ALL;
    }
  }
}
