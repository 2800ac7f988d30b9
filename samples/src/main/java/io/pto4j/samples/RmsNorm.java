package io.pto4j.samples;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Level;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;

/** Every row divided by its root mean square, times a gain per column. */
@Program
public final class RmsNorm {
  static final int ROWS = 32;
  static final int COLS = 256;
  static final double EPSILON = 1e-5;

  private RmsNorm() {}

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Shape({1, COLS}) Tensor<FP32> gain,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      Tensor<FP32> meanSquare = Pl.mul(Pl.rowSum(Pl.mul(x, x)), 1.0 / COLS);
      Tensor<FP32> rms = Pl.sqrt(Pl.add(meanSquare, EPSILON));
      y.assign(Pl.colExpandMul(Pl.rowExpandDiv(x, rms), gain));
    }
    return y;
  }
}
