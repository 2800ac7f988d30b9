package io.pto4j.pass.tile;

import io.pto4j.analysis.Types;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TileType;

/**
 * Operators on two tensors of one shape, or on a matrix and a column {@code [M, 1]} or row {@code
 * [1, N]} that repeats; the vector unit has an instruction of its own for each case.
 */
enum Broadcasts implements TensorConversions.Rule {
  ADD("add", "add", true),
  SUB("sub", "sub", false),
  MUL("mul", "mul", true),
  DIV("div", "div", false),
  MAXIMUM("maximum", "max", true),
  MINIMUM("minimum", "min", true);

  private final String operator;
  private final String expansion;
  private final boolean commutative;

  Broadcasts(String operator, String expansion, boolean commutative) {
    this.operator = operator;
    this.expansion = expansion;
    this.commutative = commutative;
  }

  /** The operator's name without its family. */
  String operator() {
    return operator;
  }

  @Override
  public Expr convert(TensorConversion c) {
    if (c.isScalar(1)) {
      return c.to("tile." + operator + "s", c.promoted(0), c.operand(1));
    }
    Expr lhs = c.tile(0);
    Expr rhs = c.tile(1);
    DataType left = TensorConversion.type(lhs).dtype();
    DataType right = TensorConversion.type(rhs).dtype();
    if (left != right) {
      DataType common = Exprs.promote(left, right, c.call().span());
      lhs = c.cast(lhs, common, operator + "_lhs");
      rhs = c.cast(rhs, common, operator + "_rhs");
    }
    return Dims.same(TensorConversion.type(lhs).shape(), TensorConversion.type(rhs).shape())
        ? c.to("tile." + operator, lhs, rhs)
        : broadcast(c, lhs, rhs);
  }

  private Expr broadcast(TensorConversion c, Expr lhs, Expr rhs) {
    boolean swapped = isVector(lhs, rhs);
    Expr matrix = swapped ? rhs : lhs;
    Expr vector = swapped ? lhs : rhs;
    if (!isVector(vector, matrix)) {
      throw new IrException(
          "tensor.%s: shapes %s and %s cannot be combined in a kernel"
              .formatted(operator, Types.text(lhs.type()), Types.text(rhs.type())),
          "expand one of them to the shape of the other first");
    }
    String axis = isColumn(vector, matrix) ? "row" : "col";
    if (swapped && !commutative) {
      return c.to("tile." + operator, expanded(c, axis, matrix, vector, "lhs"), matrix);
    }
    if (c.call().kwargs().getBool("high_precision", false)) {
      throw new IrException(
          "tensor.div: high precision is for operands of one shape",
          "expand the divisor first, or leave high_precision out");
    }
    return c.with("tile." + axis + "_expand_" + expansion, Attrs.empty(), matrix, vector);
  }

  private Expr expanded(TensorConversion c, String axis, Expr matrix, Expr vector, String side) {
    return c.temporary(
        operator + "_" + side + "_expand",
        c.with("tile." + axis + "_expand", Attrs.empty(), matrix, vector));
  }

  private static boolean isVector(Expr vector, Expr matrix) {
    return isColumn(vector, matrix) || isRow(vector, matrix);
  }

  private static boolean isColumn(Expr vector, Expr matrix) {
    return isVector(vector, matrix, 1);
  }

  private static boolean isRow(Expr vector, Expr matrix) {
    return isVector(vector, matrix, 0);
  }

  /** Whether {@code vector} has extent 1 along {@code unit} and else the matrix's extents. */
  private static boolean isVector(Expr vector, Expr matrix, int unit) {
    TileType v = TensorConversion.type(vector);
    TileType m = TensorConversion.type(matrix);
    return v.rank() == 2
        && m.rank() == 2
        && Exprs.isConstant(v.shape().get(unit), 1)
        && !Exprs.isConstant(m.shape().get(unit), 1)
        && Dims.same(v.shape().get(1 - unit), m.shape().get(1 - unit));
  }
}
