package io.pto4j.gen;

import java.util.ArrayList;
import java.util.List;

/**
 * A random kernel with many tiles of one size, which are used long after they are defined, also
 * from within loops and in the next iteration. All of them count in the result, so that a buffer
 * that is given away too early shows.
 */
final class CrowdedKernel {
  private static final int MAX_DEPTH = 2;
  private static final int ROWS = 16;
  private static final int COLS = 16;

  private final Choice choice;
  private final Source out;
  private final List<String> tiles = new ArrayList<>();
  private final List<String> integers = new ArrayList<>(List.of("n"));

  CrowdedKernel(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
  }

  void write(String name) {
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def %s(x: pl.Tensor[[%d, %d], pl.FP32], y: pl.Out[pl.Tensor[[%d, %d], pl.FP32]], n: pl.Scalar[pl.INDEX])"
            .formatted(name, 2 * ROWS, COLS, ROWS, COLS),
        () -> {
          int loads = 2 + choice.below(2);
          for (int i = 0; i < loads; i++) {
            define(loaded());
          }
          int count = 4 + choice.below(8);
          for (int i = 0; i < count; i++) {
            statement(0);
          }
          out.line("y = pl.store(%s, [0, 0], y)", sum());
        });
  }

  private String loaded() {
    return "pl.load(x, [%d, 0], [%d, %d])".formatted(choice.below(ROWS + 1), ROWS, COLS);
  }

  private String tile() {
    return choice.of(tiles);
  }

  private void define(String value) {
    String name = out.fresh("t");
    out.line("%s = %s", name, value);
    tiles.add(name);
  }

  /** Nothing that hides an operand: every element of each one changes the result. */
  private String value() {
    return switch (choice.below(8)) {
      case 0 -> "pl.neg(%s)".formatted(tile());
      case 1 -> "pl.mul(%s, 0.5)".formatted(tile());
      case 2 -> "pl.row_expand_add(%s, %s)".formatted(tile(), rowVector());
      case 3 -> "pl.reshape(pl.add(%s, 1.0), [%d, %d])".formatted(folded(), ROWS, COLS);
      case 4, 5 -> "pl.sub(%s, %s)".formatted(tile(), tile());
      default -> "pl.add(%s, %s)".formatted(tile(), tile());
    };
  }

  private String rowVector() {
    String room = out.fresh("tmp");
    out.line(
        "%s = pl.create_tile([%d, %d], dtype=pl.FP32, target_memory=pl.Mem.Vec)", room, ROWS, COLS);
    String name = out.fresh("v");
    out.line("%s = pl.row_max(%s, %s)", name, tile(), room);
    return name;
  }

  private String folded() {
    String name = out.fresh("f");
    out.line("%s = pl.reshape(%s, [%d, %d])", name, tile(), ROWS / 2, 2 * COLS);
    return name;
  }

  private void statement(int depth) {
    switch (choice.below(depth == MAX_DEPTH ? 6 : 9)) {
      case 0, 1, 2 -> define(value());
      case 3, 4 -> out.line("%s = %s", tile(), value());
      case 5 -> exchange();
      case 6, 7 -> loop(depth);
      default -> branch(depth);
    }
  }

  private void exchange() {
    String kept = out.fresh("t");
    String a = tile();
    String b = tile();
    out.line("%s = %s", kept, a);
    out.line("%s = %s", a, b);
    out.line("%s = pl.sub(%s, 1.0)", b, kept);
  }

  private void loop(int depth) {
    RandomBlocks.loop(out, choice, integers, 3, () -> nested(depth));
  }

  private void branch(int depth) {
    RandomBlocks.branch(out, choice, integers, 3, () -> nested(depth));
  }

  /** A block, which adds what it has defined to a tile of the blocks around. */
  private void nested(int depth) {
    int known = tiles.size();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      statement(depth + 1);
    }
    List<String> inner = new ArrayList<>(tiles.subList(known, tiles.size()));
    tiles.subList(known, tiles.size()).clear();
    String target = tile();
    for (String name : inner) {
      out.line("%s = pl.add(%s, pl.mul(%s, 0.25))", target, target, name);
    }
  }

  /** All tiles with weights of their own. */
  private String sum() {
    String result = tiles.getFirst();
    for (int i = 1; i < tiles.size(); i++) {
      String next = out.fresh("r");
      out.line("%s = pl.add(%s, pl.mul(%s, %d.0))", next, result, tiles.get(i), i + 1);
      result = next;
    }
    return result;
  }
}
