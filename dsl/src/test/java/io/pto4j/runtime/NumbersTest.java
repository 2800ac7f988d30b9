package io.pto4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.dsl.DType;
import java.math.BigDecimal;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The 16-bit formats against their definition, for every bit pattern and every rounding boundary.
 */
class NumbersTest {

  /** A 16-bit format by its numbers of exponent and fraction bits. */
  enum Format {
    FP16(5, 10),
    BF16(8, 7);

    private final int exponentBits;
    private final int fractionBits;

    Format(int exponentBits, int fractionBits) {
      this.exponentBits = exponentBits;
      this.fractionBits = fractionBits;
    }

    float decode(int pattern) {
      return this == FP16
          ? Numbers.fp16ToFloat((short) pattern)
          : Numbers.bf16ToFloat((short) pattern);
    }

    int encode(double value) {
      return (this == FP16 ? Numbers.toFp16(value) : Numbers.toBf16(value)) & 0xffff;
    }

    int infinity() {
      return ((1 << exponentBits) - 1) << fractionBits;
    }

    /**
     * The value of a non-negative pattern by the definition; past the largest number as if it went
     * on.
     */
    double definition(int pattern) {
      int bias = (1 << (exponentBits - 1)) - 1;
      int exponent = pattern >> fractionBits;
      double fraction = (pattern & ((1 << fractionBits) - 1)) * Math.pow(2, -fractionBits);
      return exponent == 0
          ? fraction * Math.pow(2, 1 - bias)
          : (1 + fraction) * Math.pow(2, exponent - bias);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyPatternDecodesByTheDefinition(Format format) {
    for (int pattern = 0; pattern < format.infinity(); pattern++) {
      assertThat((double) format.decode(pattern)).isEqualTo(format.definition(pattern));
      assertThat((double) format.decode(pattern | 0x8000)).isEqualTo(-format.definition(pattern));
    }
    assertThat(format.decode(format.infinity())).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(format.decode(format.infinity() | 0x8000)).isEqualTo(Float.NEGATIVE_INFINITY);
    for (int pattern = format.infinity() + 1; pattern < 0x8000; pattern++) {
      assertThat(format.decode(pattern)).isNaN();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyPatternSurvivesDecodingAndEncoding(Format format) {
    for (int pattern = 0; pattern < 0x10000; pattern++) {
      float value = format.decode(pattern);
      if (Float.isNaN(value)) {
        assertThat(format.decode(format.encode(value))).isNaN();
      } else {
        assertThat(format.encode(value)).isEqualTo(pattern);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void betweenTwoPatternsTheNearestIsTakenAndTiesGoToEven(Format format) {
    for (int pattern = 0; pattern < format.infinity(); pattern++) {
      double middle = (format.definition(pattern) + format.definition(pattern + 1)) / 2;
      int even = (pattern & 1) == 0 ? pattern : pattern + 1;

      assertThat(format.encode(middle)).isEqualTo(even);
      assertThat(format.encode(-middle)).isEqualTo(even | 0x8000);
      // One unit in the last place of a double: rounding to float first would lose it.
      assertThat(format.encode(Math.nextDown(middle))).isEqualTo(pattern);
      assertThat(format.encode(Math.nextUp(middle))).isEqualTo(pattern + 1);
    }
  }

  @Property
  void integersWrapAsJavaNarrowsThem(@ForAll long value) {
    assertThat(Numbers.wrap(value, DType.Kind.INT8)).isEqualTo((byte) value);
    assertThat(Numbers.wrap(value, DType.Kind.INT16)).isEqualTo((short) value);
    assertThat(Numbers.wrap(value, DType.Kind.UINT8)).isEqualTo(Math.floorMod(value, 256L));
    assertThat(Numbers.wrap(value, DType.Kind.UINT16)).isEqualTo(Math.floorMod(value, 65536L));
    assertThat(Numbers.wrap(value, DType.Kind.UINT32)).isEqualTo(Math.floorMod(value, 1L << 32));
    assertThat(Numbers.wrap(value, DType.Kind.INT64)).isEqualTo(value);
  }

  @Property
  void aLongRoundsToTheNearestBf16(@ForAll long value) {
    Assume.that(value != 0); // zero has no pattern below it
    int given = Format.BF16.encode(Numbers.toOddDouble(value));
    BigDecimal distance = distance(given, value);

    for (int other : new int[] {given - 1, given + 1}) {
      int comparison = distance.compareTo(distance(other, value));
      assertThat(comparison).isLessThanOrEqualTo((given & 1) == 0 ? 0 : -1);
    }
  }

  private static BigDecimal distance(int pattern, long value) {
    return new BigDecimal(Format.BF16.decode(pattern)).subtract(new BigDecimal(value)).abs();
  }

  @ParameterizedTest
  @EnumSource(value = DType.Kind.class)
  void kindsAreFloatIntegerOrBool(DType.Kind kind) {
    if (kind.isFloat()) {
      assertThatThrownBy(() -> Numbers.wrap(0, kind)).hasMessageContaining(kind.name());
    } else {
      assertThatThrownBy(() -> Numbers.round(0, kind)).hasMessageContaining(kind.name());
      assertThat(Numbers.wrap(1, kind)).isEqualTo(1);
    }
    assertThat(kind.isFloat() && kind.isInteger()).isFalse();
    assertThat(kind.bits()).isPositive();
  }
}
