package io.pto4j.verify;

import io.pto4j.ir.ChildMapper;
import io.pto4j.ir.Children;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Function;
import io.pto4j.ir.Span;
import io.pto4j.ir.Stmt;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.ir.Walk;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Visits every type of a function once, with the place where it is met first: those of parameters,
 * results, definitions and calls, and the elements of tuples.
 */
final class TypeWalk implements ChildMapper {
  private final BiConsumer<? super Type, Span> visitor;
  private final Set<Type> seen = Walk.nodeSet();
  private Span place;

  private TypeWalk(Span place, BiConsumer<? super Type, Span> visitor) {
    this.place = place;
    this.visitor = visitor;
  }

  static void of(Function function, BiConsumer<? super Type, Span> visitor) {
    TypeWalk walk = new TypeWalk(function.span(), visitor);
    function.params().forEach(walk::def);
    function.returnTypes().forEach(walk::type);
    walk.stmt(function.body());
  }

  @Override
  public Type type(Type type) {
    if (seen.add(type)) {
      visitor.accept(type, place);
      if (type instanceof TupleType tuple) {
        tuple.types().forEach(this::type);
      }
    }
    return type;
  }

  @Override
  public Var def(Var var) {
    type(var.type());
    return var;
  }

  @Override
  public Expr expr(Expr expr) {
    return expr instanceof Var ? expr : Children.map(expr, this);
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    if (stmt.span().isKnown()) {
      place = stmt.span();
    }
    return Children.map(stmt, this);
  }
}
