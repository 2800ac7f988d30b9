package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;

/** Result types of matrix products. Source: PTO ISA, TMATMUL. */
public final class MatmulRules {
  private static final int VECTOR_ROWS = 16;
  private static final ImmutableSet<String> PHASES =
      ImmutableSet.of("unspecified", "partial", "final");

  private MatmulRules() {}

  /** The element type that products of {@code operands} are summed in. */
  public static DataType accumulator(DataType operands) {
    return operands.isFloat() ? DataType.FP32 : DataType.INT32;
  }

  /** {@code matmul(lhs, rhs)}: {@code [M, K] x [K, N]} gives {@code [M, N]} in the accumulator. */
  public static Type tile(Request r) {
    Product product = tileProduct(r, 0, 1);
    return accumulated(product, r.space());
  }

  private static TileType accumulated(Product product, Optional<MemorySpace> space) {
    TileView view =
        TileView.implicit(product.shape, space)
            .withValidShape(product.valid)
            .withCompact(
                Extents.equal(product.valid.get(0), product.shape.get(0))
                    ? CompactMode.NULL
                    : CompactMode.NORMAL);
    return TileTypes.of(product.dtype, product.shape, view, space);
  }

  /** {@code matmul_acc(acc, lhs, rhs[, init_cond])}: the accumulator with the product added. */
  public static Type tileAcc(Request r) {
    TileType acc = r.tile(0);
    Product product = tileProduct(r, 1, 2);
    checkAccumulator(r, acc.dtype(), acc.shape(), product);
    checkAccumulated(r, acc.validShape(), product.valid);
    checkCondition(r);
    return continued(r, acc);
  }

  /** The accumulator with its valid part, as the matrix unit lays it out. */
  private static TileType continued(Request r, TileType acc) {
    return TileTypes.of(
        acc.dtype(),
        acc.shape(),
        TileView.implicit(acc.shape(), r.space())
            .withValidShape(acc.validShape())
            .withCompact(acc.effectiveView().compact()),
        r.space());
  }

  private static void checkCondition(Request r) {
    if (r.has(3) && r.scalar(3) != DataType.BOOL) {
      throw r.error(
          "operand " + r.name(3) + " must be a bool, but is " + Texts.of(r.type(3)),
          "write a comparison, such as k == 0");
    }
  }

  /** {@code matmul_bias(lhs, rhs, bias)}: the product with a row added to every row. */
  public static Type tileBias(Request r) {
    Product product = tileProduct(r, 0, 1);
    checkBias(r, product);
    return accumulated(product, r.space());
  }

  private static void checkBias(Request r, Product product) {
    checkBias(r, 2, product.dtype, product.shape, product.valid);
  }

  /** Checks that operand {@code i} has a value for every valid column of the product. */
  static void checkBias(Request r, int i, DataType dtype, List<Expr> shape, List<Expr> valid) {
    TileType bias = r.tile(i);
    Shapes.checkExactRank(r, i, 2);
    if (bias.dtype() != dtype) {
      throw r.error(
          "operand "
              + r.name(i)
              + " must have dtype "
              + dtype.text()
              + ", but has "
              + bias.dtype().text(),
          "cast the bias");
    }
    if (!Extents.one(bias.shape().get(0))
        || Extents.zero(bias.validShape().get(0))
        || Extents.different(bias.shape().get(1), shape.get(1))
        || Extents.less(bias.validShape().get(1), valid.get(1))) {
      throw r.error(
          "operand "
              + r.name(i)
              + " must be a row [1, "
              + Texts.of(shape.get(1))
              + "], but has shape "
              + Texts.of(bias.shape())
              + ", valid in "
              + Texts.of(bias.validShape()),
          "a bias has one valid value per valid column of the product");
    }
  }

  private static Product tileProduct(Request r, int lhs, int rhs) {
    TileType a = r.tile(lhs);
    TileType b = r.tile(rhs);
    DataType dtype = factors(r, lhs, rhs);
    Shapes.checkExactRank(r, lhs, 2);
    Shapes.checkExactRank(r, rhs, 2);
    checkInner(r, lhs, rhs, a.shape().get(1), b.shape().get(0));
    checkInnerValid(r, lhs, rhs, a.validShape(), b.validShape());
    return new Product(
        accumulator(dtype),
        ImmutableList.of(a.shape().get(0), b.shape().get(1)),
        ImmutableList.of(a.validShape().get(0), b.validShape().get(1)));
  }

