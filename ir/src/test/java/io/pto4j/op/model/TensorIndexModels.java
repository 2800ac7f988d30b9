package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.op.model.TensorGatherModels.Pattern;
import java.util.ArrayList;
import java.util.List;

/** Tensor operators that place elements and rows by index, and fetch rows. */
final class TensorIndexModels {
  private TensorIndexModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.of(
        "tensor.scatter", checked(TensorIndexModels::scatter, 3, "dim"),
        "tensor.scatter_mask", checked(TensorIndexModels::spread, 2, "mask_pattern"),
        "tensor.scatter_update", checked(TensorIndexModels::rows, 3),
        "tensor.paged_gather",
            checked(TensorIndexModels::paged, 3, "block_size", "size", "max_indices"),
        "tensor.gather_row", checked(TensorIndexModels::fetch, 5));
  }

  /** Along the last axis; there is an index for every element. */
  private static Attempt scatter(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    DataType wide = dtype.bits() == 32 ? DataType.INT32 : DataType.INT16;
    DataType index = draw.mostly(wide, Draw.DTYPES);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    TensorArg input = TensorGatherModels.matrix(draw, dtype);
    ImmutableList<Extent> from = TensorDraws.nearly(draw, input.shape(), symbols);
    TensorArg indices = TensorArg.any(draw, index, TensorDraws.nearly(draw, from, symbols));
    TensorArg src = TensorArg.any(draw, draw.mostly(dtype, Draw.DTYPES), from);
    int dim = draw.oneIn(6) ? draw.between(-3, 2) : draw.any(-1, 1);
    return Attempt.of(input.value(), indices.value(), src.value())
        .with(Attrs.of("dim", AttrValue.of(dim)))
        .when(
            Draw.ADDABLE.contains(dtype)
                && src.dtype() == dtype
                && index == wide
                && areLocalMatrices(input, indices, src)
                && Extent.surelyEqual(indices.shape(), src.shape())
                && (dim == -1 || dim == 1)
                && !input.shape().get(0).surelyLess(src.shape().get(0))
                && !input.shape().get(1).surelyLess(src.shape().get(1)),
            () -> TensorArg.fresh(dtype, input.shape(), input.valid()));
  }

  private static boolean areLocalMatrices(TensorArg... tensors) {
    for (TensorArg tensor : tensors) {
      if (tensor.window() || tensor.rank() != 2) {
        return false;
      }
    }
    return true;
  }

  /** Into the columns of a pattern. */
  private static Attempt spread(Draw draw) {
    DataType dtype = draw.dtype(Draw.ADDABLE);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    Pattern pattern = Pattern.draw(draw);
    TensorArg input = TensorGatherModels.matrix(draw, dtype);
    List<Extent> room = new ArrayList<>(TensorDraws.nearly(draw, input.shape(), symbols));
    if (room.getLast().isConstant() && !draw.oneIn(6)) {
      room.set(room.size() - 1, Extent.of(room.getLast().add() * pattern.step()));
    }
    TensorArg dst = TensorArg.any(draw, draw.mostly(dtype, Draw.DTYPES), room);
    return Attempt.of(input.value(), dst.value())
        .with(pattern.kwargs())
        .when(
            Draw.ADDABLE.contains(dtype)
                && dst.dtype() == dtype
                && pattern.exists()
                && areLocalMatrices(input, dst)
                && !different(input.shape().get(0), dst.shape().get(0))
                && isSpread(input.shape().get(1), dst.shape().get(1), pattern.step()),
            () -> TensorArg.fresh(dtype, dst.shape(), dst.valid()));
  }

  private static boolean isSpread(Extent from, Extent to, int step) {
    if (from.isConstant() && to.isConstant()) {
      return to.add() == from.add() * step;
    }
    return step != 1 || !different(from, to);
  }

  private static boolean different(Extent a, Extent b) {
    return a.surelyLess(b) || b.surelyLess(a);
  }

  /** A row of the source for every index. */
  private static Attempt rows(Draw draw) {
    DataType dtype = draw.dtype();
    DataType index = draw.oneIn(8) ? draw.dtype() : draw.any(Draw.INTEGERS);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    int rank = draw.oneIn(8) ? draw.between(1, 4) : draw.any(2, 4);
    TensorArg input = TensorArg.any(draw, dtype, TensorDraws.shape(draw, rank, symbols));
    TensorArg indices =
        TensorArg.any(draw, index, TensorDraws.shape(draw, draw.oneIn(8) ? 3 : 2, symbols));
    TensorArg src =
        TensorArg.any(
            draw, draw.mostly(dtype, Draw.DTYPES), sourceRows(draw, input, indices, symbols));
    Attrs kwargs = Attrs.empty();
    int dim = draw.oneIn(8) ? draw.between(-3, 1) : -2;
    if (dim != -2 || draw.oneIn(2)) {
      kwargs = kwargs.with("dim", AttrValue.of(dim));
    }
    return Attempt.of(input.value(), indices.value(), src.value())
        .with(kwargs)
        .when(
            src.dtype() == dtype
                && Draw.INTEGERS.contains(index)
                && dim == -2
                && !input.window()
                && !indices.window()
                && !src.window()
                && (rank == 2 || rank == 4)
                && indices.rank() == 2
                && src.rank() == rank
                && !different(input.shape().getLast(), src.shape().getLast())
                && sameCount(indices.shape(), src.shape().subList(0, rank - 1)),
            () -> TensorArg.fresh(dtype, input.shape(), input.valid()));
  }

  private static ImmutableList<Extent> sourceRows(
      Draw draw, TensorArg input, TensorArg indices, ImmutableList<Extent> symbols) {
    List<Extent> shape = new ArrayList<>(indices.shape());
    Extent columns = draw.oneIn(8) ? TensorDraws.extent(draw, symbols) : input.shape().getLast();
    if (input.rank() == 4) {
      shape.add(draw.oneIn(8) ? TensorDraws.extent(draw, symbols) : Extent.ONE);
    } else if (shape.size() == 2 && shape.get(0).isConstant() && shape.get(1).isConstant()) {
      shape = new ArrayList<>(Extent.all(shape.get(0).add() * shape.get(1).add()));
    } else {
      shape = new ArrayList<>(shape.subList(0, 1));
    }
    shape.add(columns);
    return ImmutableList.copyOf(shape);
  }

  /** Whether they may be as many. */
  private static boolean sameCount(List<Extent> a, List<Extent> b) {
    boolean constant =
        a.stream().allMatch(Extent::isConstant) && b.stream().allMatch(Extent::isConstant);
    return !constant || count(a) == count(b);
  }

  private static long count(List<Extent> extents) {
    return extents.stream().mapToLong(Extent::add).reduce(1, (x, y) -> x * y);
  }

  /** Rows found through a table of blocks. */
  private static Attempt paged(Draw draw) {
    ImmutableSet<DataType> legal =
        ImmutableSet.of(DataType.FP16, DataType.BF16, DataType.FP32, DataType.INT8);
    DataType dtype = draw.dtype(legal);
    TensorArg src = TensorGatherModels.matrix(draw, dtype);
    TensorArg indices = indexRow(draw);
    TensorArg table = indexRow(draw);
    int block = draw.oneIn(12) ? draw.between(-1, 0) : draw.between(1, 128);
    int size = draw.oneIn(12) ? draw.between(-1, 0) : draw.between(1, 16);
    int most = draw.oneIn(12) ? draw.between(-1, 0) : draw.any(16, 64);
    Attrs kwargs =
        Attrs.of("block_size", AttrValue.of(block))
            .with("size", AttrValue.of(size))
            .with("max_indices", AttrValue.of(most));
    int first = draw.oneIn(2) ? 0 : draw.between(-1, 4);
    kwargs = first == 0 ? kwargs : kwargs.with("col_off", AttrValue.of(first));
    boolean transposed = draw.oneIn(3);
    kwargs = transposed ? kwargs.with("is_trans", AttrValue.of(true)) : kwargs;
    kwargs = draw.oneIn(3) ? kwargs.with("is_b_matrix", AttrValue.of(draw.oneIn(2))) : kwargs;
    MemorySpace space =
        draw.oneIn(8) ? MemorySpace.ACC : draw.any(MemorySpace.MAT, MemorySpace.VEC);
    kwargs =
        space == MemorySpace.MAT && draw.oneIn(2)
            ? kwargs
            : kwargs.with("space", AttrValue.of(space));
    boolean fits =
        legal.contains(dtype)
            && src.rank() == 2
            && isIndexRow(indices)
            && isIndexRow(table)
            && !src.window()
            && block > 0
            && size > 0
            && most > 0
            && first >= 0
            && (space == MemorySpace.MAT || (space == MemorySpace.VEC && !transposed))
            && !src.shape().get(1).surelyLess(Extent.of(first + (long) size))
            && !Extent.of(most).surelyLess(indices.shape().getLast())
            && !Extent.of(most).surelyLess(count(indices));
    return Attempt.of(src.value(), indices.value(), table.value())
        .with(kwargs)
        .when(
            fits,
            () -> {
              Expr rows = count(indices).expr();
              Expr columns = columns(src, first, size);
              return TensorArg.fresh(
                  dtype,
                  transposed ? Draw.dims(size, most) : Draw.dims(most, size),
                  transposed ? ImmutableList.of(columns, rows) : ImmutableList.of(rows, columns));
            });
  }

  /** How many indices there are: those of a row, which may be empty. */
  private static Extent count(TensorArg row) {
    return row.valid().getFirst().is(0) ? Extent.of(0) : row.valid().getLast();
  }

  /** How many columns of the window are valid. */
  private static Expr columns(TensorArg src, int first, int size) {
    Extent valid = src.valid().get(1);
    if (valid.equals(src.shape().get(1))) {
      return ConstInt.index(size);
    }
    return ConstInt.index(Math.clamp(valid.add() - first, 0, size));
  }

  private static TensorArg indexRow(Draw draw) {
    Extent count = TensorDraws.extent(draw, TensorDraws.symbols(draw));
    ImmutableList<Extent> shape =
        draw.oneIn(2)
            ? ImmutableList.of(count)
            : ImmutableList.of(draw.oneIn(6) ? Extent.of(2) : Extent.ONE, count);
    DataType dtype = draw.oneIn(12) ? draw.dtype() : DataType.INT32;
    return draw.oneIn(8) ? TensorArg.any(draw, dtype, shape) : TensorArg.plain(draw, dtype, shape);
  }

  private static boolean isIndexRow(TensorArg row) {
    return row.dtype() == DataType.INT32
        && !row.window()
        && (row.rank() == 1 || row.shape().get(0).is(1));
  }

  /** A window of the source, turned on request, placed into the accumulator. */
  private static Attempt fetch(Draw draw) {
    DataType dtype = draw.dtype();
    int rank = draw.oneIn(6) ? draw.between(1, 3) : 2;
    List<Extent> window = new ArrayList<>();
    List<Extent> from = new ArrayList<>();
    List<Extent> at = new ArrayList<>();
    List<Extent> to = new ArrayList<>();
    List<Extent> valid = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      int extent = draw.oneIn(20) ? 0 : draw.between(1, 16);
      window.add(draw.oneIn(20) ? Extent.of(draw.index()) : Extent.of(extent));
      from.add(Extent.of(draw.between(draw.oneIn(20) ? -1 : 0, 16)));
      to.add(Extent.of(draw.between(draw.oneIn(20) ? -1 : 0, 16)));
      at.add(draw.oneIn(12) ? Extent.of(draw.index()) : Extent.of(draw.any(16L, 32L, 64L)));
      valid.add(
          draw.oneIn(6)
              ? Extent.of(draw.index())
              : Extent.of(draw.between(draw.oneIn(20) ? -1 : 0, draw.oneIn(20) ? 17 : extent)));
    }
    TensorArg acc =
        TensorArg.any(draw, dtype, Extent.all(draw.any(16L, 32L, 64L), draw.any(16L, 32L, 64L)));
    TensorArg src = TensorArg.any(draw, draw.mostly(dtype, Draw.DTYPES), at);
    boolean turned = draw.oneIn(3);
    boolean narrowed = draw.oneIn(2);
    List<Expr> args = new ArrayList<>();
    args.add(acc.value());
    args.add(src.value());
    List<Extent> into = to.size() == 2 || draw.oneIn(2) ? to : Extent.all(0, 0);
    args.add(Draw.tuple(Extent.exprs(into)));
    args.add(Draw.tuple(Extent.exprs(from)));
    args.add(Draw.tuple(Extent.exprs(window)));
    if (narrowed) {
      args.add(Draw.tuple(Extent.exprs(valid)));
    }
    boolean fits =
        src.dtype() == dtype
            && !acc.window()
            && !src.window()
            && into.size() == 2
            && Draw.isAtByte(dtype, Extent.exprs(into))
            && Draw.isAtByte(dtype, Extent.exprs(from))
            && window.stream().allMatch(extent -> extent.isConstant() && extent.add() > 0)
            && (!narrowed || isValid(valid, window, turned))
            && (!turned || rank == 2)
            && isInside(from, narrowed ? valid : window, src.shape(), false)
            && (rank != 2 || isInside(into, narrowed ? valid : window, acc.shape(), turned));
    return Attempt.of(args)
        .with(turned || draw.oneIn(2) ? Attrs.of("transpose", AttrValue.of(turned)) : Attrs.empty())
        .when(fits, () -> acc.value().type());
  }

  private static boolean isValid(List<Extent> valid, List<Extent> window, boolean turned) {
    for (int i = 0; i < valid.size(); i++) {
      if (valid.get(i).surelyLess(Extent.of(0))
          || window.get(i).surelyLess(valid.get(i))
          || (turned && !valid.get(i).isConstant())) {
        return false;
      }
    }
    return true;
  }

  /** Only constants can be known to leave it. */
  private static boolean isInside(
      List<Extent> offset, List<Extent> extent, List<Extent> shape, boolean turned) {
    for (int i = 0; i < shape.size(); i++) {
      Extent reached = extent.get(turned ? 1 - i : i);
      if (offset.get(i).surelyLess(Extent.of(0))
          || (reached.isConstant()
              && shape.get(i).surelyLess(Extent.of(offset.get(i).add() + reached.add())))) {
        return false;
      }
    }
    return true;
  }
}
