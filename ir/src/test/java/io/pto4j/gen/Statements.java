package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.gen.Scope.Item;
import io.pto4j.gen.Scope.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Random statements of a kernel or region: windows of tensors, loops and branches in which values
 * are carried, exchanged and changed in place, and stores.
 */
final class Statements {
  private static final int MAX_DEPTH = 3;
  private static final int TRIES = 4;

  private final Choice choice;
  private final Source out;
  private final Scope scope;
  private final Level level;
  private final Expressions expressions;
  private final ImmutableList<Param> params;
  private final List<Shape> shapes = new ArrayList<>();
  private Optional<Shape> helper = Optional.empty();
  private int budget;

  Statements(Choice choice, Source out, Scope scope, Level level, List<Param> params, int budget) {
    this.choice = choice;
    this.out = out;
    this.scope = scope;
    this.level = level;
    this.expressions = new Expressions(choice, out, scope, level);
    this.params = ImmutableList.copyOf(params);
    this.budget = budget;
    params.forEach(this::shapesOf);
  }

  /** Lets statements call the function {@code helper}, which takes two values of a shape. */
  void mayCall(Shape shape) {
    helper = Optional.of(shape);
  }

  /** Values have the shape of half of a parameter, of parts of that, and of vectors. */
  private void shapesOf(Param p) {
    Shape whole = half(p);
    shapes.add(whole);
    shapes.add(whole.withRows(whole.rows() / 2));
    shapes.add(whole.withRows(1));
    shapes.add(folded(whole));
    if (whole.isFloat()) {
      shapes.add(whole.withCols(1));
    }
  }

  /** As many elements in half the rows. */
  private static Shape folded(Shape shape) {
    return new Shape(shape.dtype(), shape.rows() / 2, shape.cols() * 2);
  }

  static Shape half(Param p) {
    return p.shape().withRows(p.shape().rows() / 2);
  }

  /** Windows of the parameters that are read, statements, and stores of every result. */
  void write() {
    params.stream().filter(p -> !p.written()).forEach(this::load);
    while (budget > 0) {
      statement(0);
    }
    Param.written(params).forEach(this::storeAll);
  }

  /**
   * Stores what depends on many values. Others have been used in loops and branches only: those
   * have the more interesting ends.
   */
  private void storeAll(Param p) {
    Optional<String> first = scope.find(half(p));
    if (first.isEmpty()) {
      store(p, 0);
      return;
    }
    String result = first.get();
    for (Item item : scope.inner()) {
      Optional<String> value =
          item.name().equals(first.get()) || choice.oneIn(2)
              ? Optional.empty()
              : expressions.folded(result, half(p), item);
      if (value.isPresent()) {
        result = out.fresh("r");
        out.line("%s = %s", result, value.get());
      }
    }
    out.line("%s", level.store(result, "0", p.name()));
  }

  /** As {@link #write}, where every element of the results is written. */
  void writeAll() {
    write();
    Param.written(params).forEach(p -> store(p, half(p).rows()));
  }

  void load(Param p) {
    String name = out.fresh("t");
    out.line("%s = %s", name, level.window(p.name(), expressions.row(half(p).rows()), half(p)));
    scope.add(name, half(p));
  }

  private void store(Param p, int row) {
    String value =
        scope
            .find(half(p))
            .orElseGet(() -> level.filled(half(p), p.shape().isFloat() ? "1.5" : "2"));
    out.line("%s", level.store(value, Integer.toString(row), p.name()));
  }

  /** A part of a parameter, or what the helper makes of two values. */
  private void loadSomething() {
    if (helper.isPresent() || params.isEmpty()) {
      helper.ifPresent(this::call);
    } else {
      load(choice.of(params.stream().filter(p -> !p.written()).toList()));
    }
  }

  private void call(Shape shape) {
    Optional<String> a = scope.find(shape);
    Optional<String> b = scope.find(shape);
    if (a.isPresent()) {
      String name = choice.oneIn(2) ? out.fresh("t") : a.get();
      out.line(
          "%s = self.helper(%s, %s, %s, %s)",
          name, a.get(), b.orElseThrow(), scope.integer(), scope.real());
      if (!name.equals(a.get())) {
        scope.add(name, shape);
      }
    }
  }

  private void storeSomewhere() {
    if (params.isEmpty()) {
      return;
    }
    Param p = choice.of(Param.written(params));
    scope
        .find(half(p))
        .ifPresent(
            value -> out.line("%s", level.store(value, expressions.row(half(p).rows()), p.name())));
  }

  private void statement(int depth) {
    budget--;
    switch (choice.below(depth == MAX_DEPTH ? 13 : 19)) {
      case 0, 1, 2, 3, 4, 5 -> define();
      case 6, 7, 8 -> reassign();
      case 9 -> exchange();
      case 10 -> loadSomething();
      case 11 -> scalar();
      case 12 -> storeSomewhere();
      case 13, 14, 15 -> loop(depth);
      default -> branch(depth);
    }
  }

