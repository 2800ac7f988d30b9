package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule;
import io.pto4j.op.TypeRule.Request;
import io.pto4j.op.rule.ReductionRules.Axis;
import java.util.List;

/**
 * Result types of operators that meet a matrix with a vector: a column of one value per row ({@code
 * [.., M, 1]}) or a row of one value per column ({@code [.., 1, N]}). Source: PTO ISA, TROWEXPAND
 * and TCOLEXPAND.
 */
public final class ExpandRules {
  /** Bytes of the block that holds the value of a row. */
  private static final int BLOCK = 32;

  private ExpandRules() {}

  /** Matrix tile and vector tile; {@code axis} is the axis along which the vector repeats. */
  public static TypeRule tile(Axis axis) {
    return r -> {
      TileType matrix = r.tile(0);
      DataType dtype = Promotion.same(r, 0, 1);
      checkVector(r, axis);
      checkVectorValid(r, axis, matrix.validShape(), r.tile(1).validShape());
      return TileTypes.like(matrix, dtype, matrix.shape(), matrix.validShape(), r.space());
    };
  }

  /**
   * {@code row_expand_add(tile, row_vec[, tmp])}: the matrix is row-major; the vector is a column
   * or a single value, or its values fill blocks of 32 bytes, one for each row. Source: PTO ISA,
   * TROWEXPANDADD.
   */
  public static Type rowSum(Request r) {
    TileType matrix = r.tile(0);
    TileType vector = r.tile(1);
    DataType dtype = Promotion.same(r, 0, 1);
    Shapes.checkRank(r, 0, 2);
    Shapes.checkRank(r, 1, 2);
    checkRowMajor(r, matrix);
    if (!Extents.equal(rows(matrix), rows(vector))) {
      throw r.error(
          "operand "
              + r.name(1)
              + " is valid in "
              + Texts.of(vector.validShape())
              + ", but the matrix in "
              + Texts.of(matrix.validShape()),
          "load as many values as the matrix has valid rows");
    }
    boolean packed =
        vector.effectiveView().blayout() == TileLayout.ROW_MAJOR
            && !vector.shape().stream().allMatch(Extents::one);
    long columns = packed ? BLOCK * Byte.SIZE / dtype.bits() : 1;
    if (!Extents.equal(Shapes.last(vector.validShape()), ConstInt.index(columns))) {
      throw r.error(
          "operand "
              + r.name(1)
              + " is "
              + (packed ? "row-major, so it must have " : "column-major, so it must have ")
              + columns
              + " valid columns, but it is "
              + Texts.of(vector),
          "give one value per row as a column [M, 1], as row_sum gives");
    }
    return TileTypes.like(matrix, dtype, matrix.shape(), matrix.validShape(), r.space());
  }

  /** The valid extents of all dimensions but the last. */
  private static List<Expr> rows(TileType tile) {
    return tile.validShape().subList(0, tile.rank() - 1);
  }

  private static void checkRowMajor(Request r, TileType matrix) {
    if (matrix.effectiveView().blayout() != TileLayout.ROW_MAJOR) {
      throw r.error(
          "operand " + r.name(0) + " must be row-major, but is " + Texts.of(matrix),
          "move it to Vec with blayout=row_major");
    }
  }

  /**
   * Matrix tensor and vector tensor, of which leading dimensions may be missing or 1.
   *
   * @param promoting whether the element types may differ
   */
  public static TypeRule tensor(Axis axis, boolean promoting) {
    return r -> {
      TensorLike matrix = r.tensor(0);
      DataType dtype =
          promoting ? Promotion.of(matrix.dtype(), r.tensor(1).dtype()) : Promotion.same(r, 0, 1);
      checkTensorVector(r, axis);
      ImmutableList<Expr> valid = TensorTypes.valid(matrix);
      checkVectorValid(r, axis, valid, TensorTypes.valid(r.tensor(1)));
      return TensorTypes.fresh(dtype, matrix.shape(), valid);
    };
  }

  private static void checkTensorVector(Request r, Axis axis) {
    Shapes.checkRank(r, 0, 2);
    Shapes.checkRank(r, 1, 2);
    ShapedType matrix = r.shaped(0);
    ShapedType vector = r.shaped(1);
    int unit = axis == Axis.ROW ? 1 : 2;
    boolean fits =
        vector.rank() <= matrix.rank() && Exprs.isConstant(Shapes.fromEnd(vector.shape(), unit), 1);
    for (int i = 1; fits && i <= vector.rank(); i++) {
      Expr extent = Shapes.fromEnd(vector.shape(), i);
      fits =
          i == unit
              || (i > 2 && Exprs.isConstant(extent, 1))
              || !Extents.different(Shapes.fromEnd(matrix.shape(), i), extent);
    }
    if (!fits) {
      throw noVector(r, axis);
    }
  }

