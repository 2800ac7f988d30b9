package io.pto4j.op.rule;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TupleType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.Optional;

/**
 * Result types of operators that pick or place elements by index, pattern or comparison. Source:
 * PTO ISA, TGATHER and TSCATTER.
 */
public final class GatherRules {
  private static final int BLOCK_BYTES = 32;
  private static final int LAST_PATTERN = 7;

  private GatherRules() {}

  /** {@code gather(src, indices, tmp)}: the elements of src at flat indices. */
  public static Type tile(Request r) {
    TileType indices = r.tile(1);
    checkIndexType(r, r.tile(0).dtype(), indices.dtype());
    return TileTypes.implicit(r.tile(0).dtype(), indices.shape(), indices.validShape(), r.space());
  }

  private static void checkIndexType(Request r, DataType data, DataType index) {
    if (index != DataType.INT32 && !(index == DataType.INT16 && data.bits() == 16)) {
      throw r.error(
          "operand " + r.name(1) + " has dtype " + index.text() + " for elements of " + data.text(),
          "indices are int32, or int16 for 16-bit elements");
    }
  }

  /** {@code gather(input, index)} along {@code dim}. */
  public static Type tensor(Request r) {
    TensorLike input = r.tensor(0);
    TensorLike index = r.tensor(1);
    checkIndexType(r, input.dtype(), index.dtype());
    Shapes.checkRank(r, 0, 2);
    Shapes.checkExactRank(r, 1, input.rank());
    int dim = r.kwargs().getInt("dim", -1);
    int axis = dim < 0 ? dim + input.rank() : dim;
    if (axis < 0 || axis >= input.rank()) {
      throw r.error(
          "dim " + dim + " is outside a tensor of rank " + input.rank(),
          "dims go from " + -input.rank() + " to " + (input.rank() - 1));
    }
    for (int i = 0; i < input.rank(); i++) {
      if (i != axis && Extents.less(input.shape().get(i), index.shape().get(i))) {
        throw r.error(
            "the indices "
                + Texts.of(index.shape())
                + " go past the input "
                + Texts.of(input.shape())
                + " in dimension "
                + i,
            "only dimension " + axis + " may be larger");
      }
    }
    return TensorTypes.fresh(input.dtype(), index.shape(), TensorTypes.valid(index));
  }

  /** {@code gatherb(src, offset)}: 32-byte blocks at byte offsets. */
  public static Type blocks(Request r) {
    TileType offsets = r.tile(1);
    Shapes.checkExactRank(r, 0, 2);
    Shapes.checkExactRank(r, 1, 2);
    DataType result = r.kwargs().getDataType("output_dtype").orElse(r.tile(0).dtype());
    ImmutableSet<DataType> allowed = r.op().operand(0).dtypes();
    if (!allowed.contains(result)) {
      throw r.error(
          "the result cannot have dtype " + result.text(),
          "output_dtype is one of " + allowed.stream().map(DataType::text).collect(joining(", ")));
    }
    if (!(offsets.shape().get(1) instanceof ConstInt c) || c.value() % 8 != 0) {
      throw r.error(
          "operand " + r.name(1) + " has shape " + Texts.of(offsets.shape()),
          "the number of columns is a constant multiple of 8");
    }
    long each = BLOCK_BYTES / result.bytes();
    return TileTypes.implicit(
        result,
        Shapes.with(offsets.shape(), 1, ConstInt.index(c.value() * each)),
        Shapes.with(
            offsets.validShape(),
            1,
            Exprs.mulFolded(offsets.validShape().get(1), ConstInt.index(each))),
        r.space());
  }

  /** {@code gather_mask(src)}: the columns of a pattern, side by side. */
  public static Type tileMask(Request r) {
    ImmutableList<Expr> shape = masked(r);
    return TileTypes.implicit(maskedDtype(r), shape, picked(r, r.tile(0).validShape()), r.space());
  }

