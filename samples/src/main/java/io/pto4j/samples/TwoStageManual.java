package io.pto4j.samples;

import static io.pto4j.dsl.Pl.all;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.createTensor;
import static io.pto4j.dsl.Pl.rows;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/**
 * {@code y = sqrt(x * x + 1)} in two tasks per block of rows, with a scratch tensor between them.
 * Nothing is inferred in a manual scope: the second task names the first one.
 */
@Program
public final class TwoStageManual {
  static final int ROWS = 256;
  static final int COLS = 128;
  static final int BLOCK = 64;

  private TwoStageManual() {}

  @InCore
  static Tensor<FP32> square(
      @Shape({BLOCK, COLS}) Tensor<FP32> x, @Out @Shape({BLOCK, COLS}) Tensor<FP32> squared) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(BLOCK, COLS));
    return Pl.store(Pl.mul(t, t), at(0, 0), squared);
  }

  @InCore
  static Tensor<FP32> root(
      @Shape({BLOCK, COLS}) Tensor<FP32> squared, @Out @Shape({BLOCK, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(squared, at(0, 0), shape(BLOCK, COLS));
    return Pl.store(Pl.sqrt(Pl.add(t, 1)), at(0, 0), y);
  }

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    try (var _ = Pl.manualScope()) {
      for (int row = 0; row < ROWS; row += BLOCK) {
        Tensor<FP32> squared = createTensor(Pl.FP32, BLOCK, COLS);
        var first =
            Pl.submit(TwoStageManual::square, x.slice(rows(row, row + BLOCK), all()), squared);
        Pl.deps(first)
            .submit(TwoStageManual::root, first.result(), y.slice(rows(row, row + BLOCK), all()));
      }
    }
    return y;
  }
}
