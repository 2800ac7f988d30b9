package io.pto4j.gen;

import io.pto4j.gen.Scope.Item;
import io.pto4j.gen.Scope.Shape;
import java.util.List;
import java.util.Optional;

/** Random operator calls on tiles or tensors, as text. */
final class Expressions {
  private static final List<String> BINARY =
      List.of("add", "sub", "add", "sub", "mul", "maximum", "minimum");
  private static final List<String> FOLDING = List.of("add", "sub", "maximum", "minimum");
  private static final List<String> FLOAT_UNARY = List.of("neg", "neg", "abs", "abs", "exp");
  private static final List<String> INT_UNARY = List.of("neg");
  private static final List<String> EXPANDING = List.of("add", "sub", "mul");
  private static final List<String> REDUCTIONS = List.of("max", "min", "sum");
  private static final List<String> COMPARISONS = List.of("eq", "ne", "lt", "le", "gt", "ge");
  private static final List<String> ROUNDING = List.of("rint", "round", "floor", "trunc");
  private static final List<String> LITERALS = List.of("0.5", "-1.0", "3.0");
  private static final int OFFSETS = 5;

  private final Choice choice;
  private final Source out;
  private final Scope scope;
  private final Level level;

  Expressions(Choice choice, Source out, Scope scope, Level level) {
    this.choice = choice;
    this.out = out;
    this.scope = scope;
    this.level = level;
  }

  /** A value of the shape; empty when the way that was chosen has no operands here. */
  Optional<String> of(Shape shape) {
    return switch (choice.below(19)) {
      case 0, 1, 2, 3, 4 -> binary(shape);
      case 5, 6 -> unary(shape);
      case 7, 8 -> withScalar(shape);
      case 9, 10 -> expanding(shape);
      case 11, 12 -> reduced(shape);
      case 13 -> cast(shape);
      case 14, 15 -> view(shape);
      case 16 -> Optional.of(level.filled(shape, shape.isFloat() ? "0.25" : "7"));
      case 17 -> selected(shape);
      default -> placed(shape);
    };
  }

  /**
   * The first value, of the shape, made to depend on the second one, which has the shape, is a
   * vector of it, or is folded; empty when it is something else.
   */
  Optional<String> folded(String into, Shape shape, Item item) {
    Shape given = item.shape();
    if (given.equals(shape)) {
      return Optional.of("pl.%s(%s, %s)".formatted(choice.of(FOLDING), into, item.name()));
    }
    if (shape.rows() == 1 || shape.cols() == 1) {
      return Optional.empty();
    }
    if (given.equals(shape.withCols(1))) {
      return Optional.of("pl.row_expand_add(%s, %s)".formatted(into, item.name()));
    }
    if (given.equals(shape.withRows(1))) {
      return Optional.of("pl.col_expand_add(%s, %s)".formatted(into, item.name()));
    }
    return isFolded(shape, given)
        ? Optional.of(
            "pl.add(%s, pl.reshape(%s, %s))".formatted(into, item.name(), shape.extents()))
        : Optional.empty();
  }

  private Optional<String> binary(Shape shape) {
    return scope
        .find(shape)
        .map(a -> "pl.%s(%s, %s)".formatted(choice.of(BINARY), a, another(shape)));
  }

  private String another(Shape shape) {
    return scope.find(shape).orElseThrow();
  }

  private Optional<String> unary(Shape shape) {
    List<String> names = shape.isFloat() ? FLOAT_UNARY : INT_UNARY;
    return scope.find(shape).map(a -> "pl.%s(%s)".formatted(choice.of(names), a));
  }

  private Optional<String> withScalar(Shape shape) {
    boolean parameter = shape.dtype().equals("FP32") && choice.oneIn(3);
    String scalar = parameter ? scope.real() : shape.isFloat() ? choice.of(LITERALS) : "3";
    String op = choice.of(List.of("add", "mul", "sub"));
    return scope.find(shape).map(a -> "pl.%s(%s, %s)".formatted(op, a, scalar));
  }

  private Optional<String> expanding(Shape shape) {
    if (shape.rows() == 1 || shape.cols() == 1) {
      return Optional.empty();
    }
    boolean alongRows = choice.oneIn(2);
    Shape vector = alongRows ? shape.withCols(1) : shape.withRows(1);
    String op = (alongRows ? "row" : "col") + "_expand_" + choice.of(EXPANDING);
    return scope
        .find(shape)
        .flatMap(a -> scope.find(vector).map(v -> "pl.%s(%s, %s)".formatted(op, a, v)));
  }

