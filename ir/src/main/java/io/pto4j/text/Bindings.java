package io.pto4j.text;

import com.google.common.base.Suppliers;
import io.pto4j.ir.Expr;
import io.pto4j.ir.PtrType;
import io.pto4j.ir.Span;
import io.pto4j.ir.SplitMode;
import io.pto4j.ir.Var;
import io.pto4j.ir.WindowBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private final List<Scope> scopes = new ArrayList<>(List.of(new Scope()));

  /** What each name stands for, innermost first, so that finding one does not depend on depth. */
  private final Map<String, Deque<Meaning>> meanings = new HashMap<>();

  private final Set<String> failed = new HashSet<>();
  private final Map<String, Var> bases = new HashMap<>();
  private final Map<String, Var> allocations = new HashMap<>();
  private final Map<String, Long> allocationSlots = new HashMap<>();
  private final Map<String, Supplier<WindowBuffer>> windows = new HashMap<>();
  private Optional<SplitMode> region = Optional.empty();

  /** The names that have a meaning of their own in a scope, and those that stand for a value. */
  private static final class Scope {
    private final Set<String> names = new HashSet<>();
    private final Set<String> values = new HashSet<>();
  }

  /** What a name stands for in a scope: its variable, or a value ahead of that. */
  private static final class Meaning {
    private Scope scope;
    private Optional<Var> var = Optional.empty();
    private Optional<Expr> value = Optional.empty();

    Meaning(Scope scope) {
      this.scope = scope;
    }
  }

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
    if (meanings.containsKey(name)) {
      for (Meaning meaning : meanings.get(name)) {
        if (meaning.var.isPresent()) {
          return meaning.var;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Meaning> innermost(String name) {
    Deque<Meaning> all = meanings.get(name);
    return all == null ? Optional.empty() : Optional.ofNullable(all.peek());
  }

  /** The variable of that name in the innermost scope. */
  Optional<Var> findHere(String name) {
    return here(name).flatMap(m -> m.var);
  }

  private Optional<Meaning> here(String name) {
    return innermost(name).filter(m -> m.scope == scopes.getLast());
  }

  /** What {@code name} stands for: a variable, or the argument of a template. */
  Optional<Expr> value(String name) {
    return innermost(name).flatMap(m -> m.value.or(() -> m.var));
  }

  void define(String name, Var var) {
    Meaning meaning = made(name);
    meaning.var = Optional.of(var);
    meaning.value = Optional.empty();
    scopes.getLast().values.remove(name);
  }

  /** The meaning of {@code name} in the innermost scope. */
  private Meaning made(String name) {
    return here(name)
        .orElseGet(
            () -> {
              Meaning meaning = new Meaning(scopes.getLast());
              scopes.getLast().names.add(name);
              meanings.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(meaning);
              return meaning;
            });
  }

  /** Lets {@code name} stand for a value in the innermost scope. */
  void substitute(String name, Expr value) {
    if (value instanceof Var var) {
      define(name, var);
    } else {
      stand(name, value);
    }
  }

  /** Lets {@code name} stand for a variable of another name, until it is assigned. */
  void alias(String name, Var var) {
    stand(name, var);
  }

  private void stand(String name, Expr value) {
    made(name).value = Optional.of(value);
    scopes.getLast().values.add(name);
  }

  /** Takes the variable of a name out of the innermost scope. */
  void forget(String name) {
    here(name)
        .ifPresent(
            meaning -> {
              meaning.var = Optional.empty();
              dropIfEmpty(name, meaning);
            });
  }

  private void dropIfEmpty(String name, Meaning meaning) {
    if (meaning.var.isEmpty() && meaning.value.isEmpty()) {
      meaning.scope.names.remove(name);
      meanings.get(name).remove(meaning);
    }
  }

  void push() {
    scopes.add(new Scope());
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
    Scope inner = scopes.getLast();
    for (String name : inner.values) {
      Meaning meaning = meanings.get(name).getFirst();
      meaning.value = Optional.empty();
      dropIfEmpty(name, meaning);
    }
    inner.values.clear();
    scopes.removeLast();
    if (leak) {
      Scope outer = scopes.removeLast();
      // the smaller one moves, so that no name moves often
      scopes.add(
          inner.names.size() > outer.names.size() ? withOuter(inner, outer) : merged(outer, inner));
    } else {
      inner.names.forEach(name -> meanings.get(name).pop());
    }
  }

  /** The inner scope with those names of the outer one that have no meaning in it. */
  private Scope withOuter(Scope inner, Scope outer) {
    for (String name : outer.names) {
      Deque<Meaning> known = meanings.get(name);
      Meaning innermost = known.pop();
      if (innermost.scope == inner) {
        known.pop();
        known.push(innermost);
      } else {
        known.push(innermost);
        innermost.scope = inner;
        inner.names.add(name);
        innermost.value.ifPresent(_ -> inner.values.add(name));
      }
    }
    return inner;
  }

  /** The outer scope with the names of the inner one. */
  private Scope merged(Scope outer, Scope inner) {
    for (String name : inner.names) {
      Deque<Meaning> known = meanings.get(name);
      Meaning innermost = known.pop();
      if (!outer.names.add(name)) {
        known.pop();
        outer.values.remove(name);
      }
      known.push(innermost);
      innermost.scope = outer;
    }
    return outer;
  }

  /** The base of an allocation that is named by a string: the same for the same name. */
  Var base(String name, Span span) {
    return find(name)
        .filter(v -> v.type() == PtrType.INSTANCE)
        .orElseGet(() -> bases.computeIfAbsent(name, n -> new Var(n, PtrType.INSTANCE, span)));
  }

  /** The base of an allocation that the author declares; it has a name of its own kind. */
  Var allocation(String name, Span span) {
    return allocations.computeIfAbsent(name, n -> new Var(n, PtrType.INSTANCE, span));
  }

  /** The number of slots that the allocation was declared with, which is this one if it is new. */
  long slots(String allocation, long slots) {
    return allocationSlots.computeIfAbsent(allocation, _ -> slots);
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
    meanings.forEach(
        (name, all) -> {
          if (all.stream().anyMatch(m -> m.var.isPresent())) {
            names.add(name);
          }
        });
    return names;
  }
}
