package io.pto4j.sim.eager;

import static io.pto4j.dsl.Pl.FP16;
import static io.pto4j.dsl.Pl.FP32;
import static io.pto4j.dsl.Pl.all;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.rows;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.INT32;
import io.pto4j.dsl.Level;
import io.pto4j.dsl.MemorySpace;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/** Kernels that the tests run as plain Java. */
final class Kernels {
  private Kernels() {}

  static Tensor<FP32> softmax(Tensor<FP32> x, Tensor<FP32> y) {
    int rows = (int) x.dim(0);
    int cols = (int) x.dim(1);
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(rows, cols));
    Tile<FP32> e = Pl.exp(Pl.rowExpandSub(t, Pl.rowMax(t)));
    return Pl.store(Pl.rowExpandDiv(e, Pl.rowSum(e)), at(0, 0), y);
  }

  static Tensor<FP32> tensorSoftmax(Tensor<FP32> x, Tensor<FP32> y) {
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      Tensor<FP32> e = Pl.exp(Pl.rowExpandSub(x, Pl.rowMax(x)));
      y.assign(Pl.rowExpandDiv(e, Pl.rowSum(e)));
    }
    return y;
  }

  static Tensor<FP32> rmsNorm(Tensor<FP32> x, Tensor<FP32> gain, Tensor<FP32> y) {
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      Tensor<FP32> mean = Pl.mul(Pl.rowSum(Pl.mul(x, x)), 1.0 / x.dim(1));
      Tensor<FP32> scale = Pl.rsqrt(Pl.add(mean, 1e-6));
      y.assign(Pl.colExpandMul(Pl.rowExpandMul(x, scale), gain));
    }
    return y;
  }

  static Tensor<FP32> matmul(Tensor<FP16> a, Tensor<FP16> b, Tensor<FP32> c, int step) {
    int m = (int) a.dim(0);
    int n = (int) b.dim(1);
    Tile<FP32> acc = Pl.createTile(FP32, shape(m, n), MemorySpace.Acc);
    for (int k = 0; k < a.dim(1); k += step) {
      Tile<FP16> left =
          Pl.move(Pl.load(a, at(0, k), shape(m, step), MemorySpace.Mat), MemorySpace.Left);
      Tile<FP16> right =
          Pl.move(Pl.load(b, at(k, 0), shape(step, n), MemorySpace.Mat), MemorySpace.Right);
      acc = k == 0 ? Pl.matmul(left, right) : Pl.matmulAcc(acc, left, right);
    }
    return Pl.store(acc, at(0, 0), c);
  }

  static Tensor<FP32> scaleRows(Tensor<FP32> x, float factor, Tensor<FP32> y) {
    for (int r = 0; r < x.dim(0); r += 8) {
      y.slice(rows(r, r + 8), all()).assign(Pl.mul(x.slice(rows(r, r + 8), all()), factor));
    }
    return y;
  }

  static Tensor<FP32> twoStages(Tensor<FP32> x, Tensor<FP32> y) {
    Tensor<FP32> scratch = Pl.createTensor(FP32, x.dim(0), x.dim(1));
    try (var _ = Pl.manualScope()) {
      var first = Pl.submit(Kernels::square, x, scratch);
      var second = Pl.deps(first).submit(Kernels::addOne, scratch, y);
      return second.result();
    }
  }

  private static Tensor<FP32> square(Tensor<FP32> x, Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(x.dim(0), x.dim(1)));
    return Pl.store(Pl.mul(t, t), at(0, 0), y);
  }

  private static Tensor<FP32> addOne(Tensor<FP32> x, Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(x.dim(0), x.dim(1)));
    return Pl.store(Pl.add(t, 1.0), at(0, 0), y);
  }

  static Tensor<FP16> halves(Tensor<FP16> x, Tensor<FP16> y) {
    Tile<FP16> t = Pl.load(x, at(0, 0), shape(x.dim(0), x.dim(1)));
    Tile<FP32> wide = Pl.mul(Pl.cast(t, FP32), 0.1);
    return Pl.store(Pl.add(Pl.cast(wide, FP16), t), at(0, 0), y);
  }

  static int countPositive(Tensor<INT32> x) {
    int count = 0;
    for (int i = 0; i < x.dim(0); i++) {
      if (Pl.read(x, i) > 0) {
        count++;
      }
    }
    return count;
  }
}
