package io.pto4j.text;

import com.google.common.base.Suppliers;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The names in scope, innermost last. */
final class Bindings {
  private final List<Map<String, Var>> scopes = new ArrayList<>(List.of(new HashMap<>()));
  private final Map<String, Var> bases = new HashMap<>();
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

  private final Map<String, Supplier<WindowBuffer>> windows = new HashMap<>();

  Optional<Var> find(String name) {
    for (int i = scopes.size() - 1; i >= 0; i--) {
      Var var = scopes.get(i).get(name);
      if (var != null) {
        return Optional.of(var);
      }
    }
    return Optional.empty();
  }

  void define(String name, Var var) {
    scopes.getLast().put(name, var);
  }

  void push() {
    scopes.add(new HashMap<>());
  }

  /** Leaves the innermost scope; its names stay visible if they {@code leak}. */
  void pop(boolean leak) {
    Map<String, Var> inner = scopes.removeLast();
    if (leak) {
      scopes.getLast().putAll(inner);
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
