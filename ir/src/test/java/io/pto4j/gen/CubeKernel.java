package io.pto4j.gen;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A random kernel for the matrix unit: operands and accumulators that loops and branches carry. All
 * tiles are 16 x 16.
 */
final class CubeKernel {
  private static final int MAX_DEPTH = 2;
  private static final ImmutableMap<String, String> MEMORY =
      ImmutableMap.of("l", "Left", "r", "Right");

  private final Choice choice;
  private final Source out;
  private final List<String> integers = new ArrayList<>(List.of("n"));
  private final Map<String, List<String>> tiles;

  CubeKernel(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
    this.tiles =
        ImmutableMap.of("l", new ArrayList<>(), "r", new ArrayList<>(), "c", new ArrayList<>());
  }

  void write(String name) {
    String dtype = choice.of(List.of("FP16", "BF16", "FP32"));
    String operand = "pl.Tensor[[48, 16], pl.%s]".formatted(dtype);
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def %s(a: %s, b: %s, y: pl.Out[pl.Tensor[[32, 16], pl.FP32]], n: pl.Scalar[pl.INDEX])"
            .formatted(name, operand, operand),
        () -> {
          load("l");
          load("r");
          product();
          int count = 3 + choice.below(10);
          for (int i = 0; i < count; i++) {
            statement(0);
          }
          out.line("y = pl.store(%s, [16, 0], y)", choice.of(tiles.get("c")));
          out.line("return y");
        });
  }

  private void load(String side) {
    String mat = out.fresh("m");
    String tensor = side.equals("l") ? "a" : "b";
    out.line("%s = pl.load(%s, [%s, 0], [16, 16], target_memory=pl.Mem.Mat)", mat, tensor, row(32));
    assign(side, "pl.move(%s, target_memory=pl.Mem.%s)".formatted(mat, MEMORY.get(side)));
  }

  private String row(int last) {
    return choice.oneIn(2)
        ? "%s %% %d".formatted(choice.of(integers), last + 1)
        : Integer.toString(choice.below(last + 1));
  }

  /** Defines a tile or gives one another value. */
  private void assign(String kind, String value) {
    List<String> known = tiles.get(kind);
    if (known.isEmpty() || choice.oneIn(2)) {
      String name = out.fresh(kind);
      out.line("%s = %s", name, value);
      known.add(name);
    } else {
      out.line("%s = %s", choice.of(known), value);
    }
  }

  private void product() {
    assign(
        "c", "pl.matmul(%s, %s)".formatted(choice.of(tiles.get("l")), choice.of(tiles.get("r"))));
  }

  /** In place, as the matrix unit does: the old sum is not needed again. */
  private void accumulate() {
    String sum = choice.of(tiles.get("c"));
    out.line(
        "%s = pl.matmul_acc(%s, %s, %s)",
        sum, sum, choice.of(tiles.get("l")), choice.of(tiles.get("r")));
  }

  private void statement(int depth) {
    switch (choice.below(depth == MAX_DEPTH ? 8 : 11)) {
      case 0 -> load("l");
      case 1 -> load("r");
      case 2 -> product();
      case 3, 4, 5 -> accumulate();
      case 6, 7 -> out.line("y = pl.store(%s, [%s, 0], y)", choice.of(tiles.get("c")), row(16));
      case 8, 9 -> loop(depth);
      default -> branch(depth);
    }
  }

  private void loop(int depth) {
    String i = out.fresh("i");
    String stop = choice.oneIn(2) ? "n" : Integer.toString(choice.below(4));
    out.block(
        "for %s in pl.range(%s)".formatted(i, stop),
        () -> {
          integers.add(i);
          nested(depth);
          integers.remove(i);
        });
  }

  private void branch(int depth) {
    out.block("if %s > %d".formatted(choice.of(integers), choice.below(4)), () -> nested(depth));
    if (choice.oneIn(2)) {
      out.block("else", () -> nested(depth));
    }
  }

  /** A block, whose tiles end with it. */
  private void nested(int depth) {
    Map<String, Integer> known = new java.util.HashMap<>();
    tiles.forEach((kind, names) -> known.put(kind, names.size()));
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      statement(depth + 1);
    }
    tiles.forEach((kind, names) -> names.subList(known.get(kind), names.size()).clear());
  }
}
