package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class Fp8Test {
  private static final int SIGN = 0x80;

  /** The definition of a format, apart from the tested one. */
  enum Layout {
    FP8E4M3FN(4, 3, 7, 0x7e),
    FP8E5M2(5, 2, 15, 0x7b);

    final int exponentBits;
    final int fractionBits;
    final int bias;
    final int last;

    Layout(int exponentBits, int fractionBits, int bias, int last) {
      this.exponentBits = exponentBits;
      this.fractionBits = fractionBits;
      this.bias = bias;
      this.last = last;
    }

    FloatFormat format() {
      return FloatFormat.valueOf(name());
    }

    Fp8 codes() {
      return Fp8.of(format());
    }

    /** The number that the digits stand for, as if none stood for a special value. */
    double number(int bits) {
      int exponent = (bits >> fractionBits) % (1 << exponentBits);
      double fraction = bits % (1 << fractionBits) / Math.pow(2, fractionBits);
      double size =
          exponent == 0
              ? fraction * Math.pow(2, 1 - bias)
              : (1 + fraction) * Math.pow(2, exponent - bias);
      return bits < SIGN ? size : -size;
    }

    double value(int bits) {
      int size = bits % SIGN;
      if (size <= last) {
        return number(bits);
      }
      if (this == FP8E5M2 && size == last + 1) {
        return bits < SIGN ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      }
      return Double.NaN;
    }

    /** The bits of what exceeds the format. */
    int beyond() {
      return this == FP8E5M2 ? last + 1 : last;
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyBitPatternHasItsValueAndComesBack(Layout layout) {
    for (int bits = 0; bits < 256; bits++) {
      float value = layout.codes().toFloat((byte) bits);
      assertThat((double) value).as("0x%02x", bits).isEqualTo(Double.valueOf(layout.value(bits)));
      if (Float.isNaN(value)) {
        byte nan = layout.codes().toBits(value);
        assertThat(layout.codes().toFloat(nan)).isNaN();
        assertThat(nan < 0).isEqualTo(bits >= SIGN);
      } else {
        assertThat(layout.codes().toBits(value)).isEqualTo((byte) bits);
        assertThat(layout.codes().toBits(value, RoundMode.ODD)).isEqualTo((byte) bits);
      }
    }
    assertThat(layout.format().maxFinite()).isEqualTo((float) layout.value(layout.last));
  }

  @ParameterizedTest
  @CsvSource({
    "FP8E4M3FN, 0x7e, 448",
    "FP8E4M3FN, 0x7f, NaN",
    "FP8E4M3FN, 0xff, NaN",
    "FP8E4M3FN, 0x08, 0.015625",
    "FP8E4M3FN, 0x01, 0.001953125",
    "FP8E4M3FN, 0xb8, -1",
    "FP8E4M3FN, 0x80, -0.0",
    "FP8E5M2, 0x7b, 57344",
    "FP8E5M2, 0x7c, Infinity",
    "FP8E5M2, 0xfc, -Infinity",
    "FP8E5M2, 0x7d, NaN",
    "FP8E5M2, 0xfe, NaN",
    "FP8E5M2, 0x7f, NaN",
    "FP8E5M2, 0x01, 1.52587890625E-5",
    "FP8E5M2, 0x3c, 1",
    "FP8E5M2, 0x80, -0.0"
  })
  void namedPatterns(FloatFormat format, String bits, Float value) {
    assertThat(Fp8.of(format).toFloat(Integer.decode(bits).byteValue())).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "FP8E4M3FN, NaN, 0x7f", "FP8E4M3FN, Infinity, 0x7e", "FP8E4M3FN, -Infinity, 0xfe",
    "FP8E4M3FN, 1e30, 0x7e", "FP8E4M3FN, -1e-30, 0x80", "FP8E4M3FN, 0.0009765625, 0x00",
    "FP8E4M3FN, 0.0009765626, 0x01", "FP8E5M2, NaN, 0x7e", "FP8E5M2, Infinity, 0x7c",
    "FP8E5M2, -1e30, 0xfc", "FP8E5M2, 61439, 0x7b", "FP8E5M2, 7.62939453125E-6, 0x00"
  })
  void specialValues(FloatFormat format, float value, String bits) {
    assertThat(Fp8.of(format).toBits(value)).isEqualTo(Integer.decode(bits).byteValue());
  }

  @ParameterizedTest
  @EnumSource
  void everyModeRoundsBetweenNeighboursAsSearchDoes(Layout layout) {
    for (int bits = 0; bits <= layout.last; bits++) {
      double below = layout.number(bits);
      double step = (layout.number(bits + 1) - below) / 4;
      for (int quarter = 0; quarter < 4; quarter++) {
        double value = below + quarter * step;
        for (RoundMode mode : RoundMode.values()) {
          checkRounding(layout, value, mode);
          checkRounding(layout, Math.nextUp(value), mode);
          checkRounding(layout, Math.nextDown(value), mode);
        }
      }
    }
  }

  @Provide
  Arbitrary<Double> numbers() {
    return Arbitraries.doubles().between(-70000, 70000).ofScale(6);
  }

  @Property
  void everyModeRoundsAsSearchDoes(
      @ForAll("numbers") double number,
      @ForAll float wide,
      @ForAll Layout layout,
      @ForAll RoundMode mode) {
    checkRounding(layout, number, mode);
    checkRounding(layout, number / 256, mode);
    checkRounding(layout, number * 0x1p-30, mode);
    checkRounding(layout, wide, mode);
  }

  private static void checkRounding(Layout layout, double value, RoundMode mode) {
    checkSigned(layout, Math.abs(value), mode, false);
    checkSigned(layout, Math.abs(value), mode, true);
  }

  private static void checkSigned(Layout layout, double size, RoundMode mode, boolean negative) {
    int bits = search(layout, size, mode, negative);
    byte expected = (byte) (negative ? bits + SIGN : bits);
    double value = negative ? -size : size;
    assertThat(layout.codes().toBits(value, mode)).as("%s by %s", value, mode).isEqualTo(expected);
    if (mode == RoundMode.RINT && value == (float) value) {
      assertThat(layout.codes().toBits((float) value)).as("%s", value).isEqualTo(expected);
    }
  }

  /** The bits of a size, found among all; those after the last would be the next number. */
  private static int search(Layout layout, double size, RoundMode mode, boolean negative) {
    int below = 0;
    int nearest = 0;
    for (int bits = 0; bits <= layout.last + 1; bits++) {
      double number = layout.number(bits);
      below = number <= size && bits <= layout.last ? bits : below;
      int order = Double.compare(Math.abs(number - size), Math.abs(layout.number(nearest) - size));
      boolean winsTie = mode == RoundMode.ROUND || bits % 2 == 0;
      nearest = order < 0 || (order == 0 && winsTie) ? bits : nearest;
    }
    int up = layout.number(below) == size ? below : below + 1;
    int found =
        switch (mode) {
          case NONE, RINT, ROUND -> nearest;
          case FLOOR -> negative ? up : below;
          case CEIL -> negative ? below : up;
          case TRUNC -> below;
          case ODD -> below % 2 == 0 && below < layout.last ? up : below;
        };
    return found > layout.last ? layout.beyond() : found;
  }

  @Test
  void otherFormatsHaveNoPatternsOf8Bits() {
    assertThatThrownBy(() -> Fp8.of(FloatFormat.FP16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FP16");
  }
}
