package io.pto4j.analysis;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Operator;
import io.pto4j.ir.TensorType;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.Optional;
import java.util.OptionalInt;

/** Operators that write into a tensor in global memory and return it. */
public final class WriteBack {
  private WriteBack() {}

  /** The position of the tensor that {@code call} writes and returns; empty for other calls. */
  public static OptionalInt destination(Call call) {
    if (!(call.op() instanceof Operator(String name)) || !(call.type() instanceof TensorType)) {
      return OptionalInt.empty();
    }
    return Operators.find(name).map(OpDef::reusesInput).orElse(OptionalInt.empty());
  }

  /** The tensor that {@code expr} writes and returns, if it is such a call. */
  public static Optional<Expr> target(Expr expr) {
    return expr instanceof Call call
        ? destination(call).stream().mapToObj(i -> call.args().get(i)).findFirst()
        : Optional.empty();
  }

  /** Whether the call adds to what the tensor holds, and so reads it. */
  public static boolean isAtomic(Call call) {
    return call.kwargs().get("atomic").filter(a -> !a.equals(new AttrValue.OfInt(0))).isPresent();
  }
}
