package io.pto4j.samples;

import static io.pto4j.dsl.MemorySpace.Left;
import static io.pto4j.dsl.MemorySpace.Mat;
import static io.pto4j.dsl.MemorySpace.Right;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Index;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/**
 * {@code c = a * b} in blocks of 128×128, each accumulated over K in steps of 64. The loops over
 * the blocks are parallel: the blocks are tasks that run on several cube cores.
 */
@Program
public final class Matmul {
  static final int SIZE = 256;
  static final int BLOCK = 128;
  static final int STEP = 64;

  private Matmul() {}

  @Inline
  static Tile<FP16> left(@Shape({SIZE, SIZE}) Tensor<FP16> a, @Index long row, @Index long k) {
    return Pl.move(Pl.load(a, at(row, k), shape(BLOCK, STEP), Mat), Left);
  }

  @Inline
  static Tile<FP16> right(@Shape({SIZE, SIZE}) Tensor<FP16> b, @Index long k, @Index long col) {
    return Pl.move(Pl.load(b, at(k, col), shape(STEP, BLOCK), Mat), Right);
  }

  @InCore
  static Tensor<FP32> block(
      @Shape({SIZE, SIZE}) Tensor<FP16> a,
      @Shape({SIZE, SIZE}) Tensor<FP16> b,
      @Index long row,
      @Index long col,
      @Out @Shape({SIZE, SIZE}) Tensor<FP32> c) {
    Tile<FP32> acc = Pl.matmul(left(a, row, 0), right(b, 0, col));
    for (int k = STEP; k < SIZE; k += STEP) {
      acc = Pl.matmulAcc(acc, left(a, row, k), right(b, k, col));
    }
    return Pl.store(acc, at(row, col), c);
  }

  @Orchestration
  static Tensor<FP32> main(
      @Shape({SIZE, SIZE}) Tensor<FP16> a,
      @Shape({SIZE, SIZE}) Tensor<FP16> b,
      @Out @Shape({SIZE, SIZE}) Tensor<FP32> c) {
    for (int row : Pl.parallel(0, SIZE, BLOCK)) {
      for (int col : Pl.parallel(0, SIZE, BLOCK)) {
        c = block(a, b, row, col, c);
      }
    }
    return c;
  }
}
