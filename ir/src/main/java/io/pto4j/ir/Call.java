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
    attrs
        .getDirections("arg_directions")
        .ifPresent(directions -> checkDirections(directions.size(), args.size()));
  }

  private static void checkDirections(int directions, int args) {
    if (directions != 0 && directions != args) {
      throw new IrException(
          "arg_directions has " + directions + " entries for " + args + " arguments");
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
