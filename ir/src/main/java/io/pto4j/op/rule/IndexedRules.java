package io.pto4j.op.rule;

import com.google.common.collect.ImmutableList;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Dims;
import io.pto4j.ir.Expr;
import io.pto4j.ir.Exprs;
import io.pto4j.ir.MakeTuple;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ShapedType;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorLike;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Type;
import io.pto4j.op.TypeRule.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Rows and elements of global memory at indices. Source: PyPTO operators, gather and scatter. */
public final class IndexedRules {
  private static final int BLOCK_BYTES = 32;
  private static final int BOX_ROWS = 16;

  private IndexedRules() {}

  /** {@code create_l1(shape)}: a tensor on chip that {@code gather_row} fills. */
  public static Type createL1(Request r) {
    Shapes.checkConstantShape(r, 0);
    return TensorType.of(r.kwargs().getDataType("dtype").orElseThrow(), r.indices(0));
  }

  /**
   * {@code gather_row(acc, src, dst_offset, src_offset, shapes[, valid_shape])}: the accumulator
   * with a window of the source written into it, transposed on request.
   */
  public static Type gatherRow(Request r) {
    ShapedType acc = r.shaped(0);
    ShapedType src = r.shaped(1);
    boolean transposed = r.kwargs().getBool("transpose", false);
    Promotion.same(r, 0, 1);
    Shapes.checkConstantShape(r, 4);
    ImmutableList<Expr> window = r.indices(4);
    Shapes.checkCount(r, 2, acc.rank());
    Shapes.checkCount(r, 3, src.rank());
    Shapes.checkCount(r, 4, src.rank());
    Shapes.checkPackedOffset(r, acc.dtype(), r.indices(2));
    Shapes.checkPackedOffset(r, src.dtype(), r.indices(3));
    Optional<ImmutableList<Expr>> valid = TileViewRules.requested(r, 5, window);
    if (transposed && valid.isPresent() && Dims.elements(valid.get()).isEmpty()) {
      throw r.error(
          "a transposed window needs constant valid extents, not " + Texts.of(valid.get()),
          "give constants, or do not transpose");
    }
    if (transposed && window.size() != 2) {
      throw r.error("only a matrix can be transposed", "give a window of rank 2");
    }
    checkInside(r, "source", r.indices(3), valid.orElse(window), src.shape());
    if (acc.rank() == window.size()) {
      List<Expr> written = valid.orElse(window);
      checkInside(
          r,
          "accumulator",
          r.indices(2),
          transposed ? Shapes.swapped(written, 0, 1) : written,
          acc.shape());
    }
    return r.type(0);
  }

  private static void checkInside(
      Request r, String what, List<Expr> offset, List<Expr> extent, List<Expr> shape) {
    for (int i = 0; i < shape.size(); i++) {
      if (Extents.negative(offset.get(i))
          || Extents.less(shape.get(i), Extents.plus(offset.get(i), extent.get(i)))) {
        throw r.error(
            "the window "
                + Texts.of(extent)
                + " at "
                + Texts.of(offset)
                + " leaves the "
                + what
                + " "
                + Texts.of(shape)
                + " in dimension "
                + i,
            "make the window smaller or move it");
      }
    }
  }

  /**
   * {@code paged_gather(src, indices, block_table)}: row i is the row of the source at the place of
   * index i in its block; there are as many valid rows as indices, for which the author makes room.
   */
  public static Type pagedGather(Request r) {
    Shapes.checkExactRank(r, 0, 2);
    checkIndexRow(r, 1);
    checkIndexRow(r, 2);
    int size = positive(r, "size");
    int most = positive(r, "max_indices");
    positive(r, "block_size");
    int first = r.kwargs().getInt("col_off", 0);
    Expr columns = r.shaped(0).shape().get(1);
    if (first < 0 || Extents.less(columns, ConstInt.index((long) first + size))) {
      throw r.error(
          "columns " + first + " to " + (first + size) + " are not in " + Texts.of(r.type(0)),
          "col_off + size is at most the number of columns");
    }
    Expr rows = Exprs.productFolded(TensorTypes.valid(r.tensor(1)));
    for (Expr given : ImmutableList.of(Exprs.productFolded(r.shaped(1).shape()), rows)) {
      if (Extents.less(ConstInt.index(most), given)) {
        throw r.error(
            Texts.of(given) + " indices do not fit max_indices " + most, "make max_indices larger");
      }
    }
    MemorySpace space = r.kwargs().getMemorySpace("space").orElse(MemorySpace.MAT);
    boolean transposed = r.kwargs().getBool("is_trans", false);
    if (space != MemorySpace.MAT && (space != MemorySpace.VEC || transposed)) {
      throw r.error(
          "the rows cannot be gathered so into " + space.text(), "Mat, or Vec without is_trans");
    }
    ImmutableList<Expr> shape = Dims.of(most, size);
    ImmutableList<Expr> valid = ImmutableList.of(rows, pagedColumns(r, first, size));
    return TensorTypes.fresh(
        r.shaped(0).dtype(),
        transposed ? Shapes.swapped(shape, 0, 1) : shape,
        transposed ? Shapes.swapped(valid, 0, 1) : valid);
  }

