package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;

/**
 * Result types of comparisons and selections. A tile comparison gives a packed mask: one bit per
 * element in bytes, rows padded to 32 bytes. Source: PTO ISA, TCMP and TSEL.
 */
public final class CompareRules {
  private static final int LAST_CODE = 5;
  private static final int BITS = 8;
  private static final int ROW_BYTES = 32;

  private CompareRules() {}

  /** Tile with tile. */
  public static Type tiles(Request r) {
    checkCode(r, "cmp_type");
    TileType compared = (TileType) ElementwiseRules.tiles(r);
    return mask(r, compared);
  }

  /** Tile with scalar. */
  public static Type tileScalar(Request r) {
    checkCode(r, "cmp_type");
    return mask(r, (TileType) ElementwiseRules.tileScalar(r));
  }

  private static Type mask(Request r, TileType compared) {
    int last = compared.rank() - 1;
    Expr bytes = Extents.ceilDiv(compared.shape().get(last), BITS);
    Expr validBytes = Extents.ceilDiv(compared.validShape().get(last), BITS);
    return TileTypes.like(
        compared,
        DataType.UINT8,
        Shapes.with(compared.shape(), last, Extents.roundUp(bytes, ROW_BYTES)),
        Shapes.with(compared.validShape(), last, validBytes),
        r.space());
  }

  /** Tensor with tensor or scalar: 1 where it holds and 0 elsewhere, in the operands' type. */
  public static Type tensor(Request r) {
    checkCode(r, "cmp_type");
    return ElementwiseRules.tensorWithAny(r);
  }

  static void checkCode(Request r, String key) {
    int code = r.kwargs().getInt(key, 0);
    if (code < 0 || code > LAST_CODE) {
      throw r.error("there is no comparison " + code, "0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge");
    }
  }

  /** {@code sel(mask, lhs, rhs, tmp)}: lhs where the mask is set, else rhs. */
  public static Type select(Request r) {
    TileType lhs = r.tile(1);
    DataType dtype = Promotion.same(r, 1, 2);
    Shapes.checkSame(r, 1, 2, "the two choices must have the same shape");
    ImmutableList<Expr> valid =
        Shapes.intersection(lhs.shape(), lhs.validShape(), r.tile(2).validShape());
    checkMask(r, lhs.shape(), valid, false);
    return TileTypes.like(lhs, dtype, lhs.shape(), valid, r.space());
  }

  /** {@code sels(mask, src, tmp, scalar)}: src where the mask is set, else the scalar. */
  public static Type selectScalar(Request r) {
    TileType source = r.tile(1);
    checkSelectable(r);
    checkMask(r, source.shape(), source.validShape(), true);
    return TileTypes.like(source, source.dtype(), source.shape(), source.validShape(), r.space());
  }

  /** The other choice is a scalar of the elements' type, of its signed form for unsigned ones. */
  private static void checkSelectable(Request r) {
    DataType wanted = Literals.signed(r.tile(1).dtype());
    Shapes.checkExactRank(r, 0, 2);
    Shapes.checkExactRank(r, 1, 2);
    Shapes.checkExactRank(r, 2, 2);
    if (r.scalar(3) != wanted) {
      throw r.error(
          "operand "
              + r.name(3)
              + " has dtype "
              + r.scalar(3).text()
              + ", but the instruction takes "
              + wanted.text()
              + " for elements of "
              + r.tile(1).dtype().text(),
          "cast it to " + wanted.text());
    }
  }

  /**
   * The mask must have a bit for every valid element.
   *
   * @param certainly whether that must be known; else it is refused only where it is known not to
   */
  private static void checkMask(
      Request r, ImmutableList<Expr> shape, ImmutableList<Expr> valid, boolean certainly) {
    TileType mask = r.tile(0);
    boolean covers = mask.rank() == valid.size();
    for (int i = 0; covers && i < valid.size(); i++) {
      covers =
          hasBits(mask, i, valid.get(i), certainly)
              || (certainly && hasBits(mask, i, shape.get(i), true));
    }
    if (!covers) {
      throw r.error(
          "the mask of shape "
              + Texts.of(mask.shape())
              + ", valid in "
              + Texts.of(mask.validShape())
              + (certainly
                  ? ", is not known to have a bit for each of the elements "
                  : ", has no bit for some of the elements ")
              + Texts.of(valid),
          "take the mask of a comparison of the same shape");
    }
  }

  private static boolean hasBits(TileType mask, int axis, Expr extent, boolean certainly) {
    boolean last = axis == mask.rank() - 1;
    Expr valid = mask.validShape().get(axis);
    Expr given = last ? Exprs.mulFolded(valid, ConstInt.index(mask.dtype().bytes())) : valid;
    Expr needed = last ? Extents.ceilDiv(extent, BITS) : extent;
    return certainly ? Extents.atMost(needed, given) : !Extents.less(given, needed);
  }

  /** {@code prelu(tile, slope, tmp)}: the tile where it is positive, else slope * tile. */
  public static Type prelu(Request r) {
    TileType tile = r.tile(0);
    for (int i = 0; i < 3; i++) {
      Shapes.checkExactRank(r, i, 2);
    }
    if (!Extents.equal(tile.validShape(), r.tile(1).validShape())) {
      throw r.error(
          "operands "
              + r.name(0)
              + " and "
              + r.name(1)
              + " must be valid in the same region, but are in "
              + Texts.of(tile.validShape())
              + " and "
              + Texts.of(r.tile(1).validShape()),
          "load both with the same valid shape");
    }
    return ElementwiseRules.tiles(r);
  }

  /** Three tiles of one type and shape. */
  public static Type threeTiles(Request r) {
    TileType first = (TileType) ElementwiseRules.tiles(r);
    Promotion.same(r, 0, 2);
    Shapes.checkSame(r, 0, 2, "the three operands must have the same shape");
    return TileTypes.like(
        first,
        first.dtype(),
        first.shape(),
        Shapes.intersection(first.shape(), first.validShape(), r.tile(2).validShape()),
        r.space());
  }

  /** A tile, a scalar and a tile of the first one's type and shape. */
  public static Type tileScalarTile(Request r) {
    TileType first = (TileType) ElementwiseRules.tileScalar(r);
    Promotion.same(r, 0, 2);
    Shapes.checkSame(r, 0, 2, "the two tiles must have the same shape");
    return TileTypes.like(
        first,
        first.dtype(),
        first.shape(),
        Shapes.intersection(first.shape(), first.validShape(), r.tile(2).validShape()),
        r.space());
  }
}
