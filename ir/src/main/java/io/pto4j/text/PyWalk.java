package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Recursion;
import io.pto4j.ir.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Searches syntax trees. */
final class PyWalk {
  private final Recursion recursion = new Recursion(Integer.MAX_VALUE);

  /** How many calls in {@code expr} fit. */
  int countCalls(Py.Expr expr, Predicate<Py.Call> fits) {
    int[] count = {0};
    boolean unused =
        anyCall(
            expr,
            call -> {
              count[0] += fits.test(call) ? 1 : 0;
              return false;
            });
    return unused ? 0 : count[0];
  }

  /**
   * The expression with other expressions in place of names; names of functions and of modules
   * stay.
   *
   * @param by what stands for a name, or the name itself
   */
  Py.Expr replaced(Py.Expr expr, UnaryOperator<Py.Expr> by) {
    return recursion.descend(() -> replace(expr, by));
  }

  private Py.Expr replace(Py.Expr expr, UnaryOperator<Py.Expr> by) {
    return switch (expr) {
      case Py.Name n -> by.apply(n);
      case Py.Call(Span span, Py.Expr function, var args, var keywords) ->
          new Py.Call(
              span,
              function,
              all(args, by),
              keywords.stream()
                  .map(k -> new Py.Keyword(k.span(), k.name(), replaced(k.value(), by)))
                  .collect(toImmutableList()));
      case Py.Binary(Span span, String op, Py.Expr left, Py.Expr right) ->
          new Py.Binary(span, op, replaced(left, by), replaced(right, by));
      case Py.Unary(Span span, String op, Py.Expr operand) ->
          new Py.Unary(span, op, replaced(operand, by));
      case Py.Index(Span span, Py.Expr value, var indices) ->
          new Py.Index(span, replaced(value, by), all(indices, by));
      case Py.Slice(Span span, var lower, var upper) ->
          new Py.Slice(span, lower.map(e -> replaced(e, by)), upper.map(e -> replaced(e, by)));
      case Py.ListLit(Span span, var elements) -> new Py.ListLit(span, all(elements, by));
      case Py.TupleLit(Span span, var elements) -> new Py.TupleLit(span, all(elements, by));
      case Py.DictLit _,
          Py.Template _,
          Py.Comprehension _,
          Py.Attr _,
          Py.IntLit _,
          Py.FloatLit _,
          Py.StrLit _,
          Py.BoolLit _,
          Py.NoneLit _,
          Py.EllipsisLit _ ->
          expr;
    };
  }

  private ImmutableList<Py.Expr> all(ImmutableList<Py.Expr> exprs, UnaryOperator<Py.Expr> by) {
    return exprs.stream().map(e -> replaced(e, by)).collect(toImmutableList());
  }

  /** The first return in {@code stmt}. */
  Optional<Py.Return> findReturn(Py.Stmt stmt) {
    return recursion.descend(
        () ->
            stmt instanceof Py.Return r
                ? Optional.of(r)
                : members(stmt).stream().flatMap(s -> findReturn(s).stream()).findFirst());
  }

  /** The statements directly within {@code stmt}. */
  static List<Py.Stmt> members(Py.Stmt stmt) {
    return switch (stmt) {
      case Py.If s -> Stream.concat(s.thenBody().stream(), s.elseBody().stream()).toList();
      case Py.For s -> s.body();
      case Py.While s -> s.body();
      case Py.With s -> s.body();
      default -> List.of();
    };
  }

  /** The names that {@code stmt} gives values to. */
  Set<String> assigned(Py.Stmt stmt) {
    Set<String> names = new HashSet<>();
    assigned(stmt, names);
    return names;
  }

  private void assigned(Py.Stmt stmt, Set<String> names) {
    recursion.run(() -> addAssigned(stmt, names));
  }

  private void addAssigned(Py.Stmt stmt, Set<String> names) {
    switch (stmt) {
      case Py.Assign s -> targets(s.target(), names);
      case Py.If s -> {
        s.thenBody().forEach(t -> assigned(t, names));
        s.elseBody().forEach(t -> assigned(t, names));
      }
      case Py.For s -> {
        targets(s.target(), names);
        s.body().forEach(t -> assigned(t, names));
      }
      case Py.While s -> s.body().forEach(t -> assigned(t, names));
      case Py.With s -> {
        s.target().ifPresent(t -> names.add(t.id()));
        s.body().forEach(t -> assigned(t, names));
      }
      default -> {}
    }
  }

  private void targets(Py.Expr target, Set<String> names) {
    switch (target) {
      case Py.Name(_, String id) -> names.add(id);
      case Py.TupleLit t -> recursion.run(() -> t.elements().forEach(e -> targets(e, names)));
      default -> {}
    }
  }

  /** Whether {@code expr} contains a call that fits. */
  boolean anyCall(Py.Expr expr, Predicate<Py.Call> fits) {
    return recursion.descend(() -> calls(expr, fits));
  }

  private boolean calls(Py.Expr expr, Predicate<Py.Call> fits) {
    return switch (expr) {
      case Py.Call c ->
          fits.test(c)
              || c.args().stream().anyMatch(a -> anyCall(a, fits))
              || c.keywords().stream().anyMatch(k -> anyCall(k.value(), fits));
      case Py.Binary b -> anyCall(b.left(), fits) || anyCall(b.right(), fits);
      case Py.Unary u -> anyCall(u.operand(), fits);
      case Py.Index i ->
          anyCall(i.value(), fits) || i.indices().stream().anyMatch(e -> anyCall(e, fits));
      case Py.Attr a -> anyCall(a.value(), fits);
      case Py.ListLit l -> l.elements().stream().anyMatch(e -> anyCall(e, fits));
      case Py.TupleLit t -> t.elements().stream().anyMatch(e -> anyCall(e, fits));
      case Py.DictLit d -> d.entries().stream().anyMatch(e -> anyCall(e.value(), fits));
      case Py.Template t -> t.parts().stream().anyMatch(e -> anyCall(e, fits));
      case Py.Comprehension c -> anyCall(c.element(), fits) || anyCall(c.iterable(), fits);
      case Py.Slice _,
          Py.Name _,
          Py.IntLit _,
          Py.FloatLit _,
          Py.StrLit _,
          Py.BoolLit _,
          Py.NoneLit _,
          Py.EllipsisLit _ ->
          false;
    };
  }
}
