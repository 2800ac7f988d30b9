package io.pto4j.interp.edge;

import io.pto4j.ir.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic on single elements, written out from the definitions. A floating-point element is a
 * {@code Double}, any other a {@code Long}; an unsigned 64-bit one is its bits.
 */
final class Plain {
  private Plain() {}

  // ---- formats

  /** Digits, least exponent and largest value of a floating-point type. */
  private record Format(int digits, int exponent, double largest, boolean infinite) {}

  private static Format format(DataType t) {
    return switch (t) {
      case FP32 -> new Format(24, -126, Float.MAX_VALUE, true);
      case FP16 -> new Format(11, -14, 65504, true);
      case BF16 -> new Format(8, -126, 0x1.fep127, true);
      case FP8E4M3FN -> new Format(4, -6, 448, false);
      case FP8E5M2 -> new Format(3, -14, 57344, true);
      default -> throw new IllegalArgumentException(t.text());
    };
  }

  /** To nearest, ties to even. */
  static double round(DataType t, double x) {
    return t == DataType.FP32 ? (double) (float) x : round(t, x, 1);
  }

  /** By the code of a rounding mode: none, rint, round, floor, ceil, trunc, odd. */
  static double round(DataType t, double x, int mode) {
    Format f = format(t);
    if (Double.isNaN(x) || x == 0) {
      return x;
    }
    if (Double.isInfinite(x)) {
      return f.infinite ? x : Math.copySign(f.largest, x);
    }
    double step = Math.scalb(1.0, Math.max(Math.getExponent(x), f.exponent) - f.digits + 1);
    BigDecimal steps = new BigDecimal(Math.abs(x)).divide(new BigDecimal(step));
    double size = integral(steps, x < 0, mode, true).doubleValue() * step;
    if (size <= f.largest) {
      return Math.copySign(size, x);
    }
    boolean inward = mode == 5 || mode == 6 || (mode == 3 && x > 0) || (mode == 4 && x < 0);
    return Math.copySign(inward || !f.infinite ? f.largest : Double.POSITIVE_INFINITY, x);
  }

  /** The whole number that the size of a value goes to, given its sign. */
  private static BigInteger integral(BigDecimal size, boolean negative, int mode, boolean sticky) {
    BigInteger below = size.toBigInteger();
    BigDecimal rest = size.subtract(new BigDecimal(below));
    RoundingMode rounding =
        switch (mode) {
          case 0 -> sticky ? RoundingMode.HALF_EVEN : RoundingMode.DOWN;
          case 1 -> RoundingMode.HALF_EVEN;
          case 2 -> RoundingMode.HALF_UP;
          case 3 -> negative ? RoundingMode.UP : RoundingMode.DOWN;
          case 4 -> negative ? RoundingMode.DOWN : RoundingMode.UP;
          case 5 -> RoundingMode.DOWN;
          case 6 ->
              below.testBit(0)
                  ? sticky ? RoundingMode.DOWN : RoundingMode.HALF_DOWN
                  : sticky ? RoundingMode.UP : RoundingMode.HALF_UP;
          default -> throw new IllegalArgumentException("mode " + mode);
        };
    return rest.signum() == 0 ? below : size.setScale(0, rounding).toBigInteger();
  }

  static BigInteger exact(DataType t, long x) {
    return t == DataType.UINT64 && x < 0
        ? BigInteger.valueOf(x).add(BigInteger.ONE.shiftLeft(64))
        : BigInteger.valueOf(x);
  }

  static BigInteger least(DataType t) {
    return t.isUnsignedInt() || t == DataType.BOOL
        ? BigInteger.ZERO
        : BigInteger.ONE.shiftLeft(t.bits() - 1).negate();
  }

  static BigInteger most(DataType t) {
    return t.isUnsignedInt() || t == DataType.BOOL
        ? BigInteger.ONE.shiftLeft(t.bits()).subtract(BigInteger.ONE)
        : BigInteger.ONE.shiftLeft(t.bits() - 1).subtract(BigInteger.ONE);
  }

