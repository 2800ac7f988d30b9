package io.pto4j.op.rule;

import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.HandleType;
import io.pto4j.ir.Type;
import io.pto4j.ir.Var;
import io.pto4j.op.TypeRule.Request;
import java.util.List;

/** Fetching global memory into the cache ahead of its use. Source: PyPTO prefetch operators. */
public final class PrefetchRules {
  private PrefetchRules() {}

  /** {@code async_prefetch(src, ctx)}: an event for the whole of a tensor that is one row. */
  public static Type fetch(Request r) {
    List<Expr> shape = r.tensor(0).shape();
    boolean row = r.args().get(0) instanceof Var && !shape.isEmpty();
    for (int i = 0; row && i < shape.size(); i++) {
      row = shape.get(i) instanceof ConstInt c && (i == shape.size() - 1 || c.value() == 1);
    }
    if (!row) {
      throw r.error(
          "operand " + r.name(0) + " is " + Texts.of(r.type(0)),
          "it must be a variable of a constant shape [1, ..., 1, n]");
    }
    return HandleType.ASYNC_EVENT;
  }
}
