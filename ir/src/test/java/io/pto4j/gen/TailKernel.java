package io.pto4j.gen;

import java.util.List;

/**
 * A random kernel over as many rows as the tensors have: blocks of rows of which the last one may
 * be shorter, so that tiles are valid in part, and a value that is carried over the blocks.
 */
final class TailKernel {
  private static final int ROWS = 8;
  private static final int COLS = 16;
  private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");
  private static final List<String> UNARY = List.of("neg", "abs", "exp");

  private final Choice choice;
  private final Source out;

  TailKernel(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
  }

  void write(String name) {
    String dtype = choice.of(List.of("FP32", "FP16"));
    String tensor = "pl.Tensor[[N, %d], pl.%s]".formatted(COLS, dtype);
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def %s(x: %s, y: pl.Out[%s], z: pl.Out[pl.Tensor[[%d, %d], pl.%s]])"
            .formatted(name, tensor, tensor, ROWS, COLS, dtype),
        () -> {
          out.line("rows = pl.tensor.dim(x, 0)");
          out.line("acc = pl.tile.full([%d, %d], dtype=pl.%s, value=0.5)", ROWS, COLS, dtype);
          out.block("for i in pl.range((rows + %d) // %d)".formatted(ROWS - 1, ROWS), this::block);
          out.line("z = pl.store(acc, [0, 0], z)");
          out.line("return y, z");
        });
  }

  private void block() {
    out.line("v = pl.min(rows - i * %d, %d)", ROWS, ROWS);
    out.line("t0 = pl.load(x, [i * %d, 0], [%d, %d], valid_shape=[v, %d])", ROWS, ROWS, COLS, COLS);
    int count = 1 + choice.below(6);
    for (int i = 1; i <= count; i++) {
      String a = "t" + choice.below(i);
      String value =
          choice.oneIn(3)
              ? "pl.%s(%s)".formatted(choice.of(UNARY), a)
              : "pl.%s(%s, t%d)".formatted(choice.of(BINARY), a, choice.below(i));
      out.line("t%d = %s", i, value);
    }
    if (choice.oneIn(2)) {
      out.line("whole = pl.fillpad(t%d, pad_value=pl.PadValue.zero)", choice.below(count + 1));
      out.line("acc = pl.%s(acc, whole)", choice.of(BINARY));
    }
    out.line("y = pl.store(t%d, [i * %d, 0], y)", choice.below(count + 1), ROWS);
  }
}
