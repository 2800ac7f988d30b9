package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/** Result types of operators that work element by element. */
public final class ElementwiseRules {
  private ElementwiseRules() {}

  /**
   * Tile with tile: the instruction neither broadcasts nor converts, so shape and element type must
   * agree. The result is valid where both operands are. Source: PTO ISA, TADD.
   */
  public static Type tiles(Request r) {
    TileType lhs = r.tile(0);
    DataType dtype = Promotion.same(r, 0, 1);
    Shapes.checkSame(r, 0, 1, BROADCAST_HINT);
    ImmutableList<Expr> valid =
        Shapes.intersection(lhs.shape(), lhs.validShape(), r.tile(1).validShape());
    return TileTypes.like(lhs, dtype, lhs.shape(), valid, r.space());
  }

  /** The rule for {@code div}, whose operands must be valid in the same elements. */
  public static Type tilesOfOneRegion(Request r) {
    Type result = tiles(r);
    if (!Extents.equal(r.tile(0).validShape(), r.tile(1).validShape())) {
      throw r.error(
          "operands "
              + r.name(0)
              + " and "
              + r.name(1)
              + " must be known to be valid in the same elements, but are valid in "
              + Texts.of(r.tile(0).validShape())
              + " and "
              + Texts.of(r.tile(1).validShape()),
          "give both the same valid shape, or fill them with fillpad");
    }
    return result;
  }

  private static final String BROADCAST_HINT =
      "a tile operator does not broadcast; use the row_expand_ or col_expand_ form for a column or"
          + " row vector";

  /**
   * Partial tiles: an element is computed where both are valid and copied where one is, so the
   * valid region of one operand must contain the other's. Source: PTO ISA, TPARTADD.
   */
  public static Type tileParts(Request r) {
    TileType lhs = r.tile(0);
    DataType dtype = Promotion.same(r, 0, 1);
    Shapes.checkSame(r, 0, 1, BROADCAST_HINT);
    ImmutableList<Expr> valid = larger(r, lhs.shape(), lhs.validShape(), r.tile(1).validShape());
    return TileTypes.like(lhs, dtype, lhs.shape(), valid, r.space());
  }

  /** The tensor form of {@link #tileParts}: shapes broadcast and element types promote. */
  public static Type tensorParts(Request r) {
    ImmutableList<Expr> shape = broadcast(r);
    ImmutableList<Expr> valid = larger(r, shape, stretched(r, 0, shape), stretched(r, 1, shape));
    return TensorTypes.fresh(promoted(r), shape, valid);
  }

  private static DataType promoted(Request r) {
    return Promotion.of(r.tensor(0).dtype(), r.tensor(1).dtype());
  }

  private static ImmutableList<Expr> larger(
      Request r, ImmutableList<Expr> shape, ImmutableList<Expr> a, ImmutableList<Expr> b) {
    if (contains(shape, a, b)) {
      return a;
    }
    if (contains(shape, b, a)) {
      return b;
    }
    throw r.error(
        "neither valid region is known to contain the other: "
            + Texts.of(a)
            + " and "
            + Texts.of(b),
        "one operand must be valid wherever the other is");
  }

