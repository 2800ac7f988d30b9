package io.pto4j.op;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;

/** Deduces the result type of a call and checks its operands. */
@FunctionalInterface
public interface TypeRule {
  /**
   * Deduces the type of the call.
   *
   * @throws io.pto4j.ir.IrException when the operands or keyword arguments break a rule of the
   *     operator
   */
  Type deduce(Request request);

  /**
   * A call whose type is wanted; arity, operand kinds and keyword arguments are already checked
   * against the definition.
   */
  record Request(OpDef op, ImmutableList<Expr> args, Attrs kwargs, Span span) {
    public Type type(int i) {
      return args.get(i).type();
    }
  }
}
