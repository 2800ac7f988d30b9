package io.pto4j.gen;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A random kernel or region for the matrix unit: operands and accumulators that loops and branches
 * carry. All tiles and tensors that it computes with are 16 x 16.
 */
final class CubeKernel {
  private static final int MAX_DEPTH = 2;
  private static final ImmutableMap<String, String> MEMORY =
      ImmutableMap.of("l", "Left", "r", "Right");

  private final Choice choice;
  private final Source out;
  private final Level level;
  private final List<String> integers = new ArrayList<>(List.of("n"));
  private final Map<String, List<String>> tiles;

  CubeKernel(Choice choice, Source out, Level level) {
    this.choice = choice;
    this.out = out;
    this.level = level;
    this.tiles =
        ImmutableMap.of("l", new ArrayList<>(), "r", new ArrayList<>(), "c", new ArrayList<>());
  }

  void write(String name) {
    boolean kernel = level == Level.TILE;
    String dtype = choice.of(List.of("FP16", "BF16", "FP32"));
    String operand = "pl.Tensor[[48, 16], pl.%s]".formatted(dtype);
    out.line("@pl.function(type=pl.FunctionType.%s)", kernel ? "InCore" : "Orchestration");
    out.block(
        "def %s(a: %s, b: %s, y: pl.%s[pl.Tensor[[32, 16], pl.FP32]], n: pl.Scalar[pl.INDEX])"
            .formatted(name, operand, operand, kernel ? "Out" : "InOut"),
        () -> {
          if (kernel) {
            statements();
          } else {
            out.block("with pl.at(level=pl.Level.CORE_GROUP)", this::statements);
          }
          out.line("return y");
        });
  }

  private void statements() {
    for (String side : List.of("l", "r")) {
      if (level == Level.TILE) {
        load(side);
      } else {
        window(side);
      }
    }
    product();
    int count = 3 + choice.below(10);
    for (int i = 0; i < count; i++) {
      statement(0);
    }
    store("16");
  }

  private void store(String row) {
    out.line("%s", level.store(choice.of(tiles.get("c")), row, "y"));
  }

  private void load(String side) {
    if (level == Level.TENSOR) {
      String name = window(side);
      // what no product reads belongs to no unit
      out.line(
          "%s = pl.matmul(%s, %s, out_dtype=pl.FP32)", sum(), left(side, name), right(side, name));
      return;
    }
    String mat = out.fresh("m");
    String tensor = side.equals("l") ? "a" : "b";
    out.line("%s = pl.load(%s, [%s, 0], [16, 16], target_memory=pl.Mem.Mat)", mat, tensor, row(32));
    assign(side, "pl.move(%s, target_memory=pl.Mem.%s)".formatted(mat, MEMORY.get(side)));
  }

  private String window(String side) {
    String name = out.fresh(side);
    out.line("%s = pl.slice(%s, [16, 16], [%s, 0])", name, side.equals("l") ? "a" : "b", row(32));
    tiles.get(side).add(name);
    return name;
  }

  private String left(String side, String name) {
    return side.equals("l") ? name : choice.of(tiles.get("l"));
  }

  private String right(String side, String name) {
    return side.equals("r") ? name : choice.of(tiles.get("r"));
  }

  /** A sum, which may be a new one. */
  private String sum() {
    List<String> sums = tiles.get("c");
    if (sums.isEmpty() || choice.oneIn(2)) {
      sums.add(out.fresh("c"));
      return sums.getLast();
    }
    return choice.of(sums);
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
    String out = level == Level.TILE ? "" : ", out_dtype=pl.FP32";
    assign(
        "c",
        "pl.matmul(%s, %s%s)".formatted(choice.of(tiles.get("l")), choice.of(tiles.get("r")), out));
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
      case 6, 7 -> store(row(16));
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
