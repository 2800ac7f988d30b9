package frontend;

import static io.pto4j.dsl.Pl.*;

import io.pto4j.dsl.*;

/** Control flow and scalars. */
@Program
final class Control {
  static final int ROWS = 32;
  static final Dim M = Pl.dynamic("N");

  record Both(Tensor<FP32> sum, Tensor<FP16> half) {}

  @Inline
  static Tile<FP32> scaled(Tile<FP32> t, float by, int rows) {
    Tile<FP32> result = Pl.mul(t, by);
    return Pl.add(result, rows * 2);
  }

  @Inline
  static void put(Tile<FP32> t, @Out Tensor<FP16> into) {
    Pl.store(Pl.cast(t, FP16), at(0, 0), into);
  }

  @InCore
  static Both work(
      @Shape(symbolic = "M, 64") Tensor<FP32> x,
      @Index long rows,
      int offset,
      float k,
      boolean negate,
      @InOut @Shape(symbolic = "M, 64") Tensor<FP32> sum,
      @Out @Shape({ROWS, 64}) Tensor<FP16> half) {
    Tile<FP32> acc = Pl.load(x, at(0, 0), shape(ROWS, 64));
    float factor = negate ? -k : k;
    for (int i = 1; i < (rows + ROWS - 1) / ROWS; i++) {
      long first = Math.min(i * ROWS, rows - ROWS);
      Tile<FP32> t = Pl.load(x, at(first, 0), shape(ROWS, 64));
      if (i > 2 && offset != 0) {
        acc = Pl.add(acc, t);
      } else {
        acc = scaled(acc, 0.5f, ROWS);
      }
    }
    int shift = offset / 3 + offset % 4;
    shift += 1;
    for (int i : Pl.range(0, ROWS, 8)) {
      int row = i / 8 * 8;
      Pl.store(Pl.load(x, at(row + shift, 0), shape(8, 64)), at(row, 0), sum);
    }
    acc = Pl.mul(acc, factor);
    sum = Pl.store(acc, at(0, 0), sum);
    put(acc, half);
    return new Both(sum, half);
  }

  @Orchestration
  static void main(
      @Shape(symbolic = "M, 64") Tensor<FP32> x,
      @Index long rows,
      @InOut @Shape(symbolic = "M, 64") Tensor<FP32> sum,
      @Out @Shape({ROWS, 64}) Tensor<FP16> half) {
    Both both = work(x, rows, 3, 2, rows > 8, sum, half);
    work(x, rows - 1, 0, 0.25f, false, both.sum(), both.half());
  }
}
