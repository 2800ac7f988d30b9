package io.pto4j.gen;

import io.pto4j.gen.Scope.Shape;
import java.util.ArrayList;
import java.util.List;

/** Kernels, and a function that launches them in loops and branches on tensors that it creates. */
final class TaskProgram {
  private static final int MAX_DEPTH = 2;

  private final Choice choice;
  private final Source out;
  private final Shape shape;
  private final int kernels;
  private final List<String> readable = new ArrayList<>(List.of("x0", "x1", "y0"));
  private final List<String> integers = new ArrayList<>(List.of("n"));

  TaskProgram(Choice choice, Source out) {
    this.choice = choice;
    this.out = out;
    this.shape = new Shape(choice.of(List.of("FP32", "FP16")), 16, 16);
    this.kernels = 1 + choice.below(2);
  }

  void write() {
    for (int k = 0; k < kernels; k++) {
      kernel("k" + k);
    }
    List<Param> params = new ArrayList<>(params("x0", "x1", "y0"));
    params.add(new Param("x2", shape.withRows(3 * shape.rows()), false));
    params.add(new Param("y1", shape.withRows(2 * shape.rows()), true));
    out.line("@pl.function(type=pl.FunctionType.Orchestration)");
    out.block(
        "def main(%s)".formatted(Param.signature(params, "InOut")),
        () -> {
          int count = 2 + choice.below(4);
          for (int i = 0; i < count; i++) {
            statement(0);
          }
          launch("y0");
          out.line("return y0, y1");
        });
  }

  private List<Param> params(String a, String b, String y) {
    return List.of(
        new Param(a, shape, false), new Param(b, shape, false), new Param(y, shape, true));
  }

  private void kernel(String name) {
    List<Param> params = params("a", "b", "c");
    out.line("@pl.function(type=pl.FunctionType.InCore)");
    out.block(
        "def %s(%s) -> %s".formatted(name, Param.signature(params, "Out"), shape.tensor()),
        () -> {
          Scope scope = new Scope(choice);
          scope.addInteger("n");
          new Statements(choice, out, scope, Level.TILE, params, choice.below(6)).writeAll();
          out.line("return c");
        });
  }

  private void statement(int depth) {
    switch (choice.below(depth == MAX_DEPTH ? 8 : 11)) {
      case 0, 1 -> create();
      case 2 -> submit();
      case 3, 4 -> launch(choice.oneIn(2) ? "y0" : target());
      case 5 -> exchange();
      case 6 -> readable.add(window("w", "x2", 2 * shape.rows()));
      case 7 -> launch(window("o", "y1", shape.rows()));
      case 8, 9 -> loop(depth);
      default -> branch(depth);
    }
  }

  /** A part of a tensor as an argument of its own. */
  private String window(String prefix, String tensor, int last) {
    String name = out.fresh(prefix);
    String row =
        choice.oneIn(2)
            ? Integer.toString(choice.below(last + 1))
            : "%s %% %d".formatted(choice.of(integers), last + 1);
    out.line("%s = pl.slice(%s, %s, [%s, 0])", name, tensor, shape.extents(), row);
    return name;
  }

  /** A created tensor that has been written; the result, when there is none. */
  private String target() {
    String name = choice.of(readable);
    return name.startsWith("x") || name.startsWith("w") ? "y0" : name;
  }

  private void create() {
    String name = out.fresh("t");
    out.line("%s = pl.create_tensor(%s, dtype=pl.%s)", name, shape.extents(), shape.dtype());
    launch(name);
    readable.add(name);
  }

  private void exchange() {
    List<String> created = readable.stream().filter(r -> r.startsWith("t")).toList();
    if (created.size() > 1) {
      String kept = out.fresh("t");
      out.line("%s = %s", kept, created.getFirst());
      out.line("%s = %s", created.getFirst(), created.getLast());
      out.line("%s = %s", created.getLast(), kept);
    }
  }

  private void launch(String target) {
    out.line("%s = self.k%d(%s)", target, choice.below(kernels), arguments(target));
  }

  private void submit() {
    String target = target();
    out.line(
        "%s, %s = pl.submit(self.k%d, %s)",
        target, out.fresh("id"), choice.below(kernels), arguments(target));
  }

  /** A task does not read the tensor that it writes all of. */
  private String arguments(String target) {
    List<String> sources = readable.stream().filter(r -> !r.equals(target)).toList();
    return "%s, %s, %s, %s, s"
        .formatted(choice.of(sources), choice.of(sources), target, choice.of(integers));
  }

  private void loop(int depth) {
    RandomBlocks.loop(out, choice, integers, 2, () -> nested(depth));
  }

  private void branch(int depth) {
    RandomBlocks.branch(out, choice, integers, 4, () -> nested(depth));
  }

  private void nested(int depth) {
    int known = readable.size();
    int count = 1 + choice.below(2);
    for (int i = 0; i < count; i++) {
      statement(depth + 1);
    }
    readable.subList(known, readable.size()).clear();
  }
}
