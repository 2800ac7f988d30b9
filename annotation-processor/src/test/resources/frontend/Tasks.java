package frontend;

import static io.pto4j.dsl.Pl.*;

import io.pto4j.dsl.*;

/** Scopes, windows and launches. */
@Program
final class Tasks {
  @InCore
  static Tensor<FP32> square(
      @Shape({16, 64}) Tensor<FP32> x, @Index long row, @Out @Shape({16, 64}) Tensor<FP32> y) {
    Tile<FP32> t = Pl.load(x, at(row, 0), shape(8, 64));
    return Pl.store(Pl.mul(t, t), at(row, 0), y);
  }

  @Orchestration
  static Tensor<FP32> manual(
      @Shape({16, 64}) Tensor<FP32> x, @Out @Shape({16, 64}) Tensor<FP32> y) {
    Tensor<FP32> tmp = Pl.createTensor(FP32, 16, 64);
    try (var _ = Pl.manualScope()) {
      TaskId previous = TaskId.none();
      for (int i : Pl.range(2)) {
        long row = i * 8;
        var first = Pl.submit(Tasks::square, x, row, tmp);
        var second = Pl.deps(first, previous).submit(Tasks::square, first.result(), row, y);
        previous = second.taskId();
      }
    }
    return y;
  }

  @Orchestration
  static Tensor<FP32> windows(
      @Shape({16, 64}) Tensor<FP32> x, @Out @Shape({16, 64}) Tensor<FP32> y) {
    for (int i : Pl.parallel(2)) {
      try (var _ = Pl.at(Level.CORE_GROUP).named("rows")) {
        Tensor<FP32> block = x.slice(rows(i * 8, i * 8 + 8), all());
        Tensor<FP32> e = Pl.exp(Pl.rowExpandSub(block, Pl.rowMax(block)));
        y.slice(rows(i * 8, i * 8 + 8)).assign(Pl.rowExpandDiv(e, Pl.rowSum(e)));
      }
    }
    float scale = (float) x.read(0, 0);
    square(x, scale > 0 ? 8 : 0, y);
    try (var _ = Pl.at(Level.CORE_GROUP)) {
      y.assign(Pl.mul(y, 2));
    }
    return y;
  }
}