  /** The low bits; of a truth value whether it is not zero. */
  static long wrap(DataType t, BigInteger x) {
    if (t == DataType.BOOL) {
      return x.signum() == 0 ? 0 : 1;
    }
    BigInteger low = x.mod(BigInteger.ONE.shiftLeft(t.bits()));
    return (low.compareTo(most(t)) > 0 ? low.subtract(BigInteger.ONE.shiftLeft(t.bits())) : low)
        .longValue();
  }

  static long clamp(DataType t, BigInteger x) {
    return x.max(least(t)).min(most(t)).longValue();
  }

  // ---- functions of elements

  static Number binary(String f, DataType t, Number a, Number b) {
    return a instanceof Double x
        ? real(f, t, x, (Double) b)
        : (Number) wrap(t, whole(f, t, exact(t, (Long) a), exact(t, (Long) b)));
  }

  private static double real(String f, DataType t, double a, double b) {
    return switch (f) {
      case "add" -> round(t, a + b);
      case "sub" -> round(t, a - b);
      case "mul" -> round(t, a * b);
      case "div" -> round(t, a / b);
      case "max" -> a < b ? b : a;
      case "min" -> b < a ? b : a;
      case "fmod" -> round(t, a % b);
      case "rem" -> {
        double rest = a % b;
        yield rest != 0 && (a >= 0) != (b >= 0) ? round(t, rest + b) : rest;
      }
      case "expdif" -> round(t, (float) StrictMath.exp(round(t, a - b)));
      default -> throw new IllegalArgumentException(f);
    };
  }

  private static BigInteger whole(String f, DataType t, BigInteger a, BigInteger b) {
    return switch (f) {
      case "add" -> a.add(b);
      case "sub" -> a.subtract(b);
      case "mul" -> a.multiply(b);
      case "div" -> a.divide(b);
      case "max" -> a.max(b);
      case "min" -> a.min(b);
      case "fmod" -> a.remainder(b);
      case "rem" -> {
        BigInteger rest = a.remainder(b);
        yield rest.signum() != 0 && a.signum() >= 0 != b.signum() >= 0 ? rest.add(b) : rest;
      }
      case "and" -> a.and(b);
      case "or" -> a.or(b);
      case "xor" -> a.xor(b);
      case "shl" -> a.shiftLeft(b.intValueExact());
      case "shr" -> a.shiftRight(b.intValueExact());
      default -> throw new IllegalArgumentException(f + " of " + t.text());
    };
  }

  static Number unary(String f, DataType t, Number a) {
    return a instanceof Double x ? real(f, t, x) : (Number) wrap(t, whole(f, exact(t, (Long) a)));
  }

  private static double real(String f, DataType t, double a) {
    return switch (f) {
      case "neg" -> -a;
      case "abs" -> a < 0 ? -a : a;
      case "relu" -> a < 0 ? 0 : a;
      case "exp" -> round(t, (float) StrictMath.exp(a));
      case "log" -> round(t, (float) StrictMath.log(a));
      case "sqrt" -> round(t, Math.sqrt(a));
      case "rsqrt" -> round(t, (float) (1 / Math.sqrt(a)));
      case "recip" -> round(t, 1 / a);
      default -> throw new IllegalArgumentException(f);
    };
  }

  private static BigInteger whole(String f, BigInteger a) {
    return switch (f) {
      case "neg" -> a.negate();
      case "abs" -> a.abs();
      case "relu" -> a.max(BigInteger.ZERO);
      case "not" -> a.not();
      default -> throw new IllegalArgumentException(f);
    };
  }

  /** Negative, zero or positive as the first is less, equal or greater; empty of a NaN. */
  static boolean compare(int code, DataType t, Number a, Number b) {
    boolean less;
    boolean equal;
    boolean greater;
    if (a instanceof Double x) {
      double y = (Double) b;
      less = x < y;
      equal = x == y;
      greater = x > y;
    } else {
      int order = exact(t, (Long) a).compareTo(exact(t, (Long) b));
      less = order < 0;
      equal = order == 0;
      greater = order > 0;
    }
    return switch (code) {
      case 0 -> equal;
      case 1 -> !equal;
      case 2 -> less;
      case 3 -> less || equal;
      case 4 -> greater;
      case 5 -> greater || equal;
      default -> throw new IllegalArgumentException("comparison " + code);
    };
  }

