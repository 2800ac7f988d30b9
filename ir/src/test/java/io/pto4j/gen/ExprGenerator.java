package io.pto4j.gen;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;

/** Random scalar expressions over the variables in scope. */
final class ExprGenerator {
  private static final ImmutableList<BinaryOp> INTEGER =
      ImmutableList.of(
          BinaryOp.ADD,
          BinaryOp.SUB,
          BinaryOp.MUL,
          BinaryOp.FLOOR_DIV,
          BinaryOp.FLOOR_MOD,
          BinaryOp.MIN,
          BinaryOp.MAX,
          BinaryOp.POW,
          BinaryOp.BIT_AND,
          BinaryOp.BIT_OR,
          BinaryOp.BIT_XOR,
          BinaryOp.SHIFT_LEFT,
          BinaryOp.SHIFT_RIGHT);

  private static final ImmutableList<BinaryOp> REAL =
      ImmutableList.of(
          BinaryOp.ADD,
          BinaryOp.SUB,
          BinaryOp.MUL,
          BinaryOp.FLOAT_DIV,
          BinaryOp.MIN,
          BinaryOp.MAX,
          BinaryOp.POW);

  private static final ImmutableList<BinaryOp> COMPARISON =
      ImmutableList.of(
          BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);

  private static final ImmutableList<BinaryOp> LOGICAL =
      ImmutableList.of(BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR);

  private static final int DEPTH = 3;

  private final Choice choice;

  ExprGenerator(Choice choice) {
    this.choice = choice;
  }

  /** A value of type {@code type}: an expression of a scalar, otherwise a variable. */
  Optional<Expr> of(Type type, List<Var> scope) {
    return type instanceof ScalarType(DataType dtype) && dtype != DataType.TASK_ID
        ? Optional.of(scalar(dtype, scope))
        : variable(type, scope).map(v -> v);
  }

  private Optional<Var> variable(Type type, List<Var> scope) {
    List<Var> fitting = scope.stream().filter(v -> v.type().equals(type)).toList();
    return fitting.isEmpty() ? Optional.empty() : Optional.of(choice.of(fitting));
  }

  Expr scalar(DataType dtype, List<Var> scope) {
    return scalar(dtype, scope, choice.below(DEPTH));
  }

  Expr index(List<Var> scope) {
    return scalar(DataType.INDEX, scope);
  }

  MakeTuple indices(List<Var> scope) {
    return MakeTuple.of(choice.list(choice.below(3), () -> index(scope)), span());
  }

  private Expr scalar(DataType dtype, List<Var> scope, int depth) {
    if (depth == 0) {
      Optional<Var> known =
          choice.oneIn(3) ? Optional.empty() : variable(ScalarType.of(dtype), scope);
      return known.<Expr>map(v -> v).orElseGet(() -> constant(dtype));
    }
    if (choice.oneIn(5) && dtype != DataType.BOOL) {
      return cast(dtype, scope, depth);
    }
    if (dtype == DataType.BOOL) {
      return bool(scope, depth);
    }
    if (choice.oneIn(5)) {
      boolean bits = dtype.isInt() && choice.oneIn(2);
      UnaryOp op = bits ? UnaryOp.BIT_NOT : choice.oneIn(2) ? UnaryOp.NEG : UnaryOp.ABS;
      return Exprs.unary(op, scalar(dtype, scope, depth - 1), span());
    }
    return Exprs.binary(
        choice.of(dtype.isInt() ? INTEGER : REAL),
        scalar(dtype, scope, depth - 1),
        scalar(dtype, scope, depth - 1),
        span());
  }

  private Expr cast(DataType dtype, List<Var> scope, int depth) {
    DataType from = choice.of(ImmutableList.of(DataType.INT32, DataType.FP32, DataType.INDEX));
    return new UnaryExpr(
        span(), ScalarType.of(dtype), UnaryOp.CAST, scalar(from, scope, depth - 1));
  }

  private Expr bool(List<Var> scope, int depth) {
    return switch (choice.below(3)) {
      case 0 ->
          Exprs.binary(
              choice.of(LOGICAL),
              scalar(DataType.BOOL, scope, depth - 1),
              scalar(DataType.BOOL, scope, depth - 1),
              span());
      case 1 -> Exprs.unary(UnaryOp.NOT, scalar(DataType.BOOL, scope, depth - 1), span());
      default -> {
        DataType dtype = choice.of(ImmutableList.of(DataType.INDEX, DataType.FP32));
        yield Exprs.binary(
            choice.of(COMPARISON),
            scalar(dtype, scope, depth - 1),
            scalar(dtype, scope, depth - 1),
            span());
      }
    };
  }

  private Expr constant(DataType dtype) {
    if (dtype == DataType.BOOL) {
      return ConstBool.of(choice.oneIn(2));
    }
    return dtype.isInt()
        ? ConstInt.of(choice.integer(), dtype)
        : ConstFloat.of(choice.real(), dtype);
  }

  Span span() {
    return choice.oneIn(3) ? Span.unknown() : Span.at("k.py", 1 + choice.below(99), 1);
  }
}
