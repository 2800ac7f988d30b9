package io.pto4j.samples;

import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.Index;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/**
 * Kernels whose tiles are carried through loops and conditionals in ways that tempt a memory
 * planner.
 */
@Program
final class CarriedTiles {
  static final int ROWS = 16;
  static final int COLS = 64;

  private CarriedTiles() {}

  /** Two tiles change places in every iteration. */
  @InCore
  static Tensor<FP32> swapped(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> b = Pl.mul(a, 2);
    for (int i = 0; i < n; i++) {
      Tile<FP32> c = a;
      a = b;
      b = c;
    }
    return Pl.store(Pl.sub(a, Pl.mul(b, 0.25)), at(0, 0), y);
  }

  /** The start of the loop is read again after it. */
  @InCore
  static Tensor<FP32> startReadAgain(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> start = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> acc = start;
    for (int i = 0; i < n; i++) {
      acc = Pl.add(acc, 1);
    }
    return Pl.store(Pl.sub(Pl.mul(acc, 3), start), at(0, 0), y);
  }

  /** An old value is kept beside the new one. */
  @InCore
  static Tensor<FP32> previous(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> b = Pl.mul(a, 0.5);
    for (int i = 0; i < n; i++) {
      Tile<FP32> old = a;
      a = Pl.add(a, b);
      b = old;
    }
    return Pl.store(Pl.add(a, Pl.mul(b, 10)), at(0, 0), y);
  }

  /** One tile starts two carries. */
  @InCore
  static Tensor<FP32> forked(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> d = a;
    for (int i = 0; i < n; i++) {
      a = Pl.add(a, 1);
      d = Pl.mul(d, 0.5);
    }
    return Pl.store(Pl.add(a, d), at(0, 0), y);
  }

  /** Only one branch changes the tile, and a later value must not take its buffer. */
  @InCore
  static Tensor<FP32> branched(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    if (n > 2) {
      for (int i = 0; i < n; i++) {
        a = Pl.recip(Pl.add(Pl.abs(a), 1));
      }
    }
    Tile<FP32> d = Pl.add(Pl.load(x, at(0, 0), shape(ROWS, COLS)), 5);
    return Pl.store(Pl.sub(a, d), at(0, 0), y);
  }

  /** The branches exchange two tiles or leave them. */
  @InCore
  static Tensor<FP32> exchanged(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> b = Pl.add(a, 7);
    if (n > 1) {
      Tile<FP32> c = a;
      a = b;
      b = c;
    }
    return Pl.store(Pl.sub(Pl.mul(a, 2), b), at(0, 0), y);
  }

  /** A nested loop restarts from the same tile in every iteration of the outer one. */
  @InCore
  static Tensor<FP32> nested(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> base = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> sum = Pl.mul(base, 0);
    for (int i = 0; i < n; i++) {
      Tile<FP32> inner = base;
      for (int j = 0; j < 3; j++) {
        inner = Pl.maximum(Pl.mul(inner, 0.5), Pl.add(base, j));
      }
      sum = Pl.add(sum, inner);
    }
    return Pl.store(sum, at(0, 0), y);
  }

  /** Column vectors carried beside a tile, as in a running softmax. */
  @InCore
  static Tensor<FP32> running(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> max = Pl.rowMax(t);
    Tile<FP32> sum = Pl.rowSum(t);
    for (int i = 0; i < n; i++) {
      t = Pl.rowExpandSub(t, max);
      Tile<FP32> next = Pl.rowMax(Pl.mul(t, -1));
      sum = Pl.rowSum(t);
      max = next;
    }
    return Pl.store(Pl.rowExpandAdd(Pl.rowExpandMul(t, max), sum), at(0, 0), y);
  }

  @Orchestration
  static Tensor<FP32> runSwapped(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return swapped(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runStartReadAgain(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return startReadAgain(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runPrevious(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return previous(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runForked(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return forked(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runBranched(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return branched(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runExchanged(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return exchanged(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runNested(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return nested(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runRunning(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return running(x, n, y);
  }
}
