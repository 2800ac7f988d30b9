package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;

/** Products of matrices with a scale per 32 factors. Source: PTO ISA, TMATMUL_MX. */
public final class MxRules {
  private static final long GROUP = 32;

  private MxRules() {}

  /** {@code matmul_mx(lhs, lhs_scale, rhs, rhs_scale)}. */
  public static Type product(Request r) {
    return accumulated(r, 0);
  }

  /** {@code matmul_mx_bias(lhs, lhs_scale, rhs, rhs_scale, bias)}. */
  public static Type withBias(Request r) {
    TileType product = (TileType) accumulated(r, 0);
    MatmulRules.checkBias(r, 4, product.dtype(), product.shape(), product.validShape());
    return product;
  }

  /** {@code matmul_mx_acc(acc, lhs, lhs_scale, rhs, rhs_scale)}. */
  public static Type acc(Request r) {
    TileType product = (TileType) accumulated(r, 1);
    TileType acc = r.tile(0);
    if (acc.dtype() != DataType.FP32
        || !Extents.equal(acc.shape(), product.shape())
        || !Extents.equal(acc.validShape(), product.validShape())) {
      throw r.error(
          "the accumulator is " + Texts.of(acc) + ", but the product " + Texts.of(product),
          "start the accumulation with matmul_mx");
    }
    return TileTypes.of(acc.dtype(), acc.shape(), acc.effectiveView(), r.space());
  }

  private static Type accumulated(Request r, int first) {
    for (int i = first; i < first + 4; i++) {
      Shapes.checkExactRank(r, i, 2);
    }
    TileType lhs = r.tile(first);
    TileType rhs = r.tile(first + 2);
    if (Extents.different(lhs.shape().get(1), rhs.shape().get(0))) {
      throw r.error(
          "the inner dimensions differ: "
              + r.name(first)
              + " is "
              + Texts.of(lhs.shape())
              + " and "
              + r.name(first + 2)
              + " is "
              + Texts.of(rhs.shape()),
          "the columns of the left operand must equal the rows of the right one");
    }
    checkGroups(r, first);
    multiple(r, lhs.shape().get(0), 16);
    multiple(r, lhs.shape().get(1), 64);
    multiple(r, rhs.shape().get(1), GROUP);
    scale(r, first + 1, 1, lhs);
    scale(r, first + 3, 0, rhs);
    ImmutableList<Expr> shape = ImmutableList.of(lhs.shape().get(0), rhs.shape().get(1));
    ImmutableList<Expr> valid = ImmutableList.of(lhs.validShape().get(0), rhs.validShape().get(1));
    boolean whole = Extents.equal(valid.get(0), shape.get(0));
    return TileTypes.of(
        DataType.FP32,
        shape,
        TileView.implicit(shape, r.space())
            .withValidShape(valid)
            .withCompact(whole ? CompactMode.NULL : CompactMode.NORMAL),
        r.space());
  }

  /** Every valid group of factors of one operand meets one of the other. */
  private static void checkGroups(Request r, int first) {
    Expr columns = r.tile(first).validShape().get(1);
    Expr rows = r.tile(first + 2).validShape().get(0);
    boolean fewer = Extents.less(rows, columns);
    if (fewer || Extents.different(Extents.ceilDiv(columns, GROUP), Extents.ceilDiv(rows, GROUP))) {
      throw r.error(
          r.name(first)
              + " has "
              + Texts.of(columns)
              + " valid columns and "
              + r.name(first + 2)
              + " "
              + Texts.of(rows)
              + " valid rows",
          "load as many valid rows as the left operand has valid columns");
    }
  }

  private static void multiple(Request r, Expr extent, long of) {
    if (extent instanceof ConstInt c && c.value() % of != 0) {
      throw r.error(
          "the extent " + c.value() + " is no multiple of " + of,
          "rows come in 16, factors in 64 and columns in 32");
    }
  }

  /** Operand {@code i} has a scale for every group of 32 along {@code axis} of the data. */
  private static void scale(Request r, int i, int axis, TileType data) {
    TileType scale = r.tile(i);
    ImmutableList<Expr> shape = grouped(data.shape(), axis);
    if (different(scale.shape(), shape)
        || different(scale.validShape(), grouped(data.validShape(), axis))) {
      throw r.error(
          "operand " + r.name(i) + " is " + Texts.of(scale) + " for data of " + Texts.of(data),
          "its shape is " + Texts.of(shape) + ", a scale for every 32 factors");
    }
  }

  private static ImmutableList<Expr> grouped(ImmutableList<Expr> dims, int axis) {
    return Shapes.with(dims, axis, Extents.ceilDiv(dims.get(axis), GROUP));
  }

  private static boolean different(List<Expr> a, List<Expr> b) {
    return Extents.different(a.get(0), b.get(0)) || Extents.different(a.get(1), b.get(1));
  }

  /** {@code tget_scale_addr(dst_scale, src)}: the scales, tied to the data in front of them. */
  public static Type scaleAddress(Request r) {
    if (!side(r, MemorySpace.LEFT_SCALE, MemorySpace.LEFT)
        && !side(r, MemorySpace.RIGHT_SCALE, MemorySpace.RIGHT)) {
      throw r.error(
          "operands " + r.name(0) + " and " + r.name(1) + " are on different sides",
          "LeftScale goes with Left and RightScale with Right");
    }
    return r.type(0);
  }

  private static boolean side(Request r, MemorySpace scales, MemorySpace data) {
    return r.tile(0).memorySpace().orElse(scales) == scales
        && r.tile(1).memorySpace().orElse(data) == data;
  }
}