  /** As many columns of the window as are valid in the source. */
  private static Expr pagedColumns(Request r, int first, int size) {
    Expr valid = TensorTypes.valid(r.tensor(0)).get(1);
    if (Extents.equal(valid, r.shaped(0).shape().get(1))) {
      return ConstInt.index(size);
    }
    Expr left = Extents.max(Extents.minus(valid, ConstInt.index(first)), ConstInt.index(0));
    return Extents.min(left, ConstInt.index(size));
  }

  private static int positive(Request r, String key) {
    int value = r.kwargs().getInt(key, 0);
    if (value <= 0) {
      throw r.error(key + " is " + value, "it must be positive");
    }
    return value;
  }

  /** Checks that operand {@code i} is a row. */
  private static void checkIndexRow(Request r, int i) {
    List<Expr> shape = r.shaped(i).shape();
    boolean row = shape.size() == 1 || (shape.size() == 2 && Extents.one(shape.get(0)));
    if (!row) {
      throw r.error(
          "operand " + r.name(i) + " is " + Texts.of(r.type(i)), "indices are [n] or [1, n]");
    }
  }

  /** {@code scatter_update(input, index, src)} of tensors: whole rows replaced. */
  public static Type tensorRows(Request r) {
    checkRows(r);
    TensorLike input = r.tensor(0);
    return TensorTypes.fresh(input.dtype(), input.shape(), TensorTypes.valid(input));
  }

  /** {@code scatter_update(input, index, src)} of tiles. */
  public static Type tileRows(Request r) {
    checkRows(r);
    return r.type(0);
  }

  private static void checkRows(Request r) {
    ShapedType input = r.shaped(0);
    ShapedType src = r.shaped(2);
    Promotion.same(r, 0, 2);
    if (input.rank() != 2 && input.rank() != 4) {
      throw r.error("operand " + r.name(0) + " is " + Texts.of(r.type(0)), "its rank is 2 or 4");
    }
    Shapes.checkExactRank(r, 1, 2);
    Shapes.checkExactRank(r, 2, input.rank());
    int dim = r.kwargs().getInt("dim", -2);
    if (dim != -2) {
      throw r.error("dim " + dim + " cannot be updated", "dim is -2");
    }
    OptionalLong indices = Dims.elements(r.shaped(1).shape());
    OptionalLong rows = Dims.elements(src.shape().subList(0, src.rank() - 1));
    boolean counted =
        indices.isEmpty() || rows.isEmpty() || indices.getAsLong() == rows.getAsLong();
    if (!counted || Extents.different(Shapes.last(input.shape()), Shapes.last(src.shape()))) {
      throw r.error(
          Texts.of(r.type(2))
              + " does not give a row of "
              + Texts.of(r.type(0))
              + " for each index of "
              + Texts.of(r.type(1)),
          "there are as many rows as indices, as long as those of the input");
    }
  }

  /** {@code mscatter(src, idx, output_tensor)}: elements written at flat indices. */
  public static Type memoryScatter(Request r) {
    Promotion.same(r, 0, 2);
    Shapes.checkSame(r, 0, 1, "one index per element");
    return r.type(2);
  }

  /** {@code mgather(mem, idx[, scratch][, valid_shape])}: rows or elements at indices. */
  public static Type memoryGather(Request r) {
    int coalesce = r.kwargs().getInt("coalesce", 0);
    int outside = r.kwargs().getInt("gather_oob", 0);
    if (coalesce < 0 || coalesce > 1 || outside < 0 || outside > 3) {
      throw r.error(
          "there is no gather " + coalesce + " with policy " + outside,
          "coalesce is 0 or 1, gather_oob 0 to 3");
    }
    MemorySpace target = r.space().orElse(MemorySpace.VEC);
    return switch (target) {
      case VEC -> gatherToVec(r, coalesce == 1);
      case MAT -> gatherToMat(r, coalesce == 1);
      default -> throw r.error("it cannot gather into " + target.text(), "Vec or Mat");
    };
  }

