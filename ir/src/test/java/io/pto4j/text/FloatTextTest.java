package io.pto4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatTextTest {
  @ParameterizedTest
  @CsvSource({
    "2.0, 2.0",
    "0.1, 0.10000000000000001",
    "1e16, 10000000000000000.0",
    "1e17, 1e+17",
    "1e-7, 9.9999999999999995e-08",
    "0.0001, 0.0001",
    "-0.5, -0.5",
    "-0.0, -0.0",
    "1e300, 1.0000000000000001e+300"
  })
  void hasSeventeenDigits(double value, String text) {
    assertThat(FloatText.of(value)).isEqualTo(text);
  }

  @Property
  void everyNumberIsReadBackExactly(@ForAll double value) {
    assertThat(Double.parseDouble(FloatText.of(value))).isEqualTo(value);
  }
}
