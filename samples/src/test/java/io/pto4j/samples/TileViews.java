package io.pto4j.samples;

import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.cols;
import static io.pto4j.dsl.Pl.rows;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.InOut;
import io.pto4j.dsl.Index;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.PadValue;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/** Kernels that look at parts of tiles or replace them. */
@Program
final class TileViews {
  static final int ROWS = 32;
  static final int COLS = 64;
  static final int HALF = ROWS * COLS / 2;

  private TileViews() {}

  /** A tile keeps its valid region beside a narrower view of it, also in a loop. */
  @InCore
  static Tensor<FP32> narrowed(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.exp(Pl.load(x, at(0, 0), shape(ROWS, COLS)));
    Tile<FP32> window = Pl.slice(t, shape(8, 32), at(8, 32));
    Tile<FP32> part = Pl.setValidShape(window, n, 32);
    y = Pl.store(t, at(0, 0), y);
    for (int i = 0; i < 3; i++) {
      Tile<FP32> rows = Pl.setValidShape(t, n + i, COLS);
      y = Pl.store(Pl.add(rows, i), at(0, 0), y);
    }
    return Pl.store(Pl.neg(part), at(16, 0), y);
  }

  /** A maximum over padded rows, of which only those that exist are stored. */
  @InCore
  static Tensor<FP32> padded(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t =
        Pl.fillpad(Pl.load(x, at(ROWS - n, 0), shape(ROWS, COLS), shape(n, n)), PadValue.MIN);
    Tile<FP32> max = Pl.setValidShape(Pl.rowMax(t), n, 1);
    return Pl.store(max, at(ROWS - n, 0), y);
  }

  /** Windows of a column vector, one of them at a row that only the running kernel knows. */
  @InCore
  static Tensor<FP32> columns(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.exp(Pl.load(x, at(0, 0), shape(ROWS, COLS)));
    Tile<FP32> sums = Pl.rowSum(t);
    Tile<FP32> known = Pl.slice(sums, shape(16, 1), at(8, 0));
    Tile<FP32> scale = Pl.add(Pl.mul(known, 2), known);
    Tile<FP32> moving = Pl.mul(Pl.slice(sums, shape(8, 1), at(n % 3 * 8, 0)), 3);
    y = Pl.store(Pl.rowExpandMul(Pl.slice(t, shape(16, COLS), at(4, 0)), scale), at(0, 0), y);
    return Pl.store(Pl.rowExpandMul(Pl.slice(t, shape(8, COLS), at(n, 0)), moving), at(16, 0), y);
  }

  /** The elements of windows in one row: their rows are apart, together, and somewhere. */
  @InCore
  static Tensor<FP32> flattened(
      @Shape({ROWS, COLS}) Tensor<FP32> x, @Index long n, @Out @Shape({3, HALF}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.exp(Pl.load(x, at(0, 0), shape(ROWS, COLS)));
    y = Pl.store(row(Pl.slice(t, shape(ROWS, COLS / 2), at(0, 16))), at(0, 0), y);
    y = Pl.store(row(Pl.slice(t, shape(ROWS / 2, COLS), at(16, 0))), at(1, 0), y);
    return Pl.store(row(Pl.slice(t, shape(ROWS / 2, COLS), at(n, 0))), at(2, 0), y);
  }

  /** A tile that was another one's value first, and of which parts are replaced later. */
  @InCore
  static Tensor<FP32> replaced(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> a = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> best = a;
    for (long i = 0; i < n; i++) {
      Tile<FP32> c = Pl.mul(a, i + 1);
      if (i % 3 == 1) {
        best = Pl.maximum(best, c);
      } else {
        best = Pl.assemble(best, Pl.slice(c, shape(8, COLS), at(8, 0)), at(0, 0));
      }
    }
    Tile<FP32> one = Pl.write(a, at(3, 4), 7);
    Tile<FP32> two = Pl.write(one, at(n, n), 2.5f);
    Tile<FP32> written = Pl.mul(a, 2);
    written.slice(rows(0, 4), cols(8, 16)).assign(Pl.slice(two, shape(4, 8), at(2, 8)));
    Tile<FP32> sum = Pl.add(Pl.add(Pl.sub(a, two), one), written);
    return Pl.store(Pl.add(sum, best), at(0, 0), y);
  }

  @Inline
  static Tile<FP32> row(Tile<FP32> window) {
    return Pl.reshape(window, 1, HALF);
  }

  @Orchestration
  static Tensor<FP32> main(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @Index long n,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> narrowed,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> padded,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> columns,
      @InOut @Shape({ROWS, COLS}) Tensor<FP32> replaced,
      @Out @Shape({3, HALF}) Tensor<FP32> flattened) {
    narrowed(x, n, narrowed);
    padded(x, n, padded);
    columns(x, n, columns);
    replaced(x, n, replaced);
    return flattened(x, n, flattened);
  }
}
