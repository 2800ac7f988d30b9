package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionsTest {
  private static final MathContext DIGITS = new MathContext(120);
  private static final BigDecimal[] FP16_VALUES = Exact.values(5, 10);
  private static final BigDecimal[] BF16_VALUES = Exact.values(8, 7);

  @Property
  void fp16ArithmeticIsTheExactResultRoundedOnce(@ForAll short a, @ForAll short b) {
    checkExact(
        FloatFormat.FP16, FP16_VALUES, FloatFormat.fp16ToFloat(a), FloatFormat.fp16ToFloat(b));
  }

  @Property
  void bf16ArithmeticIsTheExactResultRoundedOnce(@ForAll short a, @ForAll short b) {
    checkExact(
        FloatFormat.BF16, BF16_VALUES, FloatFormat.bf16ToFloat(a), FloatFormat.bf16ToFloat(b));
  }

  private static void checkExact(FloatFormat format, BigDecimal[] values, float a, float b) {
    if (!Float.isFinite(a) || !Float.isFinite(b)) {
      return;
    }
    BigDecimal x = new BigDecimal(a);
    BigDecimal y = new BigDecimal(b);
    checkRounded(format, values, Binary.ADD.apply(format, a, b), x.add(y));
    checkRounded(format, values, Binary.SUB.apply(format, a, b), x.subtract(y));
    checkRounded(format, values, Binary.MUL.apply(format, a, b), x.multiply(y));
    if (b != 0) {
      checkRounded(format, values, Binary.DIV.apply(format, a, b), x.divide(y, DIGITS));
    }
    if (a > 0) {
      checkRounded(format, values, Unary.SQRT.apply(format, a), x.sqrt(DIGITS));
    }
  }

  private static void checkRounded(
      FloatFormat format, BigDecimal[] values, float actual, BigDecimal exact) {
    short expected = (short) Exact.round(values, exact, RoundMode.RINT);
    float value =
        format == FloatFormat.FP16
            ? FloatFormat.fp16ToFloat(expected)
            : FloatFormat.bf16ToFloat(expected);
    // Zeros of either sign are equal here: the exact result has no sign of zero.
    assertThat(actual == value).as("%s is %s, exactly %s", actual, value, exact).isTrue();
  }

  @Property
  void fp32ArithmeticIsThatOfJava(@ForAll float a, @ForAll float b) {
    FloatFormat f = FloatFormat.FP32;
    assertThat(Binary.ADD.apply(f, a, b)).isEqualTo(Float.valueOf(a + b));
    assertThat(Binary.SUB.apply(f, a, b)).isEqualTo(Float.valueOf(a - b));
    assertThat(Binary.MUL.apply(f, a, b)).isEqualTo(Float.valueOf(a * b));
    assertThat(Binary.DIV.apply(f, a, b)).isEqualTo(Float.valueOf(a / b));
    assertThat(Unary.RECIP.apply(f, a)).isEqualTo(Float.valueOf(1 / a));
    assertThat(Unary.NEG.apply(f, a)).isEqualTo(Float.valueOf(-a));
  }

  @Property(tries = 2000)
  void expIsNearlyCorrectlyRounded(@ForAll @FloatRange(min = -87, max = 88) float x) {
    assertThat(Exact.ulps(Unary.EXP.apply(FloatFormat.FP32, x), Exact.exp(x))).isLessThan(0.50001);
  }

  @Property(tries = 2000)
  void logIsNearlyCorrectlyRounded(@ForAll @IntRange(min = 1, max = 0x7f7fffff) int bits) {
    float x = Float.intBitsToFloat(bits);
    if (x != 1) {
      assertThat(Exact.ulps(Unary.LOG.apply(FloatFormat.FP32, x), Exact.log(x)))
          .isLessThan(0.50001);
    }
  }

  @Property
  void rsqrtIsNearlyCorrectlyRounded(@ForAll @IntRange(min = 1, max = 0x7f7fffff) int bits) {
    float x = Float.intBitsToFloat(bits);
    BigDecimal exact = BigDecimal.ONE.divide(new BigDecimal(x).sqrt(DIGITS), DIGITS);
    assertThat(Exact.ulps(Unary.RSQRT.apply(FloatFormat.FP32, x), exact)).isLessThan(0.50001);
  }

  @ParameterizedTest
  @CsvSource({
    "EXP, 0, 1",
    "EXP, -Infinity, 0",
    "EXP, Infinity, Infinity",
    "EXP, NaN, NaN",
    "EXP, 88.72284, Infinity",
    "EXP, -104, 0",
    "EXP, -103.9, 1.4E-45",
    "EXP, 2, 7.389056",
    "EXP, 4, 54.59815",
    "LOG, 1, 0",
    "LOG, 0, -Infinity",
    "LOG, -1, NaN",
    "LOG, Infinity, Infinity",
    "LOG, 1.4E-45, -103.27893",
    "SQRT, -1, NaN",
    "SQRT, -0.0, -0.0",
    "RSQRT, 0, Infinity",
    "RSQRT, 4, 0.5",
    "RECIP, 0, Infinity",
    "RECIP, -0.0, -Infinity",
    "ABS, -0.0, -0.0",
    "ABS, -3, 3",
    "RELU, -0.0, -0.0",
    "RELU, -2, 0",
    "RELU, 2, 2",
    "RELU, NaN, NaN"
  })
  void specialValues(Unary function, float x, Float expected) {
    assertThat(function.apply(FloatFormat.FP32, x)).isEqualTo(expected);
  }

  @Test
  void fp16ExpOverflows() {
    assertThat(Unary.EXP.apply(FloatFormat.FP16, 12)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Unary.EXP.apply(FloatFormat.FP16, 2)).isEqualTo(7.390625f);
  }

  @ParameterizedTest
  @CsvSource({
    "MAX, NaN, 1, NaN",
    "MAX, 1, NaN, 1",
    "MAX, -0.0, 0, -0.0",
    "MAX, 0, -0.0, 0",
    "MIN, NaN, 1, NaN",
    "MIN, 1, NaN, 1",
    "MIN, 0, -0.0, 0",
    "MAX, 2, 3, 3",
    "MIN, 2, 3, 2",
    "DIV, 1, 0, Infinity",
    "DIV, 0, 0, NaN",
    "REM, 7.5, 2, 1.5",
    "REM, -7.5, 2, 0.5",
    "REM, 7.5, -2, -0.5",
    "REM, -7.5, -2, -1.5",
    "FMOD, 7.5, -2, 1.5",
    "FMOD, -7.5, 2, -1.5",
    "EXPDIF, 3, 1, 7.389056"
  })
  void specialPairs(Binary function, float a, float b, Float expected) {
    assertThat(function.apply(FloatFormat.FP32, a, b)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"7, 3, 1, 1", "-7, 3, 2, -1", "7, -3, -2, 1", "-7, -3, -1, -1"})
  void integerRemainders(long a, long b, long rem, long fmod) {
    assertThat(Binary.REM.apply(IntFormat.INT32, a, b)).isEqualTo(rem);
    assertThat(Binary.FMOD.apply(IntFormat.INT32, a, b)).isEqualTo(fmod);
  }

  @Property
  void integersWrapAround(@ForAll long a, @ForAll long b, @ForAll IntFormat format) {
    if (format == IntFormat.BOOL) {
      return;
    }
    long x = format.wrap(a);
    long y = format.wrap(b);
    BigInteger bigX = big(x, format);
    BigInteger bigY = big(y, format);
    assertThat(Binary.ADD.apply(format, x, y)).isEqualTo(held(bigX.add(bigY), format));
    assertThat(Binary.SUB.apply(format, x, y)).isEqualTo(held(bigX.subtract(bigY), format));
    assertThat(Binary.MUL.apply(format, x, y)).isEqualTo(held(bigX.multiply(bigY), format));
    assertThat(Binary.MAX.apply(format, x, y)).isEqualTo(held(bigX.max(bigY), format));
    assertThat(Binary.MIN.apply(format, x, y)).isEqualTo(held(bigX.min(bigY), format));
    assertThat(Unary.NEG.apply(format, x)).isEqualTo(held(bigX.negate(), format));
    assertThat(Unary.ABS.apply(format, x)).isEqualTo(held(bigX.abs(), format));
    assertThat(Unary.NOT.apply(format, x)).isEqualTo(held(bigX.not(), format));
    if (y != 0) {
      assertThat(Binary.DIV.apply(format, x, y)).isEqualTo(held(bigX.divide(bigY), format));
      assertThat(Binary.FMOD.apply(format, x, y)).isEqualTo(held(bigX.remainder(bigY), format));
    }
    int count = Math.floorMod(b, format.bits());
    assertThat(Binary.SHL.apply(format, x, count)).isEqualTo(held(bigX.shiftLeft(count), format));
    assertThat(Binary.SHR.apply(format, x, count)).isEqualTo(held(bigX.shiftRight(count), format));
  }

  private static BigInteger big(long held, IntFormat format) {
    BigInteger value = BigInteger.valueOf(held);
    return format == IntFormat.UINT64 && held < 0 ? value.add(BigInteger.TWO.pow(64)) : value;
  }

  private static long held(BigInteger value, IntFormat format) {
    BigInteger low = value.mod(BigInteger.TWO.pow(format.bits()));
    boolean negative = format.signed() && low.testBit(format.bits() - 1);
    return (negative ? low.subtract(BigInteger.TWO.pow(format.bits())) : low).longValue();
  }

  @Property
  void aScalarOperandIsAnArrayOfIt(
      @ForAll Binary function, @ForAll float s, @ForAll @IntRange(min = 1, max = 2500) int n) {
    if (!function.onFloats()) {
      return;
    }
    float[] a = new float[n];
    float[] scalars = new float[n];
    for (int i = 0; i < n; i++) {
      a[i] = FloatFormat.FP16.round(i * 0.11f - 7);
      scalars[i] = FloatFormat.FP16.round(s);
    }
    float[] expected = new float[n];
    float[] actual = new float[n];
    function.apply(FloatFormat.FP16, a, 0, scalars, 0, expected, 0, n);
    function.applyRight(FloatFormat.FP16, a, 0, scalars[0], actual, 0, n);
    assertThat(actual).isEqualTo(expected);
    function.apply(FloatFormat.FP16, scalars, 0, a, 0, expected, 0, n);
    function.applyLeft(FloatFormat.FP16, scalars[0], a, 0, actual, 0, n);
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void whatIsUndefinedIsAnError() {
    assertThatThrownBy(() -> Binary.SHL.apply(IntFormat.INT8, 1, 8))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("8-bit");
    assertThatThrownBy(() -> Binary.DIV.apply(IntFormat.INT32, 1, 0))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Binary.AND.apply(FloatFormat.FP32, 1, 1))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Unary.EXP.apply(IntFormat.INT32, 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void expOfADifferenceRoundsTheDifferenceToTheElementType() {
    float a = 10;
    float b = FloatFormat.FP16.round(0.001f);
    float difference = FloatFormat.FP16.round(a - b);
    assertThat(Binary.EXPDIF.apply(FloatFormat.FP16, a, b))
        .isCloseTo((float) Math.exp(difference), within(8f));
  }
}
