package io.pto4j.gen;

import java.util.ArrayList;
import java.util.List;

/** A random kernel on tiles with three axes, which loops and branches carry. */
final class SolidKernel {
  private static final int MAX_DEPTH = 2;
  private static final List<String> BINARY = List.of("add", "sub", "mul", "maximum", "minimum");
  private static final List<String> UNARY = List.of("neg", "abs", "exp");

  private final Choice choice;
  private final Source out;
  private final List<String> tiles = new ArrayList<>();
  private final List<String> integers = new ArrayList<>(List.of("n"));

  SolidKernel(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
  }

  void write(String name) {
    String tensor = "pl.Tensor[[4, 8, 16], pl.%s]".formatted(choice.of(List.of("FP32", "FP16")));
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def %s(x: %s, y: pl.Out[%s], n: pl.Scalar[pl.INDEX])".formatted(name, tensor, tensor),
        () -> {
          load();
          int count = 3 + choice.below(8);
          for (int i = 0; i < count; i++) {
            statement(0);
          }
          store();
          out.line("return y");
        });
  }

  private String plane() {
    return choice.oneIn(2)
        ? "%s %% 3".formatted(choice.of(integers))
        : Integer.toString(choice.below(3));
  }

  private void load() {
    define("pl.load(x, [%s, 0, 0], [2, 8, 16])".formatted(plane()));
  }

  private void store() {
    out.line("y = pl.store(%s, [%s, 0, 0], y)", choice.of(tiles), plane());
  }

  private void define(String value) {
    String name = out.fresh("t");
    out.line("%s = %s", name, value);
    tiles.add(name);
  }

  private String value() {
    String a = choice.of(tiles);
    return switch (choice.below(4)) {
      case 0 -> "pl.%s(%s)".formatted(choice.of(UNARY), a);
      case 1 -> "pl.mul(%s, 0.5)".formatted(a);
      default -> "pl.%s(%s, %s)".formatted(choice.of(BINARY), a, choice.of(tiles));
    };
  }

  private void statement(int depth) {
    switch (choice.below(depth == MAX_DEPTH ? 8 : 11)) {
      case 0 -> load();
      case 1, 2, 3 -> define(value());
      case 4, 5, 6 -> out.line("%s = %s", choice.of(tiles), value());
      case 7 -> store();
      case 8, 9 -> loop(depth);
      default -> branch(depth);
    }
  }

  private void loop(int depth) {
    RandomBlocks.loop(out, choice, integers, 2, () -> nested(depth));
  }

  private void branch(int depth) {
    RandomBlocks.branch(out, choice, integers, 4, () -> nested(depth));
  }

  private void nested(int depth) {
    int known = tiles.size();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      statement(depth + 1);
    }
    tiles.subList(known, tiles.size()).clear();
  }
}
