package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.op.TypeRule.Request;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
   * The axes that operand {@code i} takes away: constants, of extent 1 in the window and wholly
   * valid.
   *
   * @param ascending whether they must be named in order
   */
  static ImmutableList<Integer> dropped(
      Request r, int i, List<Expr> window, List<Expr> valid, boolean ascending) {
    if (!r.has(i)) {
      return ImmutableList.of();
    }
    Set<Integer> axes = new LinkedHashSet<>();
    int last = -1;
    for (Expr element : r.indices(i)) {
      int axis =
          element instanceof ConstInt c && c.value() >= 0 && c.value() < window.size()
              ? (int) c.value()
              : -1;
      if (axis < 0 || !axes.add(axis) || (ascending && axis < last)) {
        throw r.error(
            "operand "
                + r.name(i)
                + " must name axes of the window"
                + (ascending ? " in ascending order" : "")
                + ", each once, but is "
                + Texts.of(r.indices(i)),
            "axes go from 0 to " + (window.size() - 1));
      }
      last = axis;
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
    }
    return ImmutableList.copyOf(axes);
  }
}
