package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatFormatTest {
  private static final BigDecimal[] FP16_VALUES = Exact.values(5, 10);
  private static final BigDecimal[] BF16_VALUES = Exact.values(8, 7);

  @Test
  void everyBitPatternHasItsValueAndComesBack() {
    for (int bits = 0; bits < FP16_VALUES.length; bits++) {
      float value = FloatFormat.fp16ToFloat((short) bits);
      assertThat(new BigDecimal(value)).isEqualByComparingTo(FP16_VALUES[bits]);
      assertThat(FloatFormat.floatToFp16(-value)).isEqualTo((short) (bits | 0x8000));
    }
    for (int bits = 0; bits < BF16_VALUES.length; bits++) {
      float value = FloatFormat.bf16ToFloat((short) bits);
      assertThat(new BigDecimal(value)).isEqualByComparingTo(BF16_VALUES[bits]);
      assertThat(FloatFormat.floatToBf16(-value)).isEqualTo((short) (bits | 0x8000));
    }
  }

  @Property
  void everyModeRoundsAsExactArithmeticDoes(@ForAll int bits, @ForAll RoundMode mode) {
    float value = Float.intBitsToFloat(bits);
    if (Float.isFinite(value) && value != 0) {
      checkRounding(value, mode);
    }
  }

  @Property
  void everyModeRoundsValuesNearFp16AsExactArithmeticDoes(
      @ForAll short bits, @ForAll byte nudge, @ForAll RoundMode mode) {
    float near = FloatFormat.fp16ToFloat(bits);
    float value = near + nudge / 64f * Math.ulp(near) * (1 << 13);
    if (Float.isFinite(value) && value != 0) {
      checkRounding(value, mode);
    }
  }

  private static void checkRounding(float value, RoundMode mode) {
    BigDecimal exact = new BigDecimal(value);
    int fp16 = Exact.round(FP16_VALUES, exact, mode);
    int bf16 = Exact.round(BF16_VALUES, exact, mode);
    assertThat(FloatFormat.floatToFp16(FloatFormat.FP16.round(value, mode)))
        .isEqualTo((short) fp16);
    assertThat(FloatFormat.floatToBf16(FloatFormat.BF16.round(value, mode)))
        .isEqualTo((short) bf16);
    if (mode == RoundMode.RINT) {
      assertThat(FloatFormat.floatToFp16(value)).isEqualTo((short) fp16);
      assertThat(FloatFormat.floatToBf16(value)).isEqualTo((short) bf16);
    }
  }

  @Property
  void roundingADoubleToFp32IsTheCastOfJava(@ForAll double value) {
    assertThat(FloatFormat.FP32.round(value, RoundMode.RINT))
        .isEqualTo(Float.valueOf((float) value));
  }

  @Property
  void roundingALoopIsRoundingEach(@ForAll float[] values, @ForAll FloatFormat format) {
    float[] rounded = values.clone();
    format.round(rounded, 0, rounded.length);
    for (int i = 0; i < values.length; i++) {
      assertThat(rounded[i]).isEqualTo(Float.valueOf(format.round(values[i])));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "65519, RINT, 65504",
    "65520, RINT, Infinity",
    "65520, ROUND, Infinity",
    "65519, ROUND, 65504",
    "1e9, TRUNC, 65504",
    "-1e9, TRUNC, -65504",
    "1e9, FLOOR, 65504",
    "-1e9, FLOOR, -Infinity",
    "1e9, CEIL, Infinity",
    "-1e9, CEIL, -65504",
    "1e9, ODD, 65504",
    "1e-9, CEIL, 5.9604645E-8",
    "1e-9, RINT, 0",
    "-1e-9, CEIL, -0.0",
    "NaN, ROUND, NaN",
    "Infinity, TRUNC, Infinity",
    "-0.0, FLOOR, -0.0",
    "1.00048828125, RINT, 1",
    "1.00048828125, ROUND, 1.0009765625",
    "1.00146484375, RINT, 1.001953125",
    "1.0001, ODD, 1.0009765625"
  })
  void fp16AtItsEdges(double value, RoundMode mode, Float expected) {
    assertThat(FloatFormat.FP16.round(value, mode)).isEqualTo(expected);
  }

  @Test
  void nanStaysNanInBf16() {
    for (int bits : new int[] {0x7f800001, 0xff800001, 0x7fffffff, 0x7fc00000}) {
      float nan = Float.intBitsToFloat(bits);
      assertThat(FloatFormat.bf16ToFloat(FloatFormat.floatToBf16(nan))).isNaN();
    }
  }
}
