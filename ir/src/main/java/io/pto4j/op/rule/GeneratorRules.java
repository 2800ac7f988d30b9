package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstFloat;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Set;

/** Result types of operators that make their elements from a formula. */
public final class GeneratorRules {
  private static final ImmutableSet<DataType> COUNTERS =
      ImmutableSet.of(DataType.INT16, DataType.INT32, DataType.UINT16, DataType.UINT32);

  private static final ImmutableSet<DataType> RANDOM =
      ImmutableSet.of(DataType.INT32, DataType.UINT32);
  private static final ImmutableSet<DataType> TRIANGULAR =
      ImmutableSet.of(
          DataType.INT8,
          DataType.UINT8,
          DataType.INT16,
          DataType.INT32,
          DataType.UINT16,
          DataType.UINT32,
          DataType.FP16,
          DataType.BF16,
          DataType.FP32);

  /** Below it, every whole number is a number of binary64. */
  private static final double WHOLE = 1L << 53;

  /** Two keys and four counters come before the shape. */
  private static final int SEEDS = 6;

  private GeneratorRules() {}

  /**
   * The element type of {@code full(shape, value)}; the value is a number that elements of it can
   * be, or a scalar of it.
   */
  static DataType filled(Request r) {
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    boolean fits =
        switch (r.args().get(1)) {
          case ConstInt c -> Literals.fits(c.value(), dtype);
          case ConstFloat c ->
              dtype.isFloat()
                  || (c.value() == Math.rint(c.value())
                      && Math.abs(c.value()) < WHOLE
                      && Literals.fits((long) c.value(), dtype));
          default -> r.scalar(1) == dtype;
        };
    if (!fits) {
      throw r.error(
          "operand "
              + r.name(1)
              + " is "
              + (r.args().get(1) instanceof ConstInt || r.args().get(1) instanceof ConstFloat
                  ? Texts.of(r.args().get(1))
                  : Texts.of(r.type(1)))
              + ", but the elements are "
              + dtype.text(),
          "give a number that they can be, or cast it to " + dtype.text());
    }
    return dtype;
  }

  /** {@code ci(start, shape)}: start, start + 1, ... along the last axis. Source: PTO ISA, TCI. */
  public static Type tileCounting(Request r) {
    Shapes.checkConstantShape(r, 1);
    checkCounting(r);
    return TileTypes.implicit(r.scalar(0), r.indices(1), r.indices(1), r.space());
  }

  /** The tensor form of {@link #tileCounting}. */
  public static Type tensorCounting(Request r) {
    Shapes.checkPositive(r, 1);
    checkCounting(r);
    return TensorType.of(r.scalar(0), r.indices(1));
  }

  private static void checkCounting(Request r) {
    DataType dtype = dtype(r, COUNTERS);
    if (r.scalar(0) != dtype) {
      throw r.error(
          "operand "
              + r.name(0)
              + " has dtype "
              + r.scalar(0).text()
              + ", but the result has "
              + dtype.text(),
          "cast the start to " + dtype.text());
    }
    List<Expr> shape = r.indices(1);
    if (shape.isEmpty()
        || Extents.one(Shapes.last(shape))
        || shape.subList(0, shape.size() - 1).stream().anyMatch(GeneratorRules::isSeveral)) {
      throw r.error(
          "the result is one row of 2 or more elements, not " + Texts.of(shape),
          "give the shape [1, n] and expand or reshape the result");
    }
  }

  private static boolean isSeveral(Expr extent) {
    return extent instanceof ConstInt c && c.value() != 1;
  }

  /**
   * {@code random(key0, key1, counter0, ..., counter3, shape[, valid_shape])}: a matrix of random
   * bits. Source: PTO ISA, TRANDOM.
   */
  public static Type tileRandom(Request r) {
    checkRounds(r);
    return matrix(r, SEEDS, dtype(r, RANDOM));
  }

  /** The tensor form of {@link #tileRandom}. */
  public static Type tensorRandom(Request r) {
    checkRounds(r);
    Shapes.checkPositive(r, SEEDS);
    Shapes.checkCount(r, SEEDS, 2);
    return TensorType.of(dtype(r, RANDOM), r.indices(SEEDS));
  }

  private static void checkRounds(Request r) {
    int rounds = r.kwargs().getInt("rounds", 10);
    if (rounds != 7 && rounds != 10) {
      throw r.error("it does not have " + rounds + " rounds", "rounds is 7 or 10");
    }
  }

  /**
   * {@code tri(diagonal, shape[, valid_shape])}: 1 on one side of a diagonal. Source: PTO ISA,
   * TTRI.
   */
  public static Type triangle(Request r) {
    return matrix(r, 1, dtype(r, TRIANGULAR));
  }

  private static Type matrix(Request r, int shape, DataType dtype) {
    Shapes.checkConstantShape(r, shape);
    Shapes.checkCount(r, shape, 2);
    if (r.has(shape + 1) && !r.indices(shape + 1).isEmpty()) {
      Shapes.checkConstantShape(r, shape + 1);
    }
    ImmutableList<Expr> extents = r.indices(shape);
    return TileTypes.implicit(
        dtype, extents, TileViewRules.requested(r, shape + 1, extents).orElse(extents), r.space());
  }

  /** The {@code dtype} of the result, which is one of {@code allowed}. */
  static DataType dtype(Request r, Set<DataType> allowed) {
    DataType dtype = r.kwargs().getDataType("dtype").orElseThrow();
    if (!allowed.contains(dtype)) {
      throw r.error(
          "the result cannot have dtype " + dtype.text(),
          "dtype is one of " + ImmutableList.copyOf(allowed).stream().map(DataType::text).toList());
    }
    return dtype;
  }
}