  /** The tensor form of {@link #tileMask}. */
  public static Type tensorMask(Request r) {
    ImmutableList<Expr> shape = masked(r);
    return TensorTypes.fresh(maskedDtype(r), shape, picked(r, TensorTypes.valid(r.tensor(0))));
  }

  private static DataType maskedDtype(Request r) {
    DataType source = r.shaped(0).dtype();
    DataType result = r.kwargs().getDataType("output_dtype").orElse(source);
    if (result.bits() != source.bits()) {
      throw r.error(
          source.text() + " cannot be read as " + result.text(), "both must have one width");
    }
    return result;
  }

  private static ImmutableList<Expr> masked(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    ShapedType source = r.shaped(0);
    long every = columnsPerPick(r);
    Expr columns = source.shape().get(1);
    if (columns instanceof ConstInt c && c.value() % every != 0) {
      throw r.error(
          c.value() + " columns are no multiple of " + every, "the pattern repeats in every row");
    }
    return Shapes.with(source.shape(), 1, Extents.ceilDiv(columns, every));
  }

  /** Where the picked columns are valid: as many of them as lie in the valid region. */
  private static ImmutableList<Expr> picked(Request r, ImmutableList<Expr> valid) {
    int pattern = r.kwargs().getInt("mask_pattern", 0);
    long every = columnsPerPick(r);
    long first = every == 2 ? pattern - 1 : every == 4 ? pattern - 3 : 0;
    Expr reached =
        first == 0
            ? valid.get(1)
            : Extents.max(Extents.minus(valid.get(1), ConstInt.index(first)), ConstInt.index(0));
    return Shapes.with(valid, 1, Extents.ceilDiv(reached, every));
  }

  /** Of how many columns the pattern takes one. */
  private static long columnsPerPick(Request r) {
    int pattern = r.kwargs().getInt("mask_pattern", 0);
    if (pattern < 1 || pattern > LAST_PATTERN) {
      throw r.error("there is no pattern " + pattern, "patterns go from 1 to 7");
    }
    return pattern <= 2 ? 2 : pattern < LAST_PATTERN ? 4 : 1;
  }

  /** {@code gather_compare(src, kvalue, tmp)}: where elements compare so, and how many do. */
  public static Type tileCompare(Request r) {
    ImmutableList<Expr> found = compared(r);
    ImmutableList<Expr> counts = countShape(r);
    Expr rows = r.tile(0).validShape().get(0);
    return new TupleType(
        ImmutableList.of(
            TileTypes.implicit(
                DataType.INT32, found, Shapes.with(found, 0, rows), Optional.of(MemorySpace.VEC)),
            TileTypes.implicit(
                countType(r), counts, Shapes.with(counts, 1, rows), Optional.of(MemorySpace.VEC))));
  }

  /** The tensor form of {@link #tileCompare}. */
  public static Type tensorCompare(Request r) {
    ImmutableList<Expr> found = compared(r);
    ImmutableList<Expr> counts = countShape(r);
    Expr rows = TensorTypes.valid(r.tensor(0)).get(0);
    return new TupleType(
        ImmutableList.of(
            TensorTypes.fresh(DataType.INT32, found, Shapes.with(found, 0, rows)),
            TensorTypes.fresh(countType(r), counts, Shapes.with(counts, 1, rows))));
  }

  private static DataType countType(Request r) {
    DataType counts = r.kwargs().getDataType("count_dtype").orElse(DataType.INT32);
    if (counts != DataType.INT32 && counts != DataType.UINT32) {
      throw r.error("counts cannot be " + counts.text(), "count_dtype is int32 or uint32");
    }
    return counts;
  }

  private static ImmutableList<Expr> countShape(Request r) {
    return ImmutableList.of(ConstInt.index(1), r.shaped(0).shape().get(0));
  }

