package io.pto4j.text;

import io.pto4j.ir.Recursion;
import java.util.Optional;

/** The truth of conditions that are known while a text is read. */
final class Conditions {
  private final LiteralFolder folder;
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  Conditions(LiteralFolder folder) {
    this.folder = folder;
  }

  /** Whether {@code e} holds; empty if that is not known. */
  Optional<Boolean> truth(Py.Expr e) {
    return recursion.descend(() -> known(e));
  }

  private Optional<Boolean> known(Py.Expr e) {
    return switch (e) {
      case Py.BoolLit(_, boolean value) -> Optional.of(value);
      case Py.Unary(_, String op, Py.Expr operand) when op.equals("not") ->
          truth(operand).map(t -> !t);
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("and") ->
          truth(left).flatMap(l -> truth(right).map(r -> l && r));
      case Py.Binary(_, String op, Py.Expr left, Py.Expr right) when op.equals("or") ->
          truth(left).flatMap(l -> truth(right).map(r -> l || r));
      case Py.Binary b -> comparison(b);
      case Py.Name(_, String id) when folder.flag(id).isPresent() -> folder.flag(id);
      default -> folder.fold(e).map(n -> n.doubleValue() != 0);
    };
  }

  /** The number that {@code e} is; a truth value counts as 1 or 0. */
  private Optional<Number> number(Py.Expr e) {
    return switch (e) {
      case Py.BoolLit(_, boolean value) -> Optional.of(value ? 1L : 0L);
      case Py.Name(_, String id) when folder.flag(id).isPresent() ->
          folder.flag(id).map(t -> t ? 1L : 0L);
      default -> folder.fold(e);
    };
  }

  private Optional<Boolean> comparison(Py.Binary b) {
    Optional<Number> left = number(b.left());
    Optional<Number> right = number(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    int order = LiteralFolder.compare(left.get(), right.get());
    return switch (b.op()) {
      case "==" -> Optional.of(order == 0);
      case "!=" -> Optional.of(order != 0);
      case "<" -> Optional.of(order < 0);
      case "<=" -> Optional.of(order <= 0);
      case ">" -> Optional.of(order > 0);
      case ">=" -> Optional.of(order >= 0);
      default -> folder.fold(b).map(n -> n.doubleValue() != 0);
    };
  }
}