  /** The element type of both factors. */
  private static DataType factors(Request r, int lhs, int rhs) {
    return factor(r, Promotion.same(r, lhs, rhs));
  }

  private static DataType factor(Request r, DataType dtype) {
    if (dtype.bits() == 4) {
      throw r.error(
          "the matrix unit does not multiply " + dtype.text(), "cast both to fp8e4m3fn first");
    }
    return dtype;
  }

  private static void checkInner(Request r, int lhs, int rhs, Expr columns, Expr rows) {
    if (Extents.different(columns, rows)) {
      throw r.error(
          "the inner dimensions differ: "
              + r.name(lhs)
              + " is "
              + Texts.of(r.shaped(lhs).shape())
              + " and "
              + r.name(rhs)
              + " is "
              + Texts.of(r.shaped(rhs).shape())
              + ", so "
              + Texts.of(columns)
              + " columns meet "
              + Texts.of(rows)
              + " rows",
          "the columns of the left operand must equal the rows of the right one; transpose one of"
              + " them if it is stored the other way round");
    }
  }

  private static void checkInnerValid(
      Request r, int lhs, int rhs, List<Expr> left, List<Expr> right) {
    Expr rows = right.get(Math.max(0, right.size() - 2));
    if (Extents.less(rows, Shapes.last(left))) {
      throw r.error(
          "operand "
              + r.name(rhs)
              + " is valid in "
              + Texts.of(right)
              + ", which is too few rows for "
              + r.name(lhs)
              + ", valid in "
              + Texts.of(left),
          "load as many rows as the other operand has valid columns");
    }
  }

  private static void checkAccumulated(Request r, List<Expr> acc, List<Expr> product) {
    for (int i = 0; i < product.size(); i++) {
      if (Extents.less(acc.get(i), product.get(i))) {
        throw r.error(
            "the accumulator is valid in "
                + Texts.of(acc)
                + ", but the product in "
                + Texts.of(product),
            "start the accumulation with the whole product");
      }
    }
  }

  private static void checkAccumulator(
      Request r, DataType dtype, List<Expr> shape, Product product) {
    if (dtype != product.dtype) {
      throw r.error(
          "the accumulator has dtype "
              + dtype.text()
              + ", but the product is "
              + product.dtype.text(),
          "accumulate in " + product.dtype.text() + " and cast the sum");
    }
    boolean fits = shape.size() == product.shape.size();
    for (int i = 0; fits && i < shape.size(); i++) {
      fits = !Extents.different(shape.get(i), product.shape.get(i));
    }
    if (!fits) {
      throw r.error(
          "the accumulator has shape "
              + Texts.of(shape)
              + ", but the product "
              + Texts.of(product.shape),
          "the accumulator is [rows of lhs, columns of rhs]");
    }
  }

  /**
   * {@code matmul(lhs, rhs)} of tensors: matrices, batches of matrices whose leading dimensions
   * broadcast, or a vector on one side or both.
   */
  public static Type tensor(Request r) {
    boolean vector = r.tensor(0).rank() == 1 || r.tensor(1).rank() == 1;
    DataType operands = promoted(r, 0, 1);
    Product product = vector ? tensorVectorProduct(r) : tensorProduct(r, 0, 1);
    DataType result = r.kwargs().getDataType("out_dtype").orElse(operands);
    if (result.isFloat() != operands.isFloat()) {
      throw r.error(
          "a product of " + operands.text() + " cannot be given as " + result.text(),
          "out_dtype stays among the floating types or among the integers");
    }
    return TensorTypes.fresh(result, product.shape, product.valid);
  }