  private static ImmutableList<Expr> compared(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    CompareRules.checkCode(r, "cmp_mode");
    DataType element = r.shaped(0).dtype();
    if (r.scalar(1) != element) {
      throw r.error(
          "operand "
              + r.name(1)
              + " has dtype "
              + r.scalar(1).text()
              + ", but the elements are "
              + element.text(),
          "cast it to " + element.text());
    }
    int columns = r.kwargs().getInt("out_cols", 0);
    if (columns <= 0) {
      throw r.error("out_cols is " + columns, "it is the room for indices in each row");
    }
    return ImmutableList.of(r.shaped(0).shape().get(0), ConstInt.index(columns));
  }

  /** {@code scatter(dst, src, indexes)}: dst with elements of src at flat indices. */
  public static Type tileScatter(Request r) {
    Promotion.same(r, 0, 1);
    for (int i = 0; i < 3; i++) {
      Shapes.checkExactRank(r, i, 2);
    }
    checkScatterIndex(r, r.tile(0).dtype(), 2);
    Shapes.checkSame(r, 1, 2, "one index per element");
    return r.type(0);
  }

  private static void checkScatterIndex(Request r, DataType data, int index) {
    DataType wanted = data.bytes() == 4 ? DataType.INT32 : DataType.INT16;
    if (r.shaped(index).dtype() != wanted) {
      throw r.error(
          "operand " + r.name(index) + " has dtype " + r.shaped(index).dtype().text(),
          "indices of " + data.text() + " are " + wanted.text());
    }
  }

  /** {@code scatter(input, index, src)} of tensors along the last axis. */
  public static Type tensorScatter(Request r) {
    TensorLike input = r.tensor(0);
    Promotion.same(r, 0, 2);
    for (int i = 0; i < 3; i++) {
      Shapes.checkExactRank(r, i, 2);
    }
    checkScatterIndex(r, input.dtype(), 1);
    Shapes.checkSame(r, 1, 2, "one index per element");
    int dim = r.kwargs().getInt("dim", -1);
    if (dim != -1 && dim != 1) {
      throw r.error("dim " + dim + " is not the last one", "transpose the tensors");
    }
    for (int i = 0; i < 2; i++) {
      if (Extents.less(input.shape().get(i), r.tensor(2).shape().get(i))) {
        throw r.error(
            "the source "
                + Texts.of(r.tensor(2).shape())
                + " is larger than the input "
                + Texts.of(input.shape()),
            "it has at most as many rows and columns");
      }
    }
    return TensorTypes.fresh(input.dtype(), input.shape(), TensorTypes.valid(input));
  }

  /** {@code scatter_mask(dst, src)} of tiles: dst with src in the columns of a pattern. */
  public static Type tileScatterMask(Request r) {
    checkSpread(r, 0, 1);
    return r.type(0);
  }

  /** {@code scatter_mask(input, dst)} of tensors: dst with input in the columns of a pattern. */
  public static Type tensorScatterMask(Request r) {
    checkSpread(r, 1, 0);
    TensorLike target = r.tensor(1);
    return TensorTypes.fresh(target.dtype(), target.shape(), TensorTypes.valid(target));
  }

  private static void checkSpread(Request r, int target, int source) {
    Promotion.same(r, target, source);
    Shapes.checkExactRank(r, target, 2);
    Shapes.checkExactRank(r, source, 2);
    ImmutableList<Expr> from = r.shaped(source).shape();
    ImmutableList<Expr> to = r.shaped(target).shape();
    Expr spread = Exprs.mulFolded(from.get(1), ConstInt.index(columnsPerPick(r)));
    if (Extents.different(from.get(0), to.get(0)) || Extents.different(spread, to.get(1))) {
      throw r.error(
          "the source "
              + Texts.of(from)
              + " spread over the pattern does not fill the target "
              + Texts.of(to),
          "the target has as many rows, and " + columnsPerPick(r) + " times the columns");
    }
  }
}
