package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A call of an operator or of a function of the program. {@code kwargs} are the operator's own
 * keyword arguments, {@code attrs} what passes note about the call. Source: PyPTO IR hierarchy,
 * Call.
 */
@Value.Builder
public record Call(
    @Ignore Span span, Type type, Op op, ImmutableList<Expr> args, Attrs attrs, Attrs kwargs)
    implements Expr, WithCall {
  public Call {
    ConstructionRule.requireValues(args, "an argument of " + op.name(), span);
    checkAttributes(op, args, attrs, kwargs, span);
  }

  static void checkAttributes(
      Op op, ImmutableList<Expr> args, Attrs attrs, Attrs kwargs, Span span) {
    attrs.get("arg_directions").ifPresent(value -> checkDirections(value, args.size(), span));
    ConstructionRule.requireValues(attrs, "attribute of " + op.name(), span);
    ConstructionRule.requireValues(kwargs, "keyword argument of " + op.name(), span);
  }

  private static void checkDirections(AttrValue value, int args, Span span) {
    if (!(value instanceof AttrValue.OfDirections(ImmutableList<ArgDirection> directions))) {
      throw ConstructionRule.ARG_DIRECTIONS.broken("the value is of another kind", span);
    }
    if (!directions.isEmpty() && directions.size() != args) {
      throw ConstructionRule.ARG_DIRECTIONS.broken(
          directions.size() + " directions for " + args + " arguments", span);
    }
  }

  /** A call of a program function. */
  public static Call of(GlobalVar callee, ImmutableList<Expr> args, Type type, Span span) {
    return new Call(span, type, callee, args, Attrs.empty(), Attrs.empty());
  }

  /** True for a call of the operator named {@code name}. */
  public boolean isOperator(String name) {
    return op instanceof Operator(String n) && n.equals(name);
  }
}
