package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pto4j.dsl.FP32;
import io.pto4j.runtime.HostTensor;
import org.junit.jupiter.api.Test;

class RampTest {
  @Test
  void elementsCountUpRowByRow() {
    HostTensor<FP32> ramp = Ramp.of(3, 4);

    assertEquals(6.0f, ramp.getFloat(1, 2));
  }
}
