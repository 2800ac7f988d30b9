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

/** The softmax of every row, written with tiles. */
@Program
public final class TileSoftmax {
  static final int ROWS = 64;
  static final int COLS = 256;

  private TileSoftmax() {}

  @InCore
  static Tensor<FP32> rowSoftmax(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> e = Pl.exp(Pl.rowExpandSub(t, Pl.rowMax(t)));
    return Pl.store(Pl.rowExpandDiv(e, Pl.rowSum(e)), at(0, 0), y);
  }

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return rowSoftmax(x, y);
  }
}
