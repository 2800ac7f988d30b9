package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.op.TypeRule.Request;
import java.util.List;

/** Axes given as operands. */
final class Axes {
  private Axes() {}

  /** The axis that operand {@code i} names; negative ones count from the end. */
  static int axis(Request r, int i, int rank) {
    if (!(r.args().get(i) instanceof ConstInt c)) {
      throw r.error("operand " + r.name(i) + " must be a constant", "give the axis as a number");
    }
    long axis = c.value() < 0 ? c.value() + rank : c.value();
    if (axis < 0 || axis >= rank) {
      throw r.error(
          "axis " + c.value() + " is outside a value of rank " + rank,
          "axes go from " + -rank + " to " + (rank - 1));
    }
    return (int) axis;
  }

  /** The two different axes that operands 1 and 2 name. */
  static List<Integer> swap(Request r) {
    Shapes.checkRank(r, 0, 2);
    int rank = r.shaped(0).rank();
    int first = axis(r, 1, rank);
    int second = axis(r, 2, rank);
    if (first == second) {
      throw r.error("both axes are " + first, "name two different axes");
    }
    return List.of(first, second);
  }

  /**
   * The axes that operand {@code i} takes away: constants in order, of extent 1 in the window and
   * wholly valid.
   */
  static ImmutableList<Integer> dropped(Request r, int i, List<Expr> window, List<Expr> valid) {
    if (!r.has(i)) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<Integer> axes = ImmutableList.builder();
    long last = -1;
    for (Expr element : r.indices(i)) {
      if (!(element instanceof ConstInt c) || c.value() <= last || c.value() >= window.size()) {
        throw r.error(
            "operand "
                + r.name(i)
                + " must name axes of the window in ascending order, but is "
                + Texts.of(r.indices(i)),
            "axes go from 0 to " + (window.size() - 1));
      }
      last = c.value();
      int axis = (int) last;
      if (!Exprs.isConstant(window.get(axis), 1) || !Extents.one(valid.get(axis))) {
        throw r.error(
            "axis "
                + axis
                + " cannot be dropped from the window "
                + Texts.of(window)
                + " with valid shape "
                + Texts.of(valid),
            "only a wholly valid axis of extent 1 can go");
      }
      axes.add(axis);
    }
    return axes.build();
  }
}