  private Optional<String> reduced(Shape shape) {
    String reduction = choice.of(REDUCTIONS);
    if (shape.cols() == 1) {
      return scope
          .find(i -> i.shape().withCols(1).equals(shape) && i.shape().cols() > 1)
          .map(i -> "pl.row_%s(%s%s)".formatted(reduction, i.name(), scratch(i.shape())));
    }
    return shape.rows() > 1
        ? Optional.empty()
        : scope
            .find(i -> i.shape().withRows(1).equals(shape) && i.shape().rows() > 1)
            .map(i -> "pl.col_%s(%s)".formatted(reduction, i.name()));
  }

  /** The scratch operand of a reduction of tiles. */
  private String scratch(Shape shape) {
    return level == Level.TILE ? ", " + room(shape) : "";
  }

  private String room(Shape shape) {
    String name = out.fresh("tmp");
    out.line(
        "%s = pl.create_tile(%s, dtype=pl.%s, target_memory=pl.Mem.Vec)",
        name, shape.extents(), shape.dtype());
    return name;
  }

  private Optional<String> cast(Shape shape) {
    return shape.cols() == 1
        ? Optional.empty()
        : scope
            .find(i -> casts(i.shape(), shape))
            .map(
                i ->
                    "pl.cast(%s, target_type=pl.%s, mode='%s')"
                        .formatted(i.name(), shape.dtype(), choice.of(ROUNDING)));
  }

  private static boolean casts(Shape from, Shape to) {
    boolean throughFp32 = from.dtype().equals("FP32") || to.dtype().equals("FP32");
    return throughFp32 && !from.equals(to) && from.as(to.dtype()).equals(to);
  }

  /** Another look at the elements of a tile. */
  private Optional<String> view(Shape shape) {
    boolean column = shape.cols() == 1;
    if (column || (shape.rows() == 1 && choice.oneIn(2))) {
      return scope
          .find(shape.turned())
          .map(a -> "pl.reshape(%s, %s)".formatted(a, shape.extents()));
    }
    Optional<String> whole = scope.find(i -> isFolded(shape, i.shape())).map(Item::name);
    if (whole.isPresent()) {
      return whole.map(a -> "pl.reshape(%s, %s)".formatted(a, shape.extents()));
    }
    if (shape.rows() == shape.cols() && level == Level.TILE && choice.oneIn(2)) {
      return scope
          .find(shape)
          .map(a -> "pl.tile.transpose(%s, 0, 1, %s)".formatted(a, room(shape)));
    }
    return scope
        .find(i -> isPart(shape, i))
        .map(
            i ->
                "pl.slice(%s, %s, [%s, 0])"
                    .formatted(i.name(), shape.extents(), row(i.shape().rows() - shape.rows())));
  }

  private static boolean isFolded(Shape a, Shape b) {
    return a.dtype().equals(b.dtype())
        && a.rows() * a.cols() == b.rows() * b.cols()
        && a.rows() != b.rows()
        && Math.min(a.rows(), b.rows()) > 1
        && Math.min(a.cols(), b.cols()) > 1;
  }

  private static boolean isPart(Shape part, Item whole) {
    return whole.shape().withRows(part.rows()).equals(part) && whole.shape().rows() > part.rows();
  }

  /** A row at which something can begin. */
  String row(int last) {
    return choice.oneIn(3)
        ? "%s %% %d".formatted(scope.integer(), last + 1)
        : Integer.toString(Math.min(choice.below(OFFSETS), last));
  }

  private Optional<String> selected(Shape shape) {
    boolean comparable = !shape.dtype().equals("INT16");
    if (!comparable || shape.cols() == 1 || shape.rows() == 1 || level == Level.TENSOR) {
      return Optional.empty();
    }
    return scope
        .find(shape)
        .map(
            a -> {
              String mask = out.fresh("mask");
              out.line(
                  "%s = pl.cmp(%s, %s, cmp_type='%s')",
                  mask, a, another(shape), choice.of(COMPARISONS));
              String tmp = room(new Shape("UINT8", 1, 32));
              return "pl.sel(%s, %s, %s, %s)".formatted(mask, a, another(shape), tmp);
            });
  }

  /** A smaller tile or a number written into a tile. */
  private Optional<String> placed(Shape shape) {
    if (shape.cols() == 1 || level == Level.TENSOR) {
      return Optional.empty();
    }
    Optional<String> target = scope.find(shape);
    if (choice.oneIn(3) && shape.dtype().equals("FP32")) {
      return target.map(
          t ->
              "pl.tile.write(%s, [%s, %d], %s)"
                  .formatted(t, row(shape.rows() - 1), choice.below(shape.cols()), scope.real()));
    }
    Optional<Item> source =
        scope.find(
            i -> i.shape().withRows(shape.rows()).equals(shape) && i.shape().rows() < shape.rows());
    return target.flatMap(
        t ->
            source.map(
                s ->
                    "pl.tile.assemble(%s, %s, [%s, 0])"
                        .formatted(t, s.name(), row(shape.rows() - s.shape().rows()))));
  }
}
