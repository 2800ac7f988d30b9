package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.BinaryOp;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.Span;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import java.util.List;
import java.util.Optional;

/**
 * Comparisons of tiles, which give a bit for every element in rows of whole 32-byte blocks, and
 * selections by such bits. Sources: PTO ISA, TCMP and TSEL; PyPTO tile operators.
 */
final class TileCompareModels {
  private static final ImmutableSet<DataType> MASKS =
      ImmutableSet.of(
          DataType.INT8,
          DataType.UINT8,
          DataType.INT16,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32);
  private static final ImmutableSet<DataType> SELECTABLE =
      ImmutableSet.<DataType>builder().addAll(MASKS).add(DataType.FP16, DataType.FP32).build();

  private TileCompareModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return new Careless()
        .put(compared(false), 2, ImmutableSet.of("cmp_type"), "tile.cmp")
        .put(compared(true), 2, ImmutableSet.of("cmp_type"), "tile.cmps")
        .put(select(), 4, "tile.sel")
        .put(selectScalar(), 4, "tile.sels")
        .build();
  }

  private static RuleModel compared(boolean withScalar) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var lhs = sizes.tile(dtype, sizes.shape(1, 4));
      Expr rhs =
          withScalar
              ? Scalars.beside(draw, dtype)
              : sizes.tile(draw.oneIn(8) ? draw.dtype() : dtype, sizes.nearly(Sizes.shape(lhs)));
      int code = draw.oneIn(8) ? draw.any(-1, 6, 100) : draw.between(0, 5);
      boolean fits =
          rhs.type() instanceof TileType t
              ? t.dtype() == dtype && Sizes.same(t.shape(), Sizes.shape(lhs))
              : Scalars.isNoWider(rhs, dtype);
      return Attempt.of(lhs, rhs)
          .with(Attrs.of("cmp_type", AttrValue.of(code)))
          .when(fits && code >= 0 && code <= 5, () -> mask(lhs, rhs));
    };
  }

  private static TileType mask(Var lhs, Expr rhs) {
    ImmutableList<Expr> shape = Sizes.shape(lhs);
    ImmutableList<Expr> valid =
        rhs.type() instanceof TileType t
            ? Sizes.intersection(shape, Sizes.valid(lhs), t.validShape())
            : Sizes.valid(lhs);
    int last = shape.size() - 1;
    return Sizes.like(
        lhs,
        DataType.UINT8,
        Sizes.with(shape, last, blocks(bytes(shape.get(last)))),
        Sizes.with(valid, last, bytes(valid.get(last))));
  }

  /** The bytes that hold a bit for each of so many elements. */
  private static Expr bytes(Expr elements) {
    return elements instanceof ConstInt c
        ? ConstInt.index((c.value() + 7) / 8)
        : Exprs.binary(
            BinaryOp.FLOOR_DIV, Sizes.plus(elements, 7), ConstInt.index(8), Span.unknown());
  }

  /** The bytes of so many bytes in blocks of 32. */
  private static Expr blocks(Expr bytes) {
    return bytes instanceof ConstInt c
        ? ConstInt.index((c.value() + 31) / 32 * 32)
        : Exprs.binary(
            BinaryOp.MUL,
            Exprs.binary(
                BinaryOp.FLOOR_DIV, Sizes.plus(bytes, 31), ConstInt.index(32), Span.unknown()),
            ConstInt.index(32),
            Span.unknown());
  }

  /** A mask for tiles of {@code shape}, mostly one that a comparison would give. */
  private static Var mask(Draw draw, Sizes sizes, List<Expr> shape, ImmutableList<Expr> valid) {
    DataType dtype = draw.oneIn(2) ? DataType.UINT8 : draw.dtype(MASKS);
    if (draw.oneIn(3)) {
      return sizes.tile(dtype, sizes.shape(2, 2));
    }
    int last = shape.size() - 1;
    ImmutableList<Expr> bytes = Sizes.with(shape, last, blocks(bytes(shape.get(last))));
    return draw.oneIn(2)
        ? sizes.tile(dtype, bytes)
        : sizes.tile(dtype, bytes, Sizes.with(valid, last, bytes(valid.get(last))));
  }

  /** {@code sel(mask, lhs, rhs, tmp)}: refused where the mask certainly lacks a bit. */
  private static RuleModel select() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var lhs = sizes.tile(dtype, sizes.shape(1, 4));
      Var rhs = sizes.tile(draw.oneIn(8) ? draw.dtype() : dtype, sizes.nearly(Sizes.shape(lhs)));
      Var mask = mask(draw, sizes, Sizes.shape(lhs), Sizes.valid(lhs));
      Var tmp = sizes.tile(draw.dtype(), sizes.shape(1, 4));
      Attempt attempt = Attempt.of(mask, lhs, rhs, tmp);
      if (!MASKS.contains(Sizes.type(mask).dtype())
          || Sizes.type(rhs).dtype() != dtype
          || !Sizes.same(Sizes.shape(lhs), Sizes.shape(rhs))) {
        return attempt.isRefused();
      }
      ImmutableList<Expr> valid =
          Sizes.intersection(Sizes.shape(lhs), Sizes.valid(lhs), Sizes.valid(rhs));
      return attempt.when(
          mayCover(mask, valid), () -> Sizes.like(lhs, dtype, Sizes.shape(lhs), valid));
    };
  }

  private static boolean mayCover(Var mask, List<Expr> valid) {
    List<Expr> rows = Sizes.valid(mask);
    boolean covers = rows.size() == valid.size();
    for (int i = 0; covers && i < valid.size() - 1; i++) {
      covers = !Sizes.less(rows.get(i), valid.get(i));
    }
    return covers
        && !(Sizes.last(rows) instanceof ConstInt given
            && Sizes.last(valid) instanceof ConstInt needed
            && bits(mask, given) < needed.value());
  }

  private static long bits(Var mask, ConstInt elements) {
    return elements.value() * Sizes.type(mask).dtype().bits();
  }

  /** {@code sels(mask, src, tmp, scalar)}: matrices, and a mask that certainly has every bit. */
  private static RuleModel selectScalar() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(SELECTABLE);
      Var src = sizes.tile(dtype, draw.oneIn(6) ? sizes.shape(1, 3) : sizes.shape(2, 2));
      Var mask = mask(draw, sizes, Sizes.shape(src), Sizes.valid(src));
      Var tmp = sizes.tile(draw.dtype(), draw.oneIn(6) ? sizes.shape(1, 3) : sizes.shape(2, 2));
      Expr scalar = Scalars.beside(draw, signed(dtype));
      boolean legal =
          MASKS.contains(Sizes.type(mask).dtype())
              && SELECTABLE.contains(dtype)
              && Sizes.shape(mask).size() == 2
              && Sizes.shape(src).size() == 2
              && Sizes.shape(tmp).size() == 2
              && selected(scalar, dtype).equals(Optional.of(signed(dtype)))
              && covers(mask, src);
      return Attempt.of(mask, src, tmp, scalar).when(legal, () -> Sizes.like(src));
    };
  }

  private static DataType signed(DataType dtype) {
    return switch (dtype) {
      case UINT8 -> DataType.INT8;
      case UINT16 -> DataType.INT16;
      case UINT32 -> DataType.INT32;
      default -> dtype;
    };
  }

  /** The type of the scalar; a literal that unsigned elements can be stands for the same bits. */
  private static Optional<DataType> selected(Expr scalar, DataType element) {
    Optional<Long> number = Scalars.literal(scalar);
    boolean sameBits =
        scalar instanceof ConstInt c
            && number.isPresent()
            && element.isUnsignedInt()
            && Scalars.fits(c.value(), element);
    return sameBits ? Optional.of(signed(element)) : Scalars.type(scalar, signed(element));
  }

  private static boolean covers(Var mask, Var src) {
    Expr rows = Sizes.valid(mask).get(0);
    Expr columns = Sizes.valid(mask).get(1);
    Expr neededRows = Sizes.valid(src).get(0);
    Expr neededColumns = Sizes.valid(src).get(1);
    boolean enoughRows =
        Sizes.atMost(neededRows, rows) || Sizes.atMost(Sizes.shape(src).get(0), rows);
    return enoughRows
        && (hasBits(mask, columns, neededColumns)
            || hasBits(mask, columns, Sizes.shape(src).get(1)));
  }

  private static boolean hasBits(Var mask, Expr columns, Expr needed) {
    return (columns instanceof ConstInt given && needed instanceof ConstInt c)
        ? bits(mask, given) >= c.value()
        : Sizes.type(mask).dtype().bits() == 8 && columns.equals(bytes(needed));
  }
}
