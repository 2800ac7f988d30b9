package io.pto4j.samples;

import static io.pto4j.dsl.Pl.at;
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

/** {@code y = a * k + b}, in chunks of rows. */
@Program
public final class VectorAdd {
  static final int ROWS = 512;
  static final int COLS = 256;
  static final int CHUNK = 64;

  private VectorAdd() {}

  @InCore
  static Tensor<FP32> scaledAdd(
      @Shape({ROWS, COLS}) Tensor<FP32> a,
      @Shape({ROWS, COLS}) Tensor<FP32> b,
      float k,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    for (int row = 0; row < ROWS; row += CHUNK) {
      Tile<FP32> scaled = Pl.mul(Pl.load(a, at(row, 0), shape(CHUNK, COLS)), k);
      Tile<FP32> sum = Pl.add(scaled, Pl.load(b, at(row, 0), shape(CHUNK, COLS)));
      y = Pl.store(sum, at(row, 0), y);
    }
    return y;
  }

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> a,
      @Shape({ROWS, COLS}) Tensor<FP32> b,
      float k,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return scaledAdd(a, b, k, y);
  }
}
