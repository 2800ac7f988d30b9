package io.pto4j.analysis;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;

/** Whether two scalar expressions are the same operators on the same variables and constants. */
final class SameExpr {
  private SameExpr() {}

  static boolean test(Expr a, Expr b) {
    if (a == b) {
      return true;
    }
    return switch (a) {
      case ConstInt x ->
          b instanceof ConstInt y && x.value() == y.value() && Types.same(x.type(), y.type());
      case ConstBool x -> b instanceof ConstBool y && x.value() == y.value();
      case BinaryExpr x ->
          b instanceof BinaryExpr y
              && x.op() == y.op()
              && test(x.left(), y.left())
              && test(x.right(), y.right());
      case UnaryExpr x ->
          b instanceof UnaryExpr y
              && x.op() == y.op()
              && Types.same(x.type(), y.type())
              && test(x.operand(), y.operand());
      // the value of a call may change from one evaluation to the next
      case Var _, ConstFloat _, Call _, Submit _, MakeTuple _, TupleGetItem _ -> false;
    };
  }
}
