package io.pto4j.text;

import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.UnaryExpr;

/** How tightly the operators of the text form bind; a higher number binds tighter. */
final class Precedence {
  static final int OR = 1;
  static final int XOR = 2;
  static final int AND = 3;
  static final int NOT = 4;
  static final int COMPARISON = 5;
  static final int BIT_OR = 6;
  static final int BIT_XOR = 7;
  static final int BIT_AND = 8;
  static final int SHIFT = 9;
  static final int SUM = 10;
  static final int PRODUCT = 11;
  static final int SIGN = 12;
  static final int POWER = 13;
  static final int CALL = 14;
  static final int ATOM = 15;

  private Precedence() {}

  static int of(BinaryOp op) {
    return switch (op) {
      case OR -> OR;
      case XOR -> XOR;
      case AND -> AND;
      case EQ, NE, LT, LE, GT, GE -> COMPARISON;
      case BIT_OR -> BIT_OR;
      case BIT_XOR -> BIT_XOR;
      case BIT_AND -> BIT_AND;
      case SHIFT_LEFT, SHIFT_RIGHT -> SHIFT;
      case ADD, SUB -> SUM;
      case MUL, FLOOR_DIV, FLOOR_MOD, FLOAT_DIV -> PRODUCT;
      case POW -> POWER;
      case MIN, MAX -> CALL;
    };
  }

  static int of(Expr expr) {
    return switch (expr) {
      case BinaryExpr b -> of(b.op());
      case UnaryExpr u ->
          switch (u.op()) {
            case NOT -> NOT;
            case NEG, BIT_NOT -> SIGN;
            case ABS, CAST -> CALL;
          };
      case ConstInt c when c.value() < 0 && isDefault(c, DataType.INDEX) -> SIGN;
      case ConstFloat c when isNegative(c.value()) && isDefault(c, DataType.FP32) -> SIGN;
      default -> ATOM;
    };
  }

  private static boolean isNegative(double value) {
    return value < 0 || 1 / value < 0;
  }

  private static boolean isDefault(Expr constant, DataType dtype) {
    return constant.type() instanceof ScalarType(DataType d) && d == dtype;
  }
}