  private static Type gatherToVec(Request r, boolean elements) {
    if (!(r.type(1) instanceof TileType idx) || r.has(2)) {
      throw r.error("a gather into Vec takes a tensor and a tile of indices", "nothing else");
    }
    Shapes.checkExactRank(r, 1, 2);
    DataType dtype = r.tensor(0).dtype();
    if (elements) {
      return TileTypes.implicit(dtype, idx.shape(), idx.validShape(), r.space());
    }
    Expr rows = indexVector(r);
    Expr columns = rowLength(r);
    ImmutableList<Expr> shape = ImmutableList.of(rows, columns);
    return TileTypes.implicit(
        dtype, shape, ImmutableList.of(Exprs.productFolded(idx.validShape()), columns), r.space());
  }

  /** The number of indices, which stand in one static row or column. */
  private static Expr indexVector(Request r) {
    List<Expr> shape = r.shaped(1).shape();
    OptionalLong count = Dims.elements(shape);
    if (count.isEmpty() || shape.stream().noneMatch(Extents::one)) {
      throw r.error(
          "operand " + r.name(1) + " is " + Texts.of(r.type(1)),
          "indices of rows are a constant [1, n] or [n, 1]");
    }
    return ConstInt.index(count.getAsLong());
  }

  private static Expr rowLength(Request r) {
    Shapes.checkRank(r, 0, 2);
    Expr columns = Shapes.last(r.shaped(0).shape());
    if (!(columns instanceof ConstInt)) {
      throw r.error(
          "operand " + r.name(0) + " is " + Texts.of(r.type(0)), "its rows have a constant length");
    }
    return columns;
  }

  private static Type gatherToMat(Request r, boolean elements) {
    if (!(r.type(1) instanceof TensorType)) {
      throw r.error("a gather into Mat takes its indices from a tensor", "store them first");
    }
    Shapes.checkExactRank(r, 1, 2);
    checkRowMajor(r, 0);
    checkRowMajor(r, 1);
    DataType dtype = r.tensor(0).dtype();
    if (elements) {
      checkScratch(r, dtype);
    }
    if (!elements && !Extents.one(r.shaped(1).shape().get(0))) {
      throw r.error(
          "operand " + r.name(1) + " is " + Texts.of(r.type(1)),
          "indices of rows that go to Mat are a constant [1, n]");
    }
    ImmutableList<Expr> shape =
        elements ? r.shaped(1).shape() : ImmutableList.of(indexVector(r), rowLength(r));
    long columns = BLOCK_BYTES / dtype.bytes();
    boolean boxed =
        shape.get(0) instanceof ConstInt m
            && m.value() % BOX_ROWS == 0
            && shape.get(1) instanceof ConstInt n
            && n.value() % columns == 0;
    if (!boxed) {
      throw r.error(
          "a result " + Texts.of(shape) + " is no whole number of boxes",
          "rows are a multiple of 16 and columns of " + columns);
    }
    int last = elements ? 3 : 2;
    ImmutableList<Expr> valid = r.has(last) ? writtenExtents(r, last) : shape;
    if (valid.size() != 2 || Dims.elements(valid).isEmpty()) {
      throw r.error("the valid shape is " + Texts.of(valid), "give two constants");
    }
    Shapes.checkValid(r, valid, shape);
    return TileTypes.implicit(dtype, shape, valid, r.space());
  }

  private static ImmutableList<Expr> writtenExtents(Request r, int i) {
    if (!(r.args().get(i) instanceof MakeTuple(_, _, ImmutableList<Expr> extents))
        || r.has(i + 1)) {
      throw r.error(
          "operand " + (i + 1) + " is no valid shape, or not the last",
          "a gather of rows has no scratch tensor; write the valid shape last");
    }
    return extents;
  }

  private static void checkRowMajor(Request r, int i) {
    if (r.tensor(i).effectiveView().layout() != TensorLayout.ND) {
      throw r.error("operand " + r.name(i) + " is not stored in rows", "use an ND tensor");
    }
  }

  private static void checkScratch(Request r, DataType dtype) {
    boolean given =
        r.has(2)
            && r.type(2) instanceof TensorType scratch
            && scratch.effectiveView().layout() == TensorLayout.ND
            && scratch.effectiveView().stride().isEmpty();
    OptionalLong needed = Dims.elements(r.shaped(1).shape());
    boolean fits =
        given
            && r.tensor(2).effectiveView().layout() == TensorLayout.ND
            && r.shaped(2).dtype() == dtype
            && r.args().get(2) != r.args().get(0)
            && r.args().get(2) != r.args().get(1);
    if (fits && needed.isPresent()) {
      OptionalLong has = Dims.elements(r.shaped(2).shape());
      fits = has.isPresent() && has.getAsLong() >= needed.getAsLong();
    }
    if (!fits) {
      throw r.error(
          "a gather of elements into Mat needs a scratch tensor of " + dtype.text(),
          "give a packed one with as many elements as indices, which is no other operand");
    }
  }
}