  /** Whether the outer region of a shape has all of the inner one, which lies in the shape, too. */
  private static boolean contains(
      ImmutableList<Expr> shape, ImmutableList<Expr> outer, ImmutableList<Expr> inner) {
    for (int i = 0; i < shape.size(); i++) {
      boolean whole = Extents.equal(outer.get(i), shape.get(i));
      if (!whole && !Extents.atMost(inner.get(i), outer.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Tile with scalar: the type of the tile. */
  public static Type tileScalar(Request r) {
    Promotion.checkScalar(r, r.tile(0).dtype(), 1);
    return tile(r);
  }

  /** Tile with a slope, which is FP32 whatever the elements are. Source: PTO ISA, TLRELU. */
  public static Type tileSlope(Request r) {
    Promotion.checkScalar(r, DataType.FP32, 1);
    return tile(r);
  }

  /** One tile: its own type in the space of the result. */
  public static Type tile(Request r) {
    TileType tile = r.tile(0);
    return TileTypes.like(tile, tile.dtype(), tile.shape(), tile.validShape(), r.space());
  }

  /**
   * Tensor with tensor: shapes broadcast and element types promote. The result is valid where both
   * operands are; an operand that is stretched must be wholly valid.
   */
  public static Type tensors(Request r) {
    ImmutableList<Expr> shape = broadcast(r);
    ImmutableList<Expr> valid =
        Shapes.intersection(shape, stretched(r, 0, shape), stretched(r, 1, shape));
    return TensorTypes.fresh(promoted(r), shape, valid);
  }

  private static ImmutableList<Expr> broadcast(Request r) {
    return Shapes.broadcast(r.tensor(0).shape(), r.tensor(1).shape())
        .orElseThrow(
            () ->
                r.error(
                    "operands "
                        + r.name(0)
                        + " and "
                        + r.name(1)
                        + " have shapes that do not broadcast: "
                        + Texts.of(r.tensor(0).shape())
                        + " and "
                        + Texts.of(r.tensor(1).shape()),
                    "dimensions must be equal, or one of them the constant 1"));
  }

  private static ImmutableList<Expr> stretched(Request r, int operand, ImmutableList<Expr> shape) {
    TensorLike tensor = r.tensor(operand);
    return Shapes.stretched(r, operand, tensor.shape(), TensorTypes.valid(tensor), shape);
  }

  /** Tensor with scalar: element types promote. */
  public static Type tensorScalar(Request r) {
    DataType element = r.tensor(0).dtype();
    Promotion.checkNoIndex(r, element, 1);
    return tensor(r, Promotion.of(element, r.scalar(1)));
  }

  /** Tensor minus scalar: the tensor keeps its element type. */
  public static Type tensorLessScalar(Request r) {
    Promotion.checkKept(r, r.tensor(0).dtype(), 1);
    return tensor(r);
  }

  /** One tensor: its own type without its layout. */
  public static Type tensor(Request r) {
    return tensor(r, r.tensor(0).dtype());
  }

  private static Type tensor(Request r, DataType dtype) {
    TensorLike tensor = r.tensor(0);
    return TensorTypes.fresh(dtype, tensor.shape(), TensorTypes.valid(tensor));
  }

  /** A function that only floating-point numbers have: of any other element the result is FP32. */
  public static Type tensorFloat(Request r) {
    DataType element = r.tensor(0).dtype();
    return tensor(r, element.isFloat() ? element : DataType.FP32);
  }

  /** Tensor with tensor or scalar, by what the second operand is. */
  public static Type tensorWithAny(Request r) {
    return r.type(1) instanceof ScalarType ? tensorScalar(r) : tensors(r);
  }

  /** The same request, if it may ask for {@code high_precision}: only FP16 and FP32 have it. */
  public static Request precise(Request r) {
    checkPrecise(r, r.shaped(0).dtype());
    return r;
  }

  private static void checkPrecise(Request r, DataType dtype) {
    if (r.kwargs().getBool("high_precision", false)
        && dtype != DataType.FP16
        && dtype != DataType.FP32) {
      throw r.error(
          "high_precision is for fp16 and fp32, not " + dtype.text(), "leave it out, or cast");
    }
  }

  /** The quotient of tensors; its element type says whether it can be had precisely. */
  public static Type quotient(Request r) {
    checkPrecise(r, promoted(r));
    return tensors(r);
  }

  /** The rule for {@code rsqrt} with its optional scratch tile of the operand's shape. */
  public static Type tileWithScratch(Request r) {
    if (r.has(1)) {
      Promotion.same(r, 0, 1);
      Shapes.checkSame(r, 0, 1, "create the scratch tile in the shape of the operand");
    }
    return tile(r);
  }
}
