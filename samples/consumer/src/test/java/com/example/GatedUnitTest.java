package com.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Tensor;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.RunReport;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatedUnitTest {
  private final HostTensor<FP32> gate = random(1);
  private final HostTensor<FP32> up = random(2);
  private final HostTensor<FP32> y = HostTensor.allocate(Pl.FP32, GatedUnit.ROWS, GatedUnit.COLS);

  @Test
  void theCompiledKernelAgreesWithPlainJava() {
    try (Device device = Device.simulator()) {
      RunReport report = GatedUnitProgram.load(device).main(gate, up, y);

      assertEquals(GatedUnit.ROWS / GatedUnit.BLOCK, report.tasks());
    }
    assertArrayEquals(expected(), y.toFloatArray(), 1e-5f);
  }

  /** Set a breakpoint in {@code block}: here the kernel runs as ordinary Java. */
  @Test
  void theKernelRunsAsPlainJavaToo() {
    GatedUnit.main(Tensor.of(gate), Tensor.of(up), Tensor.of(y));

    assertArrayEquals(expected(), y.toFloatArray(), 1e-5f);
  }

  private float[] expected() {
    float[] g = gate.toFloatArray();
    float[] u = up.toFloatArray();
    float[] expected = new float[g.length];
    for (int i = 0; i < g.length; i++) {
      expected[i] = (float) (g[i] / (1 + Math.exp(-g[i])) * u[i]);
    }
    return expected;
  }

  private static HostTensor<FP32> random(long seed) {
    Random random = new Random(seed);
    HostTensor<FP32> tensor = HostTensor.allocate(Pl.FP32, GatedUnit.ROWS, GatedUnit.COLS);
    for (long i = 0; i < tensor.size(); i++) {
      tensor.setAt(i, random.nextGaussian());
    }
    return tensor;
  }
}
