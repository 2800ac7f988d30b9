package io.pto4j.numeric;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.FP8E4M3FN;
import static io.pto4j.ir.DataType.FP8E5M2;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT16;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT64;
import static io.pto4j.ir.DataType.UINT8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CastTest {
  private static final float[] HALVES = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, -1.2f, 2.7f};
  private static final BigDecimal[] FP16_VALUES = Exact.values(5, 10);
  private static final BigDecimal[] BF16_VALUES = Exact.values(8, 7);
  private static final Set<String> WRAPPING =
      Set.of("FP16 INT8", "FP16 UINT8", "FP16 INT16", "FP32 INT16", "INT64 INT32", "INT32 INT16");

  @Provide
  Arbitrary<DataType> integers() {
    return Arbitraries.of(INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64);
  }

  @Provide
  Arbitrary<DataType> floats() {
    return Arbitraries.of(FP32, FP16, BF16);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, 0 1 2 0 -1 -2 -1 2", "TRUNC, 0 1 2 0 -1 -2 -1 2", "RINT, 0 2 2 0 -2 -2 -1 3",
    "ROUND, 1 2 3 -1 -2 -3 -1 3", "FLOOR, 0 1 2 -1 -2 -3 -2 2", "CEIL, 1 2 3 0 -1 -2 -1 3",
    "ODD, 1 1 3 -1 -1 -3 -1 3"
  })
  void fractionsToIntegers(RoundMode mode, String expected) {
    long[] d = new long[HALVES.length];
    Cast.of(FP32, INT32, mode).apply(HALVES, 0, d, 0, d.length);
    assertThat(d).isEqualTo(numbers(expected));
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
  }

  @Property
  void floatToIntegerIsExactRoundingThenTheLimit(
      @ForAll int bits,
      @ForAll("floats") DataType from,
      @ForAll("integers") DataType to,
      @ForAll RoundMode mode) {
    float value = FloatFormat.of(from).round(Float.intBitsToFloat(bits));
    checkFloatToInteger(value, from, to, mode);
    checkFloatToInteger(FloatFormat.of(from).round(bits / 16384f), from, to, mode);
  }

  private static void checkFloatToInteger(float value, DataType from, DataType to, RoundMode mode) {
    if (!Float.isFinite(value)) {
      return;
    }
    long[] d = {0};
    Cast.of(from, to, mode).apply(new float[] {value}, 0, d, 0, 1);
    RoundMode effective = mode == RoundMode.NONE && from == BF16 ? RoundMode.RINT : mode;
    BigInteger exact = Exact.integral(new BigDecimal(value), effective);
    assertThat(d[0]).isEqualTo(expected(exact, from, to));
  }

  /** What a conversion makes of an exact integer; an independent reading of the rule. */
  private static long expected(BigInteger exact, DataType from, DataType to) {
    if (WRAPPING.contains(from + " " + to)) {
      BigInteger wide = from.isFloat() ? exact.max(min(INT32)).min(max(INT32)) : exact;
      BigInteger low = wide.mod(BigInteger.TWO.pow(to.bits()));
      return (low.compareTo(max(to)) > 0 ? low.subtract(BigInteger.TWO.pow(to.bits())) : low)
          .longValue();
    }
    return exact.max(min(to)).min(max(to)).longValue();
  }

  private static BigInteger min(DataType type) {
    return type.isSignedInt() ? BigInteger.TWO.pow(type.bits() - 1).negate() : BigInteger.ZERO;
  }

  private static BigInteger max(DataType type) {
    return BigInteger.TWO
        .pow(type.isSignedInt() ? type.bits() - 1 : type.bits())
        .subtract(BigInteger.ONE);
  }

  @Property
  void integerToIntegerKeepsTheLowBitsOrTheLimit(
      @ForAll long value, @ForAll("integers") DataType from, @ForAll("integers") DataType to) {
    long held = IntFormat.of(from).wrap(value);
    long[] d = {0};
    Cast.of(from, to, RoundMode.ROUND).apply(new long[] {held}, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(expected(exact(held, from), from, to));
  }

  private static BigInteger exact(long held, DataType type) {
    BigInteger value = BigInteger.valueOf(held);
    return type == UINT64 && held < 0 ? value.add(BigInteger.TWO.pow(64)) : value;
  }

  @Property
  void integerToFloatIsNearestEven(@ForAll long value, @ForAll("integers") DataType from) {
    long held = IntFormat.of(from).wrap(value);
    BigDecimal exact = new BigDecimal(exact(held, from));
    float[] d = new float[3];
    Cast.of(from, FP32, RoundMode.FLOOR).apply(new long[] {held}, 0, d, 0, 1);
    Cast.of(from, FP16, RoundMode.FLOOR).apply(new long[] {held}, 0, d, 1, 1);
    Cast.of(from, BF16, RoundMode.FLOOR).apply(new long[] {held}, 0, d, 2, 1);
    assertThat(d[0]).isEqualTo(exact.floatValue());
    assertThat(FloatFormat.floatToFp16(d[1]))
        .isEqualTo((short) Exact.round(FP16_VALUES, exact, RoundMode.RINT));
    assertThat(FloatFormat.floatToBf16(d[2]))
        .isEqualTo((short) Exact.round(BF16_VALUES, exact, RoundMode.RINT));
  }

  @ParameterizedTest
  @CsvSource({
    "FP16, INT8, 300, 44",
    "FP16, INT8, 128, -128",
    "FP16, UINT8, -1, 255",
    "FP16, INT16, Infinity, -1",
    "FP32, INT16, 70000, 4464",
    "FP32, INT32, Infinity, 2147483647",
    "FP32, INT32, 3e9, 2147483647",
    "FP32, INT32, NaN, 0",
    "FP16, INT8, NaN, 0",
    "FP32, INT8, 300, 127",
    "FP32, INT64, -Infinity, -9223372036854775808",
    "FP32, UINT64, -1, 0",
    "FP32, UINT64, 1e20, -1"
  })
  void floatsBeyondTheInteger(DataType from, DataType to, float value, long expected) {
    long[] d = {99};
    Cast.of(from, to, RoundMode.TRUNC).apply(new float[] {value}, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(expected);
  }

  @Property
  void floatToFloatFollowsTheMode(@ForAll float value, @ForAll RoundMode mode) {
    float[] d = {0};
    Cast.of(FP32, FP16, mode).apply(new float[] {value}, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(FloatFormat.FP16.round((double) value, mode));
    Cast.of(FP16, FP32, mode).apply(d, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(FloatFormat.FP16.round((double) value, mode));
  }

  @Property
  void floatToFp8FollowsTheModeAndWidensExactly(
      @ForAll float value, @ForAll("floats") DataType from, @ForAll RoundMode mode) {
    for (DataType to : new DataType[] {FP8E4M3FN, FP8E5M2}) {
      float[] d = {FloatFormat.of(from).round(value)};
      float expected = FloatFormat.of(to).round((double) d[0], mode);
      Cast.of(from, to, mode).apply(d, 0, d, 0, 1);
      assertThat(d[0]).isEqualTo(expected);
      Cast.of(to, FP32, mode).apply(d, 0, d, 0, 1);
      assertThat(d[0]).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FP8E4M3FN, 1e9, NONE, 448",
    "FP8E4M3FN, -1e9, ROUND, -448",
    "FP8E4M3FN, 465, CEIL, 448",
    "FP8E4M3FN, Infinity, RINT, 448",
    "FP8E4M3FN, -Infinity, ROUND, -448",
    "FP8E4M3FN, -Infinity, TRUNC, -448",
    "FP8E4M3FN, NaN, ROUND, NaN",
    "FP8E4M3FN, 17, RINT, 16",
    "FP8E4M3FN, 17, ROUND, 18",
    "FP8E5M2, 61439, RINT, 57344",
    "FP8E5M2, 61440, RINT, Infinity",
    "FP8E5M2, 1e9, TRUNC, 57344",
    "FP8E5M2, -Infinity, ROUND, -Infinity",
    "FP8E5M2, NaN, NONE, NaN",
    "FP8E5M2, 9, NONE, 8",
    "FP8E5M2, 9, ROUND, 10"
  })
  void fp32ToFp8AtItsEdges(DataType to, float value, RoundMode mode, Float expected) {
    float[] d = {value};
    Cast.of(FP32, to, mode).apply(d, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"2.5, RINT, 2", "2.5, NONE, 2", "2.5, ROUND, 3", "-2.5, FLOOR, -3", "2.1, CEIL, 3"})
  void fp32ToFp32RoundsToAnIntegralValue(float value, RoundMode mode, float expected) {
    float[] d = {0};
    Cast.of(FP32, FP32, mode).apply(new float[] {value}, 0, d, 0, 1);
    assertThat(d[0]).isEqualTo(expected);
  }
}
