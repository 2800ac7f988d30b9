package io.pto4j.samples;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.Level;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;

/** The softmax of every row, written with tensors: the compiler makes the kernel. */
@Program
public final class TensorSoftmax {
  static final int ROWS = 64;
  static final int COLS = 256;

  private TensorSoftmax() {}

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      Tensor<FP32> e = Pl.exp(Pl.rowExpandSub(x, Pl.rowMax(x)));
      y.assign(Pl.rowExpandDiv(e, Pl.rowSum(e)));
    }
    return y;
  }
}
