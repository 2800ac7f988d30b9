package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.op.TypeRule;
import io.pto4j.op.TypeRule.Request;
import java.util.Optional;

/**
 * Result types of reductions: rows reduce the last axis, columns the one before it; the reduced
 * axis stays, with extent 1. Source: PyPTO operator catalogue, reductions.
 */
public final class ReductionRules {
  private static final ConstInt ONE = ConstInt.index(1);

  private ReductionRules() {}

  /** Which axis is reduced. */
  public enum Axis {
    /** The last axis. */
    ROW,
    /** The axis before the last. */
    COLUMN
  }

  /** How the scratch tile compares to the operand. */
  public enum Scratch {
    NONE,
    /** At least the operand's shape. */
    COVERING,
    /** Exactly the operand's shape. */
    EXACT
  }

  /**
   * A reduction of a tile.
   *
   * @param result the element type of the result; empty: the operand's
   */
  public static TypeRule tile(Axis axis, Scratch scratch, Optional<DataType> result) {
    return r -> {
      TileType tile = r.tile(0);
      Shapes.checkRank(r, 0, 2);
      checkData(r, tile.validShape());
      checkScratch(r, scratch);
      int reduced = tile.rank() - (axis == Axis.ROW ? 1 : 2);
      TileLayout blayout = axis == Axis.ROW ? TileLayout.COL_MAJOR : TileLayout.ROW_MAJOR;
      return TileTypes.of(
          result.orElse(tile.dtype()),
          Shapes.with(tile.shape(), reduced, ONE),
          TileTypes.layout(blayout, TileLayout.NONE_BOX)
              .withValidShape(Shapes.with(tile.validShape(), reduced, ONE)),
          r.space());
    };
  }

  /** The rule for a reduction whose operand has its rows one after the other. */
  public static TypeRule flat(TypeRule rule) {
    return r -> {
      TileView view = r.tile(0).effectiveView();
      if (view.blayout() != TileLayout.ROW_MAJOR || view.slayout() != TileLayout.NONE_BOX) {
        throw r.error(
            "operand "
                + r.name(0)
                + " must be row-major without boxes, but is "
                + Texts.of(r.tile(0)),
            "move it to Vec with blayout=row_major and slayout=none_box");
      }
      return rule.deduce(r);
    };
  }

  private static void checkScratch(Request r, Scratch scratch) {
    if (!r.has(1) || scratch == Scratch.NONE) {
      return;
    }
    Promotion.same(r, 0, 1);
    ShapedType operand = r.shaped(0);
    ShapedType given = r.shaped(1);
    boolean fits = operand.rank() == given.rank();
    for (int i = 0; fits && i < operand.rank(); i++) {
      Expr wanted = operand.shape().get(i);
      Expr has = given.shape().get(i);
      fits = scratch == Scratch.EXACT ? Extents.equal(wanted, has) : !Extents.less(has, wanted);
    }
    if (!fits) {
      throw r.error(
          "the scratch tile "
              + r.name(1)
              + " has shape "
              + Texts.of(given.shape())
              + ", which does not fit the operand's "
              + Texts.of(operand.shape()),
          scratch == Scratch.EXACT
              ? "create it in exactly the operand's shape"
              : "create it at least as large as the operand");
    }
  }

  private static void checkData(Request r, ImmutableList<Expr> valid) {
    if (valid.stream().anyMatch(Extents::zero)) {
      throw r.error(
          "operand "
              + r.name(0)
              + " has no valid element to reduce: valid shape "
              + Texts.of(valid),
          "load at least one element");
    }
  }

  /**
   * A reduction of a tensor. Only the operator's own axis with {@code keep_dim} can be executed, so
   * nothing else is accepted.
   */
  public static TypeRule tensor(Axis axis, Optional<DataType> result) {
    return r -> {
      TensorLike tensor = r.tensor(0);
      int fromEnd = axis == Axis.ROW ? 1 : 2;
      Shapes.checkRank(r, 0, fromEnd);
      ImmutableList<Expr> valid = TensorTypes.valid(tensor);
      checkData(r, valid);
      int reduced = tensor.rank() - fromEnd;
      int given = r.kwargs().getInt("axis", -fromEnd);
      if (given != -fromEnd && given != reduced) {
        throw r.error(
            "it reduces axis " + reduced + " of " + Texts.of(tensor) + ", not axis " + given,
            "use the row_ operators for the last axis and the col_ operators for the one before,"
                + " and transpose for any other");
      }
      if (!r.kwargs().getBool("keep_dim", true)) {
        throw r.error("the reduced axis stays with extent 1", "reshape the result");
      }
      return TensorTypes.fresh(
          result.orElse(tensor.dtype()),
          Shapes.with(tensor.shape(), reduced, ONE),
          Shapes.with(valid, reduced, ONE));
    };
  }
}