  private static void checkVector(Request r, Axis axis) {
    Shapes.checkRank(r, 0, 2);
    Shapes.checkRank(r, 1, 2);
    ShapedType matrix = r.shaped(0);
    ShapedType vector = r.shaped(1);
    int unit = axis == Axis.ROW ? 1 : 2;
    boolean fits =
        matrix.rank() == vector.rank() && Exprs.isConstant(Shapes.fromEnd(vector.shape(), unit), 1);
    for (int i = 1; fits && i <= matrix.rank(); i++) {
      fits =
          i == unit
              || !Extents.different(
                  Shapes.fromEnd(matrix.shape(), i), Shapes.fromEnd(vector.shape(), i));
    }
    if (!fits) {
      throw noVector(r, axis);
    }
  }

  private static IrException noVector(Request r, Axis axis) {
    String extent = Texts.of(Shapes.fromEnd(r.shaped(0).shape(), axis == Axis.ROW ? 2 : 1));
    return r.error(
        "operand "
            + r.name(1)
            + " must be a "
            + (axis == Axis.ROW ? "column [" + extent + ", 1]" : "row [1, " + extent + "]")
            + " for the matrix "
            + Texts.of(r.shaped(0).shape())
            + ", but has shape "
            + Texts.of(r.shaped(1).shape()),
        axis == Axis.ROW
            ? "row_expand takes one value per row, as row_sum gives"
            : "col_expand takes one value per column, as col_sum gives");
  }

  /** The vector must have a value for every valid row or column of the matrix. */
  private static void checkVectorValid(
      Request r, Axis axis, ImmutableList<Expr> matrix, ImmutableList<Expr> vector) {
    ImmutableList<Expr> shape = r.shaped(1).shape();
    int unit = axis == Axis.ROW ? 1 : 2;
    for (int i = 1; i <= vector.size(); i++) {
      Expr given = Shapes.fromEnd(vector, i);
      boolean repeated = i == unit || (i > 2 && Exprs.isConstant(Shapes.fromEnd(shape, i), 1));
      if (repeated ? Extents.zero(given) : Extents.less(given, Shapes.fromEnd(matrix, i))) {
        throw r.error(
            "operand "
                + r.name(1)
                + " is valid in "
                + Texts.of(vector)
                + " only, but the matrix in "
                + Texts.of(matrix),
            "load as many values as the matrix has valid "
                + (axis == Axis.ROW ? "rows" : "columns"));
      }
    }
  }

  /**
   * {@code expand_clone(input, target)}: the target with the input repeated along the one axis of
   * extent 1 where they differ.
   */
  public static Type clone(Request r) {
    DataType target = r.tensor(1).dtype();
    if (Promotion.of(r.tensor(0).dtype(), target) != target) {
      throw r.error(
          "elements of "
              + r.tensor(0).dtype().text()
              + " cannot be repeated into a target of "
              + target.text(),
          "cast the input to " + target.text());
    }
    Shapes.checkExactRank(r, 0, 3);
    Shapes.checkExactRank(r, 1, 3);
    ImmutableList<Expr> from = r.shaped(0).shape();
    ImmutableList<Expr> to = r.shaped(1).shape();
    int repeated = 0;
    boolean fits = true;
    for (int i = 0; i < from.size(); i++) {
      if (!Extents.equal(from.get(i), to.get(i))) {
        repeated++;
        fits &= Exprs.isConstant(from.get(i), 1);
      }
    }
    if (!fits || repeated > 1 || !Extents.equal(TensorTypes.valid(r.tensor(0)), from)) {
      throw r.error(
          Texts.of(r.type(0)) + " cannot be repeated to " + Texts.of(to),
          "one axis at most may differ, where the input is wholly valid with extent 1");
    }
    return TensorTypes.fresh(r.shaped(1).dtype(), to, to);
  }

  /** {@code expands}: the template's shape, every element the scalar. */
  public static Type tileScalar(Request r) {
    return ElementwiseRules.tileScalar(r);
  }

  /** The tensor form of {@code expands}; wholly valid. */
  public static Type tensorScalar(Request r) {
    TensorLike target = r.tensor(0);
    Promotion.checkKept(r, target.dtype(), 1);
    return TensorTypes.fresh(target.dtype(), target.shape(), target.shape());
  }
}
