package io.pto4j.samples;

import static io.pto4j.dsl.Pl.BF16;
import static io.pto4j.dsl.Pl.INT8;
import static io.pto4j.dsl.Pl.UINT8;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.BF16;
import io.pto4j.dsl.CastMode;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.INT32;
import io.pto4j.dsl.INT8;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Level;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;
import io.pto4j.dsl.UINT8;

/** Conversions that the machine makes in several steps, each of which rounds. */
@Program
final class Conversions {
  static final int ROWS = 8;
  static final int COLS = 64;

  private Conversions() {}

  @InCore
  static void tiles(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Shape({ROWS, COLS}) Tensor<INT32> n,
      @Out @Shape({ROWS, COLS}) Tensor<INT8> small,
      @Out @Shape({ROWS, COLS}) Tensor<UINT8> bytes,
      @Out @Shape({ROWS, COLS}) Tensor<BF16> wide) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Pl.store(Pl.cast(t, INT8), at(0, 0), small);
    Pl.store(Pl.cast(Pl.cast(t, BF16), UINT8, CastMode.FLOOR), at(0, 0), bytes);
    Pl.store(Pl.cast(Pl.load(n, at(0, 0), shape(ROWS, COLS)), BF16), at(0, 0), wide);
  }

  @Orchestration
  static void main(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Shape({ROWS, COLS}) Tensor<INT32> n,
      @Out @Shape({ROWS, COLS}) Tensor<INT8> small,
      @Out @Shape({ROWS, COLS}) Tensor<UINT8> bytes,
      @Out @Shape({ROWS, COLS}) Tensor<BF16> wide,
      @Out @Shape({ROWS, COLS}) Tensor<INT8> ofTensor) {
    tiles(x, n, small, bytes, wide);
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      ofTensor.assign(Pl.cast(n, INT8, CastMode.CEIL));
    }
  }
}
