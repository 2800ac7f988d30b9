package io.pto4j.analysis;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.Call;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Submit;
import io.pto4j.ir.TupleGetItem;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is known about remainders of integer expressions. */
final class Residues {
  private final Map<Var, Modulus> known = new HashMap<>();

  /** Sets what is known about {@code var}; empty forgets it. Returns what was known before. */
  Optional<Modulus> set(Var var, Optional<Modulus> modulus) {
    return Optional.ofNullable(
        modulus.isPresent() ? known.put(var, modulus.get()) : known.remove(var));
  }

  Modulus of(Expr expr) {
    return switch (expr) {
      case ConstInt c -> Modulus.exactly(c.value());
      case ConstBool c -> Modulus.exactly(c.value() ? 1 : 0);
      case Var v -> known.getOrDefault(v, Modulus.ALL);
      case BinaryExpr b -> isInt(b) ? of(b) : Modulus.ALL;
      case UnaryExpr u ->
          switch (u.op()) {
            case NEG -> of(u.operand()).negated();
            case ABS -> of(u.operand()).union(of(u.operand()).negated());
            case CAST -> cast(u);
            case NOT, BIT_NOT -> Modulus.ALL;
          };
      case ConstFloat _, Call _, Submit _, MakeTuple _, TupleGetItem _ -> Modulus.ALL;
    };
  }

  private Modulus of(BinaryExpr b) {
    Modulus l = of(b.left());
    Modulus r = of(b.right());
    return switch (b.op()) {
      case ADD -> l.plus(r);
      case SUB -> l.minus(r);
      case MUL -> l.times(r);
      case FLOOR_DIV -> l.floorDiv(r);
      case FLOOR_MOD -> l.floorMod(r);
      case MIN, MAX -> l.union(r);
      default -> Modulus.ALL;
    };
  }

  /** A conversion to fewer bits or without sign may change the remainder. */
  private Modulus cast(UnaryExpr u) {
    boolean keeps =
        u.type() instanceof ScalarType(DataType to)
            && u.operand().type() instanceof ScalarType(DataType from)
            && from.isInt()
            && to.isInt()
            && to.bits() >= from.bits()
            && to.isUnsignedInt() == from.isUnsignedInt();
    return keeps ? of(u.operand()) : Modulus.ALL;
  }

  private static boolean isInt(Expr expr) {
    return expr.type() instanceof ScalarType(DataType dtype) && dtype.isInt();
  }
}
