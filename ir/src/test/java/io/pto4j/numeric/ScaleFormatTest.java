package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.DataType;
import java.lang.foreign.MemorySegment;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FP8E8M0, in which scales are held. */
class ScaleFormatTest {
  @Test
  void everyBitPatternIsAPowerOfTwoOrNan() {
    byte[] codes = new byte[256];
    for (int i = 0; i < 256; i++) {
      codes[i] = (byte) i;
    }
    float[] values = new float[256];
    Elements.read(DataType.FP8E8M0, MemorySegment.ofArray(codes), 0, values, 0, 256);
    for (int i = 0; i < 255; i++) {
      assertThat((double) values[i]).isEqualTo(Math.pow(2, i - 127));
    }
    assertThat(values[255]).isNaN();
    byte[] back = new byte[256];
    Elements.write(DataType.FP8E8M0, MemorySegment.ofArray(back), 0, values, 0, 256);
    assertThat(back).isEqualTo(codes);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.4, 1",
    "1.6, 2",
    "0, 0x1p-127",
    "-0.0, 0x1p-127",
    "1e-45, 0x1p-127",
    "3e38, 0x1p127",
    "Infinity, 0x1p127",
    "-1, NaN",
    "-Infinity, NaN",
    "NaN, NaN"
  })
  void otherNumbersBecomeTheNearestPower(float value, Float expected) {
    assertThat(FloatFormat.FP8E8M0.round(value)).isEqualTo(expected);
  }

  @Property
  void powersAreKeptByEveryMode(@ForAll byte code, @ForAll RoundMode mode) {
    Float power = FloatFormat.e8m0ToFloat(code);
    assertThat(FloatFormat.FP8E8M0.round(power, mode)).isEqualTo(power);
  }
}
