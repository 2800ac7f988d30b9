package io.pto4j.gen;

import java.util.List;

/**
 * A region that runs as several blocks, each of which computes rows of its own: with tiles or with
 * tensors.
 */
final class BlockProgram {
  private static final int ROWS = 8;
  private static final int COLS = 16;
  private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum");
  private static final List<String> UNARY = List.of("neg", "abs");

  private final Choice choice;
  private final Source out;
  private final Level level;
  private int count = 1;

  BlockProgram(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
    this.level = choice.of(Level.values());
  }

  void write() {
    int blocks = 2 + choice.below(3);
    String tensor =
        "pl.Tensor[[%d, %d], pl.%s]"
            .formatted(ROWS * blocks, COLS, choice.of(List.of("FP32", "FP16", "INT32")));
    out.line("@pl.function(type=pl.FunctionType.Orchestration)");
    out.block(
        "def main(x: %s, y: pl.InOut[%s], n: pl.Scalar[pl.INDEX])".formatted(tensor, tensor),
        () -> {
          int regions = 1 + choice.below(2);
          for (int i = 0; i < regions; i++) {
            out.block("for b%d in pl.spmd(%d)".formatted(i, blocks), block("b" + i));
          }
          out.line("return y");
        });
  }

  private Runnable block(String index) {
    Scope.Shape shape = new Scope.Shape("", ROWS, COLS);
    String row = "%s * %d".formatted(index, ROWS);
    return () -> {
      int first = count;
      out.line("t%d = %s", count++, level.window(choice.of(List.of("x", "y")), row, shape));
      int statements = 1 + choice.below(5);
      for (int i = 0; i < statements; i++) {
        statement(first, index);
      }
      out.line("%s", level.store("t" + (count - 1), row, "y"));
    };
  }

  private void statement(int first, String index) {
    String a = "t" + (first + choice.below(count - first));
    String b = "t" + (first + choice.below(count - first));
    String value =
        choice.oneIn(3)
            ? "pl.%s(%s)".formatted(choice.of(UNARY), a)
            : "pl.%s(%s, %s)".formatted(choice.of(BINARY), a, b);
    switch (choice.below(4)) {
      case 0 -> out.block("for i in pl.range(n)", () -> out.line("%s = %s", a, value));
      case 1 -> out.block("if %s > n".formatted(index), () -> out.line("%s = %s", a, value));
      default -> out.line("t%d = %s", count++, value);
    }
  }
}