  /** A vector on the left is a row, on the right a column; the result has no such axis. */
  private static Product tensorVectorProduct(Request r) {
    TensorLike lhs = r.tensor(0);
    TensorLike rhs = r.tensor(1);
    boolean row = lhs.rank() == 1;
    boolean column = rhs.rank() == 1;
    boolean transposed =
        (row && r.kwargs().getBool("a_trans", false))
            || (column && r.kwargs().getBool("b_trans", false));
    if (transposed || lhs.rank() > 2 || rhs.rank() > 2) {
      throw r.error(
          "a vector cannot be transposed or meet batches: "
              + Texts.of(lhs.shape())
              + " and "
              + Texts.of(rhs.shape()),
          "reshape the vector to a matrix of one row or column");
    }
    Matrices a = row ? new Matrices(lhs.shape(), TensorTypes.valid(lhs)) : matrix(r, 0, "a_trans");
    Matrices b =
        column ? new Matrices(rhs.shape(), TensorTypes.valid(rhs)) : matrix(r, 1, "b_trans");
    checkInner(r, 0, 1, Shapes.last(a.shape), b.shape.getFirst());
    checkInnerValid(r, 0, 1, a.valid, b.valid);
    return new Product(
        accumulator(promoted(r, 0, 1)),
        outer(row, a.shape, column, b.shape),
        outer(row, a.valid, column, b.valid));
  }

  /** The extents that a product with a vector keeps. */
  private static ImmutableList<Expr> outer(
      boolean row, List<Expr> lhs, boolean column, List<Expr> rhs) {
    ImmutableList.Builder<Expr> kept = ImmutableList.builder();
    if (!row) {
      kept.add(lhs.getFirst());
    }
    if (!column) {
      kept.add(rhs.getLast());
    }
    return kept.build();
  }

  /** {@code matmul_acc(acc, lhs, rhs[, init_cond])} of tensors. */
  public static Type tensorAcc(Request r) {
    TensorLike acc = r.tensor(0);
    DataType _ = Promotion.same(r, 1, 2);
    Product product = tensorProduct(r, 1, 2);
    checkAccumulator(r, acc.dtype(), acc.shape(), product);
    checkAccumulated(r, TensorTypes.valid(acc), product.valid);
    checkCondition(r);
    if (r.has(3) && acc.rank() > 2) {
      throw r.error(
          "a batch product takes no condition", "call it once per batch, or leave it out");
    }
    return TensorTypes.fresh(acc.dtype(), acc.shape(), TensorTypes.valid(acc));
  }

  /** The element type that the two operands of a product become. */
  private static DataType promoted(Request r, int lhs, int rhs) {
    return Promotion.of(factor(r, r.tensor(lhs).dtype()), factor(r, r.tensor(rhs).dtype()));
  }

  private static Product tensorProduct(Request r, int lhs, int rhs) {
    Shapes.checkRank(r, lhs, 2);
    Shapes.checkRank(r, rhs, 2);
    DataType operands = promoted(r, lhs, rhs);
    return batches(r, operands, lhs, rhs, matrix(r, lhs, "a_trans"), matrix(r, rhs, "b_trans"));
  }

  /** Operand {@code i}, with rows and columns exchanged if the keyword argument says so. */
  private static Matrices matrix(Request r, int i, String trans) {
    boolean transposed = r.kwargs().getBool(trans, false);
    TensorLike tensor = r.tensor(i);
    return new Matrices(
        oriented(tensor.shape(), transposed), oriented(TensorTypes.valid(tensor), transposed));
  }

  /** {@code batch_matmul(lhs, rhs)} of tiles: one product per index of the leading dimensions. */
  public static Type tileBatch(Request r) {
    Product product = tileBatchProduct(r, 0, 1);
    return TileTypes.implicit(product.dtype, product.shape, product.valid, r.space());
  }

  /** {@code batch_matmul_acc(acc, lhs, rhs)} of tiles. */
  public static Type tileBatchAcc(Request r) {
    TileType acc = r.tile(0);
    Product product = tileBatchProduct(r, 1, 2);
    checkAccumulator(r, acc.dtype(), acc.shape(), product);
    checkAccumulated(r, acc.validShape(), product.valid);
    return continued(r, acc);
  }

  private static Product tileBatchProduct(Request r, int lhs, int rhs) {
    Shapes.checkRank(r, lhs, 2);
    Shapes.checkRank(r, rhs, 2);
    return batches(
        r,
        factors(r, lhs, rhs),
        lhs,
        rhs,
        new Matrices(r.tile(lhs).shape(), r.tile(lhs).validShape()),
        new Matrices(r.tile(rhs).shape(), r.tile(rhs).validShape()));
  }

