package io.pto4j.verify;

import io.pto4j.compare.IrEquality;
import io.pto4j.ir.ArrayType;
import io.pto4j.ir.AssignStmt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Span;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorStrides;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Types;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.List;
import java.util.function.Consumer;

/** The form in which types are written. Source: PyPTO verifier. */
final class TypeFormVerifiers {
  private TypeFormVerifiers() {}

  /**
   * The view of every tensor has the one form of its layout.
   *
   * @param materialized whether the strides must be written out
   */
  static void tensorViewCanonical(
      boolean materialized, Function function, Consumer<Diagnostic> found) {
    TypeWalk.of(
        function,
        (type, place) -> {
          if (type instanceof TensorLike tensor) {
            TensorStrides.fault(tensor, materialized)
                .map(fault -> viewMessage(function, tensor, fault))
                .ifPresent(
                    message -> report("TensorViewCanonical", 1, message, place, function, found));
          }
        });
  }

  private static String viewMessage(Function function, TensorLike tensor, String fault) {
    return "in function '%s', a tensor of rank %d with the %s layout %s"
        .formatted(function.name(), tensor.rank(), tensor.effectiveView().layout().text(), fault);
  }

  /** A tile has a view only when it says more than the implicit one. */
  static void tileTypeCoherence(Function function, Consumer<Diagnostic> found) {
    TypeWalk.of(
        function,
        (type, place) -> {
          if (type instanceof TileType tile
              && tile.tileView().filter(view -> isImplicit(tile, view)).isPresent()) {
            report(
                "TileTypeCoherence",
                1,
                "in function '%s', a tile has a view that says no more than the implicit one"
                    .formatted(function.name()),
                place,
                function,
                found);
          }
        });
  }

  private static boolean isImplicit(TileType tile, TileView view) {
    List<Expr> valid = view.validShape();
    if (valid.size() != tile.rank()) {
      return false;
    }
    for (int i = 0; i < valid.size(); i++) {
      if (!IrEquality.equal(valid.get(i), tile.shape().get(i))) {
        return false;
      }
    }
    return tile.withTileView(view.withValidShape()).tileView().isEmpty();
  }

  /** An array lives in one function: it is neither a parameter nor a result. */
  static void arrayNotEscaped(Function function, Consumer<Diagnostic> found) {
    for (Var param : function.params()) {
      if (hasArray(param.type())) {
        report(
            "ArrayNotEscaped",
            0,
            "parameter '%s' of function '%s' is an array; arrays stay in their function"
                .formatted(param.nameHint(), function.name()),
            param.span(),
            function,
            found);
      }
    }
    if (function.returnTypes().stream().anyMatch(TypeFormVerifiers::hasArray)) {
      report(
          "ArrayNotEscaped",
          0,
          "function '%s' returns an array; arrays stay in their function"
              .formatted(function.name()),
          function.span(),
          function,
          found);
    }
  }

  private static boolean hasArray(Type type) {
    return type instanceof ArrayType
        || (type instanceof TupleType tuple
            && tuple.types().stream().anyMatch(TypeFormVerifiers::hasArray));
  }

  /** A variable has the type of the value that is assigned to it; memory aside. */
  static void assignTypeSymmetry(Function function, Consumer<Diagnostic> found) {
    Walk.stmts(
        function.body(),
        s -> {
          if (s instanceof AssignStmt a && !same(a.var().type(), a.value().type())) {
            report(
                "AssignTypeSymmetry",
                1,
                "in function '%s', '%s' has not the type of the value that is assigned to it"
                    .formatted(function.name(), a.var().nameHint()),
                a.span(),
                function,
                found);
          }
        });
  }

  private static boolean same(Type a, Type b) {
    return IrEquality.equal(Types.withoutMemory(a), Types.withoutMemory(b), false);
  }

  private static void report(
      String rule,
      int code,
      String message,
      Span span,
      Function function,
      Consumer<Diagnostic> found) {
    found.accept(Diagnostic.error(rule, code, message, Diagnostic.place(span, function)));
  }
}
