package io.pto4j.text;

import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.MemRef;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the variables that have to be declared ahead of a program because types mention them. */
final class DynamicDims {
  private DynamicDims() {}

  /**
   * The variables in the types of {@code function} that nothing in it defines, in the order of
   * their first mention, and the scalar parameters that the types of its parameters mention.
   */
  static Set<Var> of(Function function) {
    Set<Var> found = Walk.identitySet();
    function.params().forEach(p -> collect(p.type(), found));
    found.removeIf(v -> function.params().contains(v) && !(v.type() instanceof ScalarType));
    Set<Var> elsewhere = Walk.identitySet();
    function.returnTypes().forEach(t -> collect(t, elsewhere));
    Walk.definedVars(function.body()).forEach(v -> collect(v.type(), elsewhere));
    Set<Var> defined = new HashSet<>(Walk.definedVars(function.body()));
    found.removeAll(defined);
    defined.addAll(function.params());
    elsewhere.removeAll(defined);
    found.addAll(elsewhere);
    return found;
  }

  /** The variables in {@code type}. */
  static Set<Var> of(Type type) {
    Set<Var> found = Walk.identitySet();
    collect(type, found);
    return found;
  }

  private static void collect(Type type, Set<Var> into) {
    switch (type) {
      case TensorLike t -> {
        collect(t.shape(), into);
        t.memref().ifPresent(m -> collect(m, into));
        t.tensorView()
            .ifPresent(
                v -> {
                  collect(v.stride(), into);
                  collect(v.validShape(), into);
                });
      }
      case TileType t -> {
        collect(t.shape(), into);
        t.memref().ifPresent(m -> collect(m, into));
        t.tileView()
            .ifPresent(
                v -> {
                  collect(v.validShape(), into);
                  collect(v.stride(), into);
                  v.startOffset().ifPresent(o -> collect(List.of(o), into));
                });
      }
      case TupleType t -> t.types().forEach(e -> collect(e, into));
      default -> {}
    }
  }

  private static void collect(MemRef memref, Set<Var> into) {
    if (!memref.isPinned()) {
      collect(List.of(memref.byteOffset()), into);
    }
    memref.slotIndex().ifPresent(i -> collect(List.of(i), into));
  }

  private static void collect(List<Expr> dims, Set<Var> into) {
    for (Expr dim : dims) {
      Walk.exprs(
          dim,
          e -> {
            if (e instanceof Var v) {
              into.add(v);
            }
          });
    }
  }
}