  private void define() {
    if (shapes.isEmpty()) {
      shapes.add(scope.any().orElseThrow().shape());
    }
    Shape shape = choice.of(shapes);
    value(shape)
        .ifPresent(
            value -> {
              String name = out.fresh("t");
              out.line("%s = %s", name, value);
              scope.add(name, shape);
            });
  }

  private Optional<String> value(Shape shape) {
    Optional<String> value = Optional.empty();
    for (int tries = 0; tries < TRIES && value.isEmpty(); tries++) {
      value = expressions.of(shape);
    }
    return value;
  }

  /** The same variable with another value; a plain copy now and then. */
  private void reassign() {
    scope
        .any()
        .ifPresent(
            item -> {
              Shape shape = item.shape();
              Optional<String> value = choice.oneIn(5) ? scope.find(shape) : value(shape);
              value
                  .filter(v -> !v.equals(item.name()))
                  .ifPresent(v -> out.line("%s = %s", item.name(), v));
            });
  }

  private void exchange() {
    Optional<Item> first = scope.any();
    Optional<String> second = first.flatMap(a -> scope.find(a.shape()));
    if (first.isEmpty() || second.get().equals(first.get().name())) {
      return;
    }
    String kept = out.fresh("t");
    out.line("%s = %s", kept, first.get().name());
    out.line("%s = %s", first.get().name(), second.get());
    out.line("%s = %s", second.get(), kept);
    scope.add(kept, first.get().shape());
  }

  private void scalar() {
    Optional<Item> source = scope.find(i -> i.shape().dtype().equals("FP32"));
    if (source.isPresent() && choice.oneIn(2)) {
      Shape shape = source.get().shape();
      String name = out.fresh("f");
      out.line(
          "%s = %s",
          name,
          level.element(
              source.get().name(), expressions.row(shape.rows() - 1), choice.below(shape.cols())));
      scope.addReal(name);
    } else {
      integer();
    }
  }

  private void integer() {
    String name = out.fresh("k");
    out.line("%s = %s + %d", name, scope.integer(), choice.below(3));
    scope.addInteger(name);
  }

  private void loop(int depth) {
    String i = out.fresh("i");
    String range =
        switch (choice.below(7)) {
          case 0 -> "unroll(2)";
          case 1 -> "range(n)";
          case 2 -> "range(1, n, 2)";
          case 3 -> "pipeline(3, stage=2)";
          case 4 -> "";
          default -> "range(%d)".formatted(1 + choice.below(3));
        };
    if (range.isEmpty()) {
      whileLoop(depth);
      return;
    }
    out.block(
        "for %s in pl.%s".formatted(i, range),
        () ->
            scope.nested(
                () -> {
                  scope.addInteger(i);
                  statements(depth);
                }));
  }

  private void whileLoop(int depth) {
    String k = out.fresh("k");
    out.line("%s = %d", k, choice.below(2));
    out.block(
        "while %s < %s".formatted(k, choice.oneIn(2) ? "n" : "2"),
        () ->
            scope.nested(
                () -> {
                  statements(depth);
                  out.line("%s = %s + 1", k, k);
                }));
    scope.addInteger(k);
  }

  private void statements(int depth) {
    int count = 1 + choice.below(4);
    for (int i = 0; i < count; i++) {
      statement(depth + 1);
    }
    scope.inner().forEach(this::keep);
  }

  /** Makes a value of the blocks around depend on one that ends here; not always. */
  private void keep(Item item) {
    if (choice.oneIn(4)) {
      return;
    }
    scope
        .findOuter(o -> expressions.folded(o.name(), o.shape(), item).isPresent())
        .ifPresent(
            o ->
                out.line(
                    "%s = %s",
                    o.name(), expressions.folded(o.name(), o.shape(), item).orElseThrow()));
  }

  private void branch(int depth) {
    if (choice.oneIn(4)) {
      eitherWay(depth);
      return;
    }
    out.block("if " + condition(), () -> scope.nested(() -> statements(depth)));
    if (choice.oneIn(2)) {
      out.block("else", () -> scope.nested(() -> statements(depth)));
    }
  }

  private String condition() {
    return choice.oneIn(2)
        ? "%s > %d".formatted(scope.integer(), choice.below(5))
        : "%s %% 2 == %d".formatted(scope.integer(), choice.below(2));
  }

  /** A variable that both branches define and the statements after them use. */
  private void eitherWay(int depth) {
    Optional<Item> like = scope.any();
    if (like.isEmpty()) {
      return;
    }
    Shape shape = like.get().shape();
    String name = out.fresh("t");
    for (String head : List.of("if " + condition(), "else")) {
      out.block(
          head,
          () ->
              scope.nested(
                  () -> {
                    statements(depth);
                    String old = scope.find(shape).orElseThrow();
                    String value = value(shape).orElse(old);
                    out.line("%s = %s", name, value);
                  }));
    }
    scope.add(name, shape);
  }
}
