package io.pto4j.text;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Searches syntax trees. */
final class PyWalk {
  private PyWalk() {}

  /** Whether {@code stmt} contains a call that fits. */
  static boolean anyCall(Py.Stmt stmt, Predicate<Py.Call> fits) {
    return switch (stmt) {
      case Py.Assign s -> anyCall(s.value(), fits);
      case Py.ExprStmt s -> anyCall(s.value(), fits);
      case Py.Return s -> s.values().stream().anyMatch(v -> anyCall(v, fits));
      case Py.If s ->
          anyCall(s.condition(), fits)
              || s.thenBody().stream().anyMatch(t -> anyCall(t, fits))
              || s.elseBody().stream().anyMatch(t -> anyCall(t, fits));
      case Py.For s ->
          anyCall(s.iterable(), fits) || s.body().stream().anyMatch(t -> anyCall(t, fits));
      case Py.While s ->
          anyCall(s.condition(), fits) || s.body().stream().anyMatch(t -> anyCall(t, fits));
      case Py.With s ->
          anyCall(s.context(), fits) || s.body().stream().anyMatch(t -> anyCall(t, fits));
      case Py.Break _, Py.Continue _, Py.Pass _, Py.Import _, Py.FunctionDef _, Py.ClassDef _ ->
          false;
    };
  }

  /** The names that {@code stmt} gives values to. */
  static Set<String> assigned(Py.Stmt stmt) {
    Set<String> names = new HashSet<>();
    assigned(stmt, names);
    return names;
  }

  private static void assigned(Py.Stmt stmt, Set<String> names) {
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

  private static void targets(Py.Expr target, Set<String> names) {
    switch (target) {
      case Py.Name(_, String id) -> names.add(id);
      case Py.TupleLit t -> t.elements().forEach(e -> targets(e, names));
      default -> {}
    }
  }

  private static boolean anyCall(Py.Expr expr, Predicate<Py.Call> fits) {
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
