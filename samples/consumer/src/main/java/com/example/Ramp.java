package com.example;

import io.pto4j.dsl.DTypes;
import io.pto4j.dsl.FP32;
import io.pto4j.runtime.HostTensor;

/** Input data for kernels. */
public final class Ramp {
  private Ramp() {}

  /**
   * The row-major elements 0, 1, 2, … as a tensor.
   *
   * @param rows number of rows
   * @param columns number of columns
   */
  public static HostTensor<FP32> of(int rows, int columns) {
    HostTensor<FP32> ramp = HostTensor.allocate(DTypes.FP32, rows, columns);
    for (int i = 0; i < rows * columns; i++) {
      ramp.setAt(i, i);
    }
    return ramp;
  }
}
