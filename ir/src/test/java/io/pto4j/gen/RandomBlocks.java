package io.pto4j.gen;

import java.util.List;

/** Random loops and conditionals around blocks of a kernel. */
final class RandomBlocks {
  private RandomBlocks() {}

  /** A loop to {@code n} or to {@code few}, whose index is an integer of its block. */
  static void loop(Source out, Choice choice, List<String> integers, int few, Runnable block) {
    String i = out.fresh("i");
    String stop = choice.oneIn(3) ? "n" : Integer.toString(few);
    out.block(
        "for %s in pl.range(%s)".formatted(i, stop),
        () -> {
          integers.add(i);
          block.run();
          integers.remove(i);
        });
  }

  /** A conditional on an integer and a number below {@code bound}, half of them with an else. */
  static void branch(Source out, Choice choice, List<String> integers, int bound, Runnable block) {
    out.block("if %s > %d".formatted(choice.of(integers), choice.below(bound)), block);
    if (choice.oneIn(2)) {
      out.block("else", block);
    }
  }
}