  private static Product batches(
      Request r, DataType operands, int lhs, int rhs, Matrices a, Matrices b) {
    checkInner(r, lhs, rhs, Shapes.last(a.shape), Shapes.fromEnd(b.shape, 2));
    ImmutableList<Expr> batch =
        Shapes.broadcast(a.batch(), b.batch())
            .orElseThrow(
                () ->
                    r.error(
                        "the batch dimensions of "
                            + Texts.of(r.shaped(lhs).shape())
                            + " and "
                            + Texts.of(r.shaped(rhs).shape())
                            + " do not broadcast",
                        "leading dimensions must be equal, or one of them the constant 1"));
    checkInnerValid(r, lhs, rhs, a.valid, b.valid);
    ImmutableList<Expr> valid =
        Shapes.intersection(
            batch,
            Shapes.stretched(r, lhs, a.batch(), a.batchValid(), batch),
            Shapes.stretched(r, rhs, b.batch(), b.batchValid(), batch));
    return new Product(
        accumulator(operands),
        matrices(batch, Shapes.fromEnd(a.shape, 2), Shapes.last(b.shape)),
        matrices(valid, Shapes.fromEnd(a.valid, 2), Shapes.last(b.valid)));
  }

  /** {@code gemv(lhs, rhs)}: a row times a matrix, in a block of 16 rows of which one is valid. */
  public static Type vector(Request r) {
    Product product = vectorProduct(r, 0, 1);
    return TileTypes.implicit(product.dtype, product.shape, product.valid, r.space());
  }

  /** {@code gemv_acc(acc, lhs, rhs)}: the accumulator with the product added. */
  public static Type vectorAcc(Request r) {
    TileType acc = r.tile(0);
    Product product = vectorProduct(r, 1, 2);
    checkAccumulator(r, acc.dtype(), acc.shape(), product);
    if (!Extents.equal(acc.validShape(), product.valid)) {
      throw r.error(
          "the accumulator is valid in "
              + Texts.of(acc.validShape())
              + ", but the product in "
              + Texts.of(product.valid),
          "start the accumulation with gemv");
    }
    return continued(r, acc);
  }

  /** {@code gemv_bias(lhs, rhs, bias)}: the product with a row added. */
  public static Type vectorBias(Request r) {
    Product product = vectorProduct(r, 0, 1);
    checkBias(r, product);
    return TileTypes.implicit(product.dtype, product.shape, product.valid, r.space());
  }

  private static Product vectorProduct(Request r, int lhs, int rhs) {
    Product product = tileProduct(r, lhs, rhs);
    if (!Extents.one(product.shape.get(0)) || !Extents.one(product.valid.get(0))) {
      throw r.error(
          "operand "
              + r.name(lhs)
              + " must be one row, but has shape "
              + Texts.of(r.tile(lhs).shape()),
          "use matmul for several rows");
    }
    String phase = r.kwargs().getString("acc_phase").orElse("unspecified");
    if (!PHASES.contains(phase)) {
      throw r.error("there is no phase '" + phase + "'", "unspecified, partial or final");
    }
    return new Product(
        product.dtype, Shapes.with(product.shape, 0, ConstInt.index(VECTOR_ROWS)), product.valid);
  }

  private static List<Expr> oriented(ImmutableList<Expr> shape, boolean transposed) {
    int rank = shape.size();
    return transposed ? Shapes.swapped(shape, rank - 2, rank - 1) : shape;
  }

  private static ImmutableList<Expr> matrices(ImmutableList<Expr> batch, Expr rows, Expr columns) {
    return ImmutableList.<Expr>builder().addAll(batch).add(rows, columns).build();
  }

  /** What a product gives, in the accumulator's element type. */
  private record Product(DataType dtype, ImmutableList<Expr> shape, ImmutableList<Expr> valid) {}

  /** The shape and valid region of an operand, as it takes part in the product. */
  private record Matrices(List<Expr> shape, List<Expr> valid) {
    List<Expr> batch() {
      return shape.subList(0, shape.size() - 2);
    }

    List<Expr> batchValid() {
      return valid.subList(0, valid.size() - 2);
    }
  }
}
