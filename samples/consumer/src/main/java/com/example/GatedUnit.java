package com.example;

import static io.pto4j.dsl.Pl.all;
import static io.pto4j.dsl.Pl.at;
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

/** The gated unit of a transformer block, {@code y = gate * sigmoid(gate) * up}. */
@Program
public final class GatedUnit {
  static final int ROWS = 128;
  static final int COLS = 192;
  static final int BLOCK = 32;

  private GatedUnit() {}

  /** One block of rows, on one vector core. */
  @InCore
  static Tensor<FP32> block(
      @Shape({BLOCK, COLS}) Tensor<FP32> gate,
      @Shape({BLOCK, COLS}) Tensor<FP32> up,
      @Out @Shape({BLOCK, COLS}) Tensor<FP32> y) {
    Tile<FP32> g = Pl.load(gate, at(0, 0), shape(BLOCK, COLS));
    Tile<FP32> u = Pl.load(up, at(0, 0), shape(BLOCK, COLS));
    Tile<FP32> sigmoid = Pl.recip(Pl.add(Pl.exp(Pl.neg(g)), 1));
    return Pl.store(Pl.mul(Pl.mul(g, sigmoid), u), at(0, 0), y);
  }

  /** Each call of {@code block} is a task; the tasks are independent and run on several cores. */
  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> gate,
      @Shape({ROWS, COLS}) Tensor<FP32> up,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    for (int row = 0; row < ROWS; row += BLOCK) {
      block(
          gate.slice(rows(row, row + BLOCK), all()),
          up.slice(rows(row, row + BLOCK), all()),
          y.slice(rows(row, row + BLOCK), all()));
    }
    return y;
  }
}
