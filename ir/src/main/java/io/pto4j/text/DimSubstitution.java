package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Traversal;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import io.pto4j.op.rule.Extents;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the symbols in a callee's types by what the arguments of a call say. Source: PyPTO
 * operator catalogue, dynamic dimensions.
 */
final class DimSubstitution extends Traversal {
  private final Map<Var, Expr> values = new HashMap<>();
  private final Set<Var> scalars = new HashSet<>();
  private Optional<Conflict> conflict = Optional.empty();

  private DimSubstitution() {}

  /** A symbol that would be two extents, which nothing compares when the program runs. */
  record Conflict(Var symbol, Expr first, Expr second) {}

  static DimSubstitution of(List<Var> params, List<Expr> args) {
    DimSubstitution substitution = new DimSubstitution();
    for (int i = 0; i < args.size(); i++) {
      if (params.get(i).type() instanceof ScalarType) {
        substitution.scalars.add(params.get(i));
        substitution.values.putIfAbsent(params.get(i), args.get(i));
      }
    }
    for (int i = 0; i < args.size(); i++) {
      substitution.match(params.get(i).type(), args.get(i).type());
    }
    return substitution;
  }

  /** The first symbol of which the arguments say two things. */
  Optional<Conflict> conflict() {
    return conflict;
  }

  private void match(Type param, Type arg) {
    if (!(param instanceof ShapedType p)
        || !(arg instanceof ShapedType a)
        || p.rank() != a.rank()) {
      return;
    }
    match(p.shape(), a.shape());
    if (p instanceof TensorLike x && a instanceof TensorLike y) {
      matchValid(p, x.effectiveView().validShape(), y.effectiveView().validShape());
      match(x.effectiveView().stride(), y.effectiveView().stride());
    }
    if (p instanceof TileType x && a instanceof TileType y) {
      matchValid(p, x.validShape(), y.validShape());
      match(x.effectiveView().stride(), y.effectiveView().stride());
      x.effectiveView()
          .startOffset()
          .ifPresent(start -> y.effectiveView().startOffset().ifPresent(at -> match(start, at)));
    }
  }

  /** What a parameter does not say to be partial takes arguments that are. */
  private void matchValid(ShapedType param, List<Expr> valid, List<Expr> arg) {
    for (int i = 0; i < valid.size(); i++) {
      if (!Extents.equal(valid.get(i), param.shape().get(i))) {
        match(valid.get(i), arg.get(i));
      }
    }
  }

  private void match(List<Expr> param, List<Expr> arg) {
    for (int i = 0; i < Math.min(param.size(), arg.size()); i++) {
      match(param.get(i), arg.get(i));
    }
  }

  private void match(Expr param, Expr arg) {
    switch (param) {
      case Var symbol -> bind(symbol, arg);
      case BinaryExpr p when arg instanceof BinaryExpr a && p.op() == a.op() -> {
        match(p.left(), a.left());
        match(p.right(), a.right());
      }
      case UnaryExpr p when arg instanceof UnaryExpr a && p.op() == a.op() ->
          match(p.operand(), a.operand());
      default -> {}
    }
  }

  /** What a scalar argument is shows at run time only, so it is believed unless it is certain. */
  private void bind(Var symbol, Expr extent) {
    Expr known = values.putIfAbsent(symbol, extent);
    if (known == null || conflict.isPresent()) {
      return;
    }
    boolean contradicts =
        scalars.contains(symbol) ? Extents.different(known, extent) : !Extents.equal(known, extent);
    if (contradicts) {
      conflict = Optional.of(new Conflict(symbol, known, extent));
    }
  }

  ImmutableList<Type> apply(List<Type> types) {
    return types.stream().map(this::type).collect(toImmutableList());
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof Var var ? values.getOrDefault(var, var) : super.expr(expr);
  }

  @Override
  public Var def(Var var) {
    return var;
  }
}
