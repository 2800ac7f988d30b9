package io.pto4j.pass.mem;

import io.pto4j.ir.Call;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Operator;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import io.pto4j.op.OpDef;
import io.pto4j.op.Operators;
import java.util.HashSet;
import java.util.Set;

/** The operands of an instruction whose buffers its result must not be written to. */
final class AliasHazards {
  private AliasHazards() {}

  static Set<Var> forbidden(Expr value, Var result) {
    Set<Var> forbidden = new HashSet<>();
    if (!(value instanceof Call call && call.op() instanceof Operator(String name))) {
      return forbidden;
    }
    OpDef op = Operators.get(name);
    for (int i = 0; i < call.args().size(); i++) {
      if (call.args().get(i) instanceof Var operand
          && operand.type() instanceof TileType type
          && (!op.inPlaceSafe()
              || op.forbiddenAliases().contains(i)
              || widens(name, type, result))) {
        forbidden.add(operand);
      }
    }
    return forbidden;
  }

  /** A cast to a wider type overtakes its own reads. */
  private static boolean widens(String operator, TileType from, Var result) {
    return operator.equals("tile.cast")
        && ((ShapedType) result.type()).dtype().bits() > from.dtype().bits();
  }
}