  /** The product added to a sum, rounded to binary32 once. */
  static double fused(double sum, double a, double b) {
    double rough = a * b + sum;
    if (!Double.isFinite(a) || !Double.isFinite(b) || !Double.isFinite(sum) || rough == 0) {
      return rough;
    }
    BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(sum));
    return exact.signum() == 0 ? 0 : Math.copySign((double) exact.floatValue(), rough);
  }

  // ---- random words

  /** The counter of 128 bits, least significant word first, further by a number. */
  static int[] advanced(int[] counter, long by) {
    BigInteger sum = BigInteger.valueOf(by);
    for (int i = 0; i < 4; i++) {
      sum = sum.add(BigInteger.valueOf(Integer.toUnsignedLong(counter[i])).shiftLeft(32 * i));
    }
    int[] words = new int[4];
    for (int i = 0; i < 4; i++) {
      words[i] = sum.shiftRight(32 * i).intValue();
    }
    return words;
  }

  /** Philox 4x32 as Salmon et al. define it. */
  static int[] philox(int[] counter, int[] key, int rounds) {
    int[] c = counter.clone();
    int k0 = key[0];
    int k1 = key[1];
    for (int i = 0; i < rounds; i++) {
      BigInteger p0 = product(0xD2511F53L, c[0]);
      BigInteger p1 = product(0xCD9E8D57L, c[2]);
      c =
          new int[] {
            p1.shiftRight(32).intValue() ^ c[1] ^ k0,
            p1.intValue(),
            p0.shiftRight(32).intValue() ^ c[3] ^ k1,
            p0.intValue()
          };
      k0 += 0x9E3779B9;
      k1 += 0xBB67AE85;
    }
    return c;
  }

  private static BigInteger product(long a, int b) {
    return BigInteger.valueOf(a).multiply(BigInteger.valueOf(Integer.toUnsignedLong(b)));
  }

  // ---- conversion

  static Number cast(DataType from, DataType to, int mode, Number a) {
    if (a instanceof Double x) {
      return to.isFloat()
          ? (Number) toReal(from, to, mode, x)
          : (Number) toWhole(from, to, mode, x);
    }
    BigInteger x = exact(from, (Long) a);
    return to.isFloat()
        ? (Number) nearest(to, x)
        : (Number) (wraps(from, to) ? wrap(to, x) : clamp(to, x));
  }

  private static boolean wraps(DataType from, DataType to) {
    return switch (from.text() + " " + to.text()) {
      case "fp16 int8", "fp16 uint8", "fp16 int16", "fp32 int16", "int64 int32", "int32 int16" ->
          true;
      default -> false;
    };
  }

  private static double toReal(DataType from, DataType to, int mode, double x) {
    if (from == DataType.FP32 && to == DataType.FP32) {
      throw new IllegalArgumentException("no conversion");
    }
    return to == DataType.FP32 ? x : round(to, x, mode);
  }

  private static long toWhole(DataType from, DataType to, int mode, double x) {
    if (Double.isNaN(x)) {
      return 0;
    }
    BigInteger whole;
    if (Double.isInfinite(x)) {
      whole = BigInteger.ONE.shiftLeft(200);
    } else {
      int rounding = mode == 0 && from == DataType.BF16 ? 1 : mode;
      whole = integral(new BigDecimal(Math.abs(x)), x < 0, rounding, false);
    }
    whole = x < 0 ? whole.negate() : whole;
    return wraps(from, to)
        ? wrap(to, BigInteger.valueOf(clamp(DataType.INT32, whole)))
        : clamp(to, whole);
  }

  /** The value nearest to a whole number, which a double may not hold. */
  private static double nearest(DataType to, BigInteger x) {
    double near = x.doubleValue();
    if (!Double.isInfinite(near) && new BigDecimal(near).toBigInteger().equals(x)) {
      return round(to, near);
    }
    int error = new BigDecimal(x).compareTo(new BigDecimal(near));
    boolean odd = (Double.doubleToRawLongBits(near) & 1) == 1;
    return round(to, odd ? near : error > 0 ? Math.nextUp(near) : Math.nextDown(near));
  }
}
