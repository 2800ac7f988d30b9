package io.pto4j.op.model;

import static io.pto4j.op.model.TensorDraws.checked;

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
import io.pto4j.ir.TupleType;
import io.pto4j.op.model.TensorDraws.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tensor operators that pick elements by index, by a pattern or by a comparison, and sort them. */
final class TensorGatherModels {
  private TensorGatherModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return ImmutableMap.<String, RuleModel>builder()
        .put("tensor.gather", checked(TensorGatherModels::gather, 2, "dim"))
        .put("tensor.gather_mask", checked(TensorGatherModels::columns, 1, "mask_pattern"))
        .put(
            "tensor.gather_compare",
            checked(TensorGatherModels::comparison, 2, "cmp_mode", "out_cols"))
        .put("tensor.sort32", checked(TensorGatherModels::sort, 2))
        .put("tensor.mrgsort_format1", checked(TensorGatherModels::runs, 2))
        .put("tensor.mrgsort_format2", checked(TensorGatherModels::merge, 2))
        .buildOrThrow();
  }

  /** Where an index is there, and no longer than the input on any other axis. */
  private static Attempt gather(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    DataType index = draw.oneIn(8) ? draw.dtype() : draw.any(DataType.INT16, DataType.INT32);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    int rank = draw.oneIn(8) ? draw.between(1, 4) : draw.between(2, 3);
    ImmutableList<Extent> shape = TensorDraws.shape(draw, rank, symbols);
    TensorArg input = TensorArg.any(draw, dtype, shape);
    int dim = draw.oneIn(8) ? draw.between(-5, 4) : draw.between(-rank, rank - 1);
    int axis = dim < 0 ? dim + rank : dim;
    ImmutableList<Extent> picked = TensorDraws.nearly(draw, shape, symbols);
    if (axis >= 0 && axis < picked.size()) {
      picked = TensorDraws.with(picked, axis, TensorDraws.extent(draw, symbols));
    }
    TensorArg indices = TensorArg.any(draw, index, picked);
    boolean widths = index == DataType.INT32 || (index == DataType.INT16 && dtype.bits() == 16);
    return Attempt.of(input.value(), indices.value())
        .with(Attrs.of("dim", AttrValue.of(dim)))
        .when(
            !input.window()
                && !indices.window()
                && Draw.VECTOR.contains(dtype)
                && widths
                && axis >= 0
                && axis < rank
                && reaches(input, indices, axis),
            () -> TensorArg.fresh(dtype, indices.shape(), indices.valid()));
  }

  private static boolean reaches(TensorArg input, TensorArg index, int axis) {
    if (input.rank() < 2 || index.rank() != input.rank()) {
      return false;
    }
    for (int i = 0; i < index.rank(); i++) {
      if (i != axis && input.shape().get(i).surelyLess(index.shape().get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Every so many columns, from the first, second, third or fourth on. */
  record Pattern(int number, int step, int first) {
    private static final ImmutableList<Pattern> ALL =
        ImmutableList.of(
            new Pattern(1, 2, 0),
            new Pattern(2, 2, 1),
            new Pattern(3, 4, 0),
            new Pattern(4, 4, 1),
            new Pattern(5, 4, 2),
            new Pattern(6, 4, 3),
            new Pattern(7, 1, 0));

    static Pattern draw(Draw draw) {
      return draw.oneIn(10) ? new Pattern(draw.any(0, 8, -1), 1, 0) : draw.any(ALL);
    }

    boolean exists() {
      return number >= 1 && number <= 7;
    }

    Attrs kwargs() {
      return Attrs.of("mask_pattern", AttrValue.of(number));
    }

    /** How often it begins in so many columns. */
    Expr repeats(Extent columns) {
      return columns.isConstant()
          ? ConstInt.index(columns.add() / step)
          : roundedUp(columns.expr());
    }

    /** How many of the first columns it picks. */
    Expr picked(Extent columns) {
      if (columns.isConstant()) {
        return ConstInt.index(Math.ceilDiv(Math.max(0, columns.add() - first), step));
      }
      return roundedUp(
          first == 0
              ? columns.expr()
              : binary(
                  BinaryOp.MAX,
                  binary(BinaryOp.SUB, columns.expr(), ConstInt.index(first)),
                  ConstInt.index(0)));
    }

    private Expr roundedUp(Expr columns) {
      return step == 1
          ? columns
          : binary(
              BinaryOp.FLOOR_DIV,
              binary(BinaryOp.ADD, columns, ConstInt.index(step - 1)),
              ConstInt.index(step));
    }

    private static Expr binary(BinaryOp op, Expr left, Expr right) {
      return Exprs.binary(op, left, right, Span.unknown());
    }
  }

  private static Attempt columns(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    Pattern pattern = Pattern.draw(draw);
    TensorArg input = matrix(draw, dtype);
    Attrs kwargs = pattern.kwargs();
    DataType result = dtype;
    if (draw.oneIn(3)) {
      result = draw.dtype();
      kwargs = kwargs.with("output_dtype", AttrValue.of(result));
    }
    Attempt attempt = Attempt.of(input.value()).with(kwargs);
    if (!Draw.VECTOR.contains(dtype)
        || input.window()
        || input.rank() != 2
        || !pattern.exists()
        || result.bits() != dtype.bits()) {
      return attempt;
    }
    Extent columns = input.shape().get(1);
    Extent valid = input.valid().get(1);
    if (columns.isConstant() && columns.add() % pattern.step() != 0) {
      return attempt;
    }
    return attempt.gives(
        TensorArg.fresh(
            result,
            ImmutableList.of(input.shape().get(0).expr(), pattern.repeats(columns)),
            ImmutableList.of(input.valid().get(0).expr(), pattern.picked(valid))));
  }

  static TensorArg matrix(Draw draw, DataType dtype) {
    return TensorArg.any(
        draw,
        dtype,
        TensorDraws.shape(draw, draw.oneIn(8) ? draw.between(1, 3) : 2, TensorDraws.symbols(draw)));
  }

  /** For every row the columns where it holds, and how many they are. */
  private static Attempt comparison(Draw draw) {
    DataType dtype = draw.dtype(Draw.VECTOR);
    TensorArg input = matrix(draw, dtype);
    Scalar value = TensorDraws.scalar(draw, dtype);
    int mode = draw.oneIn(8) ? draw.any(-1, 6) : draw.between(0, 5);
    int columns = draw.oneIn(8) ? draw.any(0, -3) : draw.between(1, 64);
    DataType count = draw.oneIn(8) ? draw.dtype() : draw.any(DataType.INT32, DataType.UINT32);
    boolean told = draw.oneIn(2);
    Attrs kwargs = Attrs.of("cmp_mode", AttrValue.of(mode)).with("out_cols", AttrValue.of(columns));
    if (draw.oneIn(3)) {
      kwargs = kwargs.with("offset", AttrValue.of(draw.between(-4, 64)));
    }
    if (told) {
      kwargs = kwargs.with("count_dtype", AttrValue.of(count));
    }
    ImmutableSet<DataType> counts = ImmutableSet.of(DataType.INT32, DataType.UINT32);
    return Attempt.of(input.value(), value.value())
        .with(kwargs)
        .when(
            Draw.VECTOR.contains(dtype)
                && !input.window()
                && input.rank() == 2
                && value.fits()
                && value.dtype() == dtype
                && mode >= 0
                && mode <= 5
                && columns > 0
                && (!told || counts.contains(count)),
            () -> {
              Extent rows = input.shape().get(0);
              Extent valid = input.valid().get(0);
              Extent room = Extent.of(columns);
              return new TupleType(
                  ImmutableList.of(
                      TensorArg.fresh(
                          DataType.INT32,
                          ImmutableList.of(rows, room),
                          ImmutableList.of(valid, room)),
                      TensorArg.fresh(
                          told ? count : DataType.INT32,
                          ImmutableList.of(Extent.ONE, rows),
                          ImmutableList.of(Extent.ONE, valid))));
            });
  }

  /** Records of eight bytes, each a value and where it was. */
  private static Attempt sort(Draw draw) {
    DataType dtype = draw.dtype(Draw.FLOATS);
    DataType index = draw.mostly(DataType.UINT32, Draw.DTYPES);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    List<Extent> shape = new ArrayList<>(TensorDraws.shape(draw, draw.between(1, 3), symbols));
    if (!draw.oneIn(6)) {
      shape.set(shape.size() - 1, Extent.of(draw.any(32L, 64L, 96L)));
    }
    TensorArg src = TensorArg.any(draw, dtype, shape);
    TensorArg idx = TensorArg.any(draw, index, TensorDraws.nearly(draw, shape, symbols));
    Extent last = shape.getLast();
    return Attempt.of(src.value(), idx.value())
        .when(
            Draw.FLOATS.contains(dtype)
                && index == DataType.UINT32
                && !src.window()
                && !idx.window()
                && Extent.surelyEqual(src.shape(), idx.shape())
                && last.isConstant()
                && last.add() % 32 == 0,
            () -> {
              int end = shape.size() - 1;
              long record = 64 / dtype.bits();
              return TensorArg.fresh(
                  dtype,
                  TensorDraws.with(shape, end, Extent.of(last.add() * record)),
                  TensorDraws.with(
                      src.valid(), end, Extent.of(src.valid().get(end).add() * record)));
            });
  }

  private static Attempt runs(Draw draw) {
    DataType dtype = draw.dtype(Draw.FLOATS);
    TensorArg src = TensorArg.any(draw, dtype, TensorDraws.shape(draw));
    long length = draw.any(64L, 128L, 256L, 64L, 0L, 32L, -64L);
    boolean constant = draw.oneIn(2);
    DataType size = draw.any(DataType.INT32, DataType.INDEX, DataType.INT64, DataType.FP32);
    return Attempt.of(src.value(), constant ? ConstInt.index(length) : draw.scalar(size))
        .when(
            Draw.FLOATS.contains(dtype)
                && !src.window()
                && (constant ? length > 0 && length % 64 == 0 : size.isInt()),
            () -> TensorArg.fresh(dtype, src.shape(), src.valid()));
  }

  /** Two to four, one behind the other along the last axis. */
  private static Attempt merge(Draw draw) {
    DataType dtype = draw.dtype(Draw.FLOATS);
    ImmutableList<Extent> symbols = TensorDraws.symbols(draw);
    ImmutableList<Extent> shape = TensorDraws.shape(draw, draw.between(1, 3), symbols);
    List<TensorArg> sources = new ArrayList<>();
    for (int i = draw.between(2, 4); i > 0; i--) {
      ImmutableList<Extent> other =
          draw.oneIn(8) ? TensorDraws.nearly(draw, shape, symbols) : shape;
      other = TensorDraws.with(other, other.size() - 1, TensorDraws.extent(draw, symbols));
      DataType own = draw.oneIn(12) ? draw.dtype() : dtype;
      sources.add(
          draw.oneIn(6) ? TensorArg.any(draw, own, other) : TensorArg.partial(draw, own, other));
    }
    TensorArg first = sources.getFirst();
    boolean fits =
        Draw.FLOATS.contains(first.dtype())
            && sources.stream().allMatch(source -> !source.window() && follows(first, source));
    Attrs kwargs =
        draw.oneIn(2) ? Attrs.empty() : Attrs.of("exhausted", AttrValue.of(draw.oneIn(2)));
    return Attempt.of(sources.stream().map(TensorArg::value).toList())
        .with(kwargs)
        .when(
            fits,
            () ->
                TensorArg.fresh(
                    first.dtype(),
                    withLength(Extent.exprs(first.shape()), sources, TensorArg::shape),
                    withLength(commonRows(sources), sources, TensorArg::valid)));
  }

  private static ImmutableList<Expr> withLength(
      List<Expr> rows, List<TensorArg> sources, Function<TensorArg, List<Extent>> extents) {
    Expr length = ConstInt.index(0);
    for (TensorArg source : sources) {
      length = Exprs.addFolded(length, extents.apply(source).getLast().expr());
    }
    return Sizes.with(rows, rows.size() - 1, length);
  }

  /** Where all are valid; one that is wholly valid does not narrow the others. */
  private static ImmutableList<Expr> commonRows(List<TensorArg> sources) {
    ImmutableList<Expr> shape = Extent.exprs(sources.getFirst().shape());
    ImmutableList<Expr> common = Extent.exprs(sources.getFirst().valid());
    for (TensorArg next : sources.subList(1, sources.size())) {
      common = Sizes.intersection(shape, common, Extent.exprs(next.valid()));
    }
    return common;
  }

  private static boolean follows(TensorArg first, TensorArg next) {
    if (next.dtype() != first.dtype() || next.rank() != first.rank()) {
      return false;
    }
    for (int i = 0; i < first.rank() - 1; i++) {
      Extent mine = next.shape().get(i);
      if (mine.surelyLess(first.shape().get(i)) || first.shape().get(i).surelyLess(mine)) {
        return false;
      }
    }
    return true;
  }
}
