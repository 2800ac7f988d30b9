package io.pto4j.analysis;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.BinaryExpr;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Span;
import io.pto4j.ir.Type;
import io.pto4j.ir.UnaryExpr;
import io.pto4j.ir.UnaryOp;
import java.util.Optional;

/**
 * One side of a rewrite rule: an expression over the variables {@code x y z}, which stand for any
 * expression, and {@code c c1 c2 c3}, which stand for integer constants.
 */
sealed interface Pattern {
  /** Names of variables; the index is the slot that holds what one matched. */
  ImmutableList<String> NAMES = ImmutableList.of("x", "y", "z", "c", "c1", "c2", "c3");

  /** Slots from here on hold constants. */
  int FIRST_CONSTANT = 3;

  record Slot(int index) implements Pattern {}

  record Literal(long value) implements Pattern {}

  record Truth(boolean value) implements Pattern {}

  record Binary(BinaryOp op, Pattern left, Pattern right) implements Pattern {}

  record Unary(UnaryOp op, Pattern operand) implements Pattern {}

  /** Matches {@code expr}, filling {@code slots}; a filled slot must be met by an equal one. */
  default boolean matches(Expr expr, Expr[] slots) {
    return switch (this) {
      case Slot(int i) -> {
        if (i >= FIRST_CONSTANT && !(expr instanceof ConstInt)) {
          yield false;
        }
        if (slots[i] != null) {
          yield SameExpr.test(slots[i], expr);
        }
        slots[i] = expr;
        yield true;
      }
      case Literal(long value) -> expr instanceof ConstInt c && c.value() == value;
      case Truth(boolean value) -> expr instanceof ConstBool c && c.value() == value;
      case Binary(BinaryOp op, Pattern l, Pattern r) ->
          expr instanceof BinaryExpr b
              && b.op() == op
              && l.matches(b.left(), slots)
              && r.matches(b.right(), slots);
      case Unary(UnaryOp op, Pattern operand) ->
          expr instanceof UnaryExpr u && u.op() == op && operand.matches(u.operand(), slots);
    };
  }

  /**
   * The expression for the matched slots, with its constant parts evaluated; empty when they do not
   * fit.
   *
   * @param literal the type of literals
   */
  default Optional<Expr> build(Expr[] slots, Type literal, Span span) {
    return switch (this) {
      case Slot(int i) -> Optional.of(slots[i]);
      case Literal(long value) -> Optional.of(new ConstInt(span, literal, value));
      case Truth(boolean value) -> Optional.of(ConstFold.bool(value, span));
      case Binary(BinaryOp op, Pattern l, Pattern r) ->
          l.build(slots, literal, span)
              .flatMap(
                  left ->
                      r.build(slots, literal, span).flatMap(right -> join(op, left, right, span)));
      case Unary(UnaryOp op, Pattern operand) ->
          operand
              .build(slots, literal, span)
              .flatMap(
                  e -> {
                    UnaryExpr u = Exprs.unary(op, e, span);
                    return e instanceof ConstInt ? ConstFold.fold(u) : Optional.of(u);
                  });
    };
  }

  private static Optional<Expr> join(BinaryOp op, Expr left, Expr right, Span span) {
    BinaryExpr joined = Exprs.binary(op, left, right, span);
    return left instanceof ConstInt && right instanceof ConstInt
        ? ConstFold.fold(joined)
        : Optional.of(joined);
  }
}
