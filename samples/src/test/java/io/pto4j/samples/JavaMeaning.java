package io.pto4j.samples;

import static io.pto4j.dsl.Pl.all;
import static io.pto4j.dsl.Pl.at;
import static io.pto4j.dsl.Pl.rows;
import static io.pto4j.dsl.Pl.shape;

import io.pto4j.dsl.FP32;
import io.pto4j.dsl.INT32;
import io.pto4j.dsl.InCore;
import io.pto4j.dsl.InOut;
import io.pto4j.dsl.Inline;
import io.pto4j.dsl.Level;
import io.pto4j.dsl.Offsets;
import io.pto4j.dsl.Orchestration;
import io.pto4j.dsl.Out;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Program;
import io.pto4j.dsl.Shape;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.Tile;

/** Kernels that give another result when Java's order of evaluation or conversions are missed. */
@Program
final class JavaMeaning {
  static final int ROWS = 16;
  static final int COLS = 32;
  static final int BLOCK = 4;
  static final int COUNTERS = 4;
  static final boolean NEGATED = false;

  private JavaMeaning() {}

  record Moments(Tile<FP32> sum, Tile<FP32> max) {}

  record Numbers(float fraction, int whole) {}

  record Nested(Tile<FP32> tile, Numbers numbers) {}

  record Columns(Tensor<FP32> max, Tensor<FP32> sum) {}

  @Inline
  static Moments moments(Tile<FP32> t) {
    return new Moments(Pl.rowSum(t), Pl.rowMax(t));
  }

  @Inline
  static Numbers numbers(int n) {
    return new Numbers(n + 1, 3);
  }

  @Inline
  static Numbers constants() {
    return new Numbers(1, 3);
  }

  @Inline
  static float one() {
    return 1;
  }

  @Inline
  static Nested nested(Tile<FP32> t, int n) {
    t = Pl.mul(t, n);
    Nested before = new Nested(t, numbers(n));
    t = Pl.add(t, 1);
    return new Nested(Pl.add(before.tile(), t), before.numbers());
  }

  @Inline
  static int counted(Tensor<INT32> counters) {
    int next = Pl.read(counters, 0) + 1;
    Pl.write(counters, at(0), next);
    return next;
  }

  @Inline
  static Columns columns(Tensor<FP32> t) {
    Tensor<FP32> max = Pl.rowMax(t);
    return new Columns(max, Pl.rowSum(Pl.exp(Pl.rowExpandSub(t, max))));
  }

  /** The parts of a record are those of the time when it was made. */
  @InCore
  static Tensor<FP32> records(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Moments first = moments(t);
    Moments same = new Moments(t, t);
    Nested doubled = nested(t, n);
    t = Pl.rowExpandSub(t, first.sum());
    t = Pl.rowExpandMul(t, first.max());
    t = Pl.add(Pl.add(t, same.max()), doubled.tile());
    return Pl.store(Pl.mul(t, doubled.numbers().fraction() / 2), at(0, 0), y);
  }

  /** Offsets are those of the time when they were made. */
  @InCore
  static Tensor<FP32> offsets(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    int row = 1;
    Offsets from = at(row, 0);
    row += n;
    y = Pl.store(Pl.load(x, at(0, 0), shape(ROWS, COLS)), at(0, 0), y);
    return Pl.store(Pl.load(x, from, shape(1, COLS)), at(row, 0), y);
  }

  /**
   * Numbers have the types of the components, results and variables that hold them; the warnings
   * are about conversions that are wanted here.
   */
  @SuppressWarnings({"NarrowCalculation", "NarrowingCompoundAssignment", "lossy-conversions"})
  @InCore
  static Tensor<FP32> conversions(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    float halves = one() / 2 + constants().fraction() / 2 + constants().whole() / 2;
    int scaled = n + 1;
    scaled *= 1.5f;
    float mixed = n;
    mixed -= scaled;
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> chosen = NEGATED ? Pl.neg(t) : Pl.abs(t);
    return Pl.store(Pl.add(Pl.mul(chosen, halves), mixed), at(0, 0), y);
  }

  /** What is read to the left of a call is read before it, and only what decides is evaluated. */
  @InCore
  static Tensor<FP32> order(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @InOut @Shape({COUNTERS}) Tensor<INT32> counters,
      int n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    int digits = Pl.read(counters, 0) + counted(counters) * 10 + Pl.read(counters, 0) * 100;
    int outside = COUNTERS + n;
    boolean found = outside < COUNTERS && Pl.read(counters, outside) > 0;
    boolean any = n >= 0 || Pl.read(counters, outside) > 0;
    boolean divided = n != 0 && 7 / n > 2;
    float weight = found ? 1 : 2.5f;
    if (any && !divided) {
      weight += 100;
    }
    Tile<FP32> t = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    return Pl.store(Pl.mul(Pl.add(t, digits), weight), at(0, 0), y);
  }

  /** A tile that is changed in parts, while variables hold those that were changed before. */
  @InCore
  static Tensor<FP32> changes(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    Tile<FP32> last = Pl.load(x, at(0, 0), shape(ROWS, COLS));
    Tile<FP32> older = last;
    for (int i = 0; i < n; i++) {
      Tile<FP32> next = Pl.mul(last, 0.5f);
      next.slice(rows(i, i + BLOCK), all()).assign(Pl.slice(older, shape(BLOCK, COLS), at(0, 0)));
      older = last;
      last = next;
    }
    return Pl.store(Pl.sub(last, older), at(0, 0), y);
  }

  @Orchestration
  static Tensor<FP32> runChanges(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return changes(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runRecords(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return records(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runOffsets(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return offsets(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runConversions(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return conversions(x, n, y);
  }

  @Orchestration
  static Tensor<FP32> runOrder(
      @Shape({ROWS, COLS}) Tensor<FP32> x,
      @InOut @Shape({COUNTERS}) Tensor<INT32> counters,
      int n,
      @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    return order(x, counters, n, y);
  }

  /** A variable that shows a window first, and results of it later. */
  @Orchestration
  static Tensor<FP32> runWindows(
      @Shape({ROWS, COLS}) Tensor<FP32> x, int n, @Out @Shape({ROWS, COLS}) Tensor<FP32> y) {
    for (int row = 0; row < ROWS; row += BLOCK) {
      try (var _ = Pl.at(Level.CORE_GROUP)) {
        Tensor<FP32> t = x.slice(rows(row, row + BLOCK), all());
        Tensor<FP32> first = t;
        Columns before = columns(t);
        t = Pl.mul(Pl.rowExpandSub(t, before.max()), n);
        Columns after = columns(t);
        t = Pl.rowExpandDiv(Pl.exp(t), before.sum());
        t = Pl.add(Pl.rowExpandAdd(t, after.max()), first);
        y.slice(rows(row, row + BLOCK), all()).assign(t);
      }
    }
    return y;
  }
}
