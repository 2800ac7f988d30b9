package io.pto4j.dsl;

import static io.pto4j.dsl.Pl.*;

/** Kernels as a user writes them; that they compile is part of what the tests show. */
@Program
final class SampleKernels {

  static final int ROWS = 64;
  static final int COLS = 256;
  static final Dim M = Pl.dynamic("M");

  private SampleKernels() {}

  @InCore
  static Tensor<FP32> rowSoftmax(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> e = Pl.exp(Pl.rowExpandSub(t, Pl.rowMax(t)));
    return Pl.store(Pl.rowExpandDiv(e, Pl.rowSum(e)), at(0, 0), y);
  }

  @InCore
  static Tensor<FP32> product(
      @Shape({64, 64}) Tensor<FP16> a,
      @Shape({64, 64}) Tensor<FP16> b,
      @Out @Shape({64, 64}) Tensor<FP32> c) {
    var left = Pl.move(Pl.load(a, at(0, 0), shape(64, 64), MemorySpace.Mat), MemorySpace.Left);
    var right = Pl.move(Pl.load(b, at(0, 0), shape(64, 64), MemorySpace.Mat), MemorySpace.Right);
    Tile<FP32> acc = Pl.matmul(left, right);
    acc = Pl.matmulAcc(acc, left, right);
    return Pl.store(acc, at(0, 0), c);
  }

  @InCore
  static Tensor<FP32> scale(
      @Shape(symbolic = "M, 64") Tensor<FP32> x,
      float factor,
      int count,
      @Index long first,
      boolean negate,
      @Out @Shape(symbolic = "M, 64") Tensor<FP32> y) {
    for (int i : Pl.range(first, count)) {
      Tile<FP32> t = Pl.mul(Pl.load(x, at(i * 8, 0), shape(8, 64)), factor);
      if (negate) {
        t = Pl.neg(t);
      }
      y = Pl.store(t, at(i * 8, 0), y);
    }
    return y;
  }

  @InCore
  static void clear(@Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Pl.store(Pl.fullTile(FP32, 0, ROWS, COLS), at(0, 0), y);
  }

  @Orchestration
  static Tensor<FP32> chain(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tensor<FP32> tmp = Pl.createTensor(FP32, ROWS, COLS);
    try (var _ = Pl.manualScope()) {
      var first = Pl.submit(SampleKernels::rowSoftmax, x, tmp);
      var second = Pl.deps(first).submit(SampleKernels::rowSoftmax, first.result(), y);
      Pl.deps(second.taskId(), TaskId.none()).submit(SampleKernels::clear, tmp);
      return second.result();
    }
  }

  @Orchestration
  static Tensor<FP32> windows(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    for (int i : Pl.parallel(ROWS / 8)) {
      try (var _ = Pl.at(Level.CORE_GROUP).named("double_rows")) {
        Tensor<FP32> block = x.slice(rows(i * 8, i * 8 + 8), all());
        y.slice(rows(i * 8, i * 8 + 8), all()).assign(Pl.add(block, block));
      }
    }
    return y;
  }
}
