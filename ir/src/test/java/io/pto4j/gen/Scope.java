package io.pto4j.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The variables that statements of a generated kernel can use, innermost last. */
final class Scope {
  private final Choice choice;
  private final List<Item> items = new ArrayList<>();
  private final List<String> integers = new ArrayList<>();
  private final List<String> reals = new ArrayList<>(List.of("s"));

  /** How many variables the blocks around have. */
  private int outer;

  Scope(Choice choice) {
    this.choice = choice;
  }

  /** A tile or tensor by its name. */
  record Item(String name, Shape shape) {}

  /** An element type and two extents. */
  record Shape(String dtype, int rows, int cols) {
    boolean isFloat() {
      return dtype.equals("FP32") || dtype.equals("FP16");
    }

    Shape withRows(int count) {
      return new Shape(dtype, count, cols);
    }

    Shape withCols(int count) {
      return new Shape(dtype, rows, count);
    }

    /** Rows and columns exchanged. */
    Shape turned() {
      return withRows(cols).withCols(rows);
    }

    Shape as(String other) {
      return new Shape(other, rows, cols);
    }

    String extents() {
      return "[%d, %d]".formatted(rows, cols);
    }

    String tensor() {
      return "pl.Tensor[[%d, %d], pl.%s]".formatted(rows, cols, dtype);
    }
  }

  void add(String name, Shape shape) {
    items.add(new Item(name, shape));
  }

  void addInteger(String name) {
    integers.add(name);
  }

  Optional<Item> find(Predicate<Item> wanted) {
    List<Item> found = items.stream().filter(wanted).toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(choice.of(found));
  }

  Optional<String> find(Shape shape) {
    return find(item -> item.shape().equals(shape)).map(Item::name);
  }

  Optional<Item> any() {
    return find(_ -> true);
  }

  void addReal(String name) {
    reals.add(name);
  }

  String real() {
    return choice.of(reals);
  }

  String integer() {
    return choice.of(integers);
  }

  /** The variables of the innermost block. */
  List<Item> inner() {
    return List.copyOf(items.subList(outer, items.size()));
  }

  /** A variable of the blocks around that meets a condition. */
  Optional<Item> findOuter(Predicate<Item> wanted) {
    List<Item> found = items.subList(0, outer).stream().filter(wanted).toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(choice.of(found));
  }

  /** Runs the generator of a block, whose variables end with it. */
  void nested(Runnable body) {
    int around = outer;
    outer = items.size();

    int knownItems = items.size();
    int knownIntegers = integers.size();
    int knownReals = reals.size();
    body.run();
    outer = around;
    items.subList(knownItems, items.size()).clear();
    integers.subList(knownIntegers, integers.size()).clear();
    reals.subList(knownReals, reals.size()).clear();
  }
}
