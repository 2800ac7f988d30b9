package io.pto4j.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replaces the dynamic extents in a callee's types by what the arguments of a call say. */
final class DimSubstitution implements ChildMapper {
  private final Map<Var, Expr> values = new HashMap<>();

  private DimSubstitution() {}

  static DimSubstitution of(List<Var> params, List<Expr> args) {
    DimSubstitution substitution = new DimSubstitution();
    for (int i = 0; i < args.size(); i++) {
      substitution.match(params.get(i), args.get(i));
    }
    return substitution;
  }

  private void match(Var param, Expr arg) {
    if (param.type() instanceof ScalarType) {
      values.putIfAbsent(param, arg);
    }
    if (param.type() instanceof ShapedType p
        && arg.type() instanceof ShapedType a
        && p.rank() == a.rank()) {
      for (int i = 0; i < p.rank(); i++) {
        if (p.shape().get(i) instanceof Var symbol) {
          values.putIfAbsent(symbol, a.shape().get(i));
        }
      }
    }
  }

  ImmutableList<Type> apply(List<Type> types) {
    return types.stream().map(this::type).collect(toImmutableList());
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof Var var ? values.getOrDefault(var, var) : Children.map(expr, this);
  }

  @Override
  public Type type(Type type) {
    return Children.map(type, this);
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return Children.map(stmt, this);
  }

  @Override
  public Var def(Var var) {
    return var;
  }
}
