package io.pto4j.text;

import com.google.common.base.Suppliers;
import io.pto4j.ir.Expr;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The names in scope, innermost last. */
final class Bindings {
  private final List<Map<String, Var>> scopes = new ArrayList<>(List.of(new HashMap<>()));
  private final List<Map<String, Expr>> values = new ArrayList<>(List.of(new HashMap<>()));
  private final Set<String> failed = new HashSet<>();
  private final Map<String, Var> bases = new HashMap<>();
  private final Map<String, Supplier<WindowBuffer>> windows = new HashMap<>();
  private Optional<SplitMode> region = Optional.empty();

  /** How the innermost split around divides its tiles; the one before is returned. */
  Optional<SplitMode> region(Optional<SplitMode> split) {
    Optional<SplitMode> outer = region;
    region = split;
    return outer;
  }

  Optional<SplitMode> region() {
    return region;
  }

  Optional<Var> find(String name) {
    for (int i = scopes.size() - 1; i >= 0; i--) {
      Var var = scopes.get(i).get(name);
      if (var != null) {
        return Optional.of(var);
      }
    }
    return Optional.empty();
  }

  /** The variable of that name in the innermost scope. */
  Optional<Var> findHere(String name) {
    return Optional.ofNullable(scopes.getLast().get(name));
  }

  /** What {@code name} stands for: a variable, or the argument of a template. */
  Optional<Expr> value(String name) {
    for (int i = scopes.size() - 1; i >= 0; i--) {
      Expr value = values.get(i).getOrDefault(name, scopes.get(i).get(name));
      if (value != null) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  void define(String name, Var var) {
    values.getLast().remove(name);
    scopes.getLast().put(name, var);
  }

  /** Lets {@code name} stand for a value in the innermost scope. */
  void substitute(String name, Expr value) {
    if (value instanceof Var var) {
      define(name, var);
    } else {
      values.getLast().put(name, value);
    }
  }

  /** Lets {@code name} stand for a variable of another name, until it is assigned. */
  void alias(String name, Var var) {
    values.getLast().put(name, var);
  }

  /** Takes a name out of the innermost scope. */
  void forget(String name) {
    scopes.getLast().remove(name);
  }

  void push() {
    scopes.add(new HashMap<>());
    values.add(new HashMap<>());
  }

  int depth() {
    return scopes.size();
  }

  /** Leaves the scopes inside the one at {@code depth}; their names are not known any more. */
  void unwind(int depth) {
    while (scopes.size() > depth) {
      pop(false);
    }
  }

  /** Marks names whose definition is wrong: what uses them is no further mistake. */
  void fail(Set<String> names) {
    failed.addAll(names);
  }

  boolean isFailed(String name) {
    return failed.contains(name);
  }

  /** Leaves the innermost scope; its names stay visible if they {@code leak}. */
  void pop(boolean leak) {
    Map<String, Var> inner = scopes.removeLast();
    values.removeLast();
    if (leak) {
      scopes.getLast().putAll(inner);
      values.getLast().keySet().removeAll(inner.keySet());
    }
  }

  /** The base of an allocation that is named by a string: the same for the same name. */
  Var base(String name, Span span) {
    return find(name)
        .filter(v -> v.type() == PtrType.INSTANCE)
        .orElseGet(() -> bases.computeIfAbsent(name, n -> new Var(n, PtrType.INSTANCE, span)));
  }

  /**
   * A window that types may name from here on.
   *
   * @param window builds it once its base is defined
   */
  void defineWindow(String name, Supplier<WindowBuffer> window) {
    windows.put(name, Suppliers.memoize(window::get));
  }

  Optional<WindowBuffer> window(String name) {
    return Optional.ofNullable(windows.get(name)).map(Supplier::get);
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    scopes.forEach(scope -> names.addAll(scope.keySet()));
    return names;
  }
}
