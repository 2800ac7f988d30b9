package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileView;
import io.pto4j.ir.Var;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reductions of the rows or columns of a tile, and operators between a tile and one value per row
 * or column. Sources: PTO ISA, TROWSUM and TROWEXPAND; PyPTO tile operators.
 */
final class TileVectorModels {
  private static final ConstInt ONE = ConstInt.index(1);
  private static final ImmutableSet<DataType> ADDABLE =
      ImmutableSet.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);

  private TileVectorModels() {}

  static ImmutableMap<String, RuleModel> all() {
    Careless models = new Careless();
    putReductions(models);
    putExpansions(models);
    return models.build();
  }

  /** The axis that goes, or along which a vector repeats, counted from the end. */
  private enum Axis {
    ROW(1, TileLayout.COL_MAJOR),
    COLUMN(2, TileLayout.ROW_MAJOR);

    private final int fromEnd;
    private final TileLayout layout;

    Axis(int fromEnd, TileLayout layout) {
      this.fromEnd = fromEnd;
      this.layout = layout;
    }

    int of(Var tile) {
      return Sizes.shape(tile).size() - fromEnd;
    }
  }

  /** How a scratch tile compares to the operand. */
  private enum Scratch {
    NONE,
    /** May be left out; no smaller than the operand. */
    OPTIONAL,
    /** No smaller than the operand. */
    COVERING,
    /** Of the shape of the operand. */
    EXACT
  }

  private static void putReductions(Careless models) {
    models
        .put(
            reduction(Axis.ROW, Scratch.COVERING),
            2,
            "tile.row_sum",
            "tile.row_max",
            "tile.row_prod")
        .put(smallest(), 2, "tile.row_min")
        .put(reduction(Axis.COLUMN, Scratch.OPTIONAL), 1, "tile.col_sum")
        .put(
            reduction(Axis.COLUMN, Scratch.NONE),
            1,
            "tile.col_max",
            "tile.col_min",
            "tile.col_prod")
        .put(position(Axis.ROW), 2, "tile.row_argmax", "tile.row_argmin")
        .put(position(Axis.COLUMN), 2, "tile.col_argmax", "tile.col_argmin");
  }

  private static void putExpansions(Careless models) {
    models
        .put(
            expansion(Axis.ROW),
            2,
            "tile.row_expand",
            "tile.row_expand_sub",
            "tile.row_expand_mul",
            "tile.row_expand_div",
            "tile.row_expand_max",
            "tile.row_expand_min",
            "tile.row_expand_expdif")
        .put(rowSum(), 2, "tile.row_expand_add")
        .put(
            expansion(Axis.COLUMN),
            2,
            "tile.col_expand",
            "tile.col_expand_add",
            "tile.col_expand_sub",
            "tile.col_expand_mul",
            "tile.col_expand_div",
            "tile.col_expand_max",
            "tile.col_expand_min",
            "tile.col_expand_expdif");
  }

  private static RuleModel reduction(Axis axis, Scratch scratch) {
    return draw -> {
      DataType dtype = draw.dtype();
      return reduced(draw, axis, scratch, dtype, dtype);
    };
  }

  private static RuleModel position(Axis axis) {
    return draw -> reduced(draw, axis, Scratch.EXACT, draw.dtype(), DataType.INT32);
  }

  /** The smallest of a row, which must have its elements one after the other. */
  private static RuleModel smallest() {
    return draw -> {
      DataType dtype = draw.dtype(Draw.VECTOR);
      Attempt attempt = reduced(draw, Axis.ROW, Scratch.COVERING, dtype, dtype);
      TileView view = Sizes.type((Var) attempt.args().get(0)).effectiveView();
      boolean flat =
          view.blayout() == TileLayout.ROW_MAJOR && view.slayout() == TileLayout.NONE_BOX;
      return flat && Draw.VECTOR.contains(dtype) ? attempt : attempt.isRefused();
    };
  }

  /** The reduced axis stays with extent 1; there must be something to reduce. */
  private static Attempt reduced(
      Draw draw, Axis axis, Scratch scratch, DataType dtype, DataType result) {
    Sizes sizes = new Sizes(draw);
    Var tile = sizes.tile(dtype, sizes.shape(draw.oneIn(8) ? 1 : 2, 4));
    boolean legal =
        Sizes.shape(tile).size() >= 2 && Sizes.valid(tile).stream().noneMatch(Sizes::isZero);
    ImmutableList.Builder<Var> args = ImmutableList.<Var>builder().add(tile);
    if (scratch != Scratch.NONE && !(scratch == Scratch.OPTIONAL && draw.oneIn(2))) {
      Var tmp = sizes.tile(draw.oneIn(8) ? draw.dtype() : dtype, sizes.nearly(Sizes.shape(tile)));
      args.add(tmp);
      legal &= Sizes.type(tmp).dtype() == dtype && fits(scratch, tile, tmp);
    }
    return Attempt.of(args.build())
        .when(
            legal,
            () ->
                Sizes.unboxed(
                    result,
                    Sizes.with(Sizes.shape(tile), axis.of(tile), ONE),
                    axis.layout,
                    Sizes.with(Sizes.valid(tile), axis.of(tile), ONE)));
  }

  private static boolean fits(Scratch scratch, Var tile, Var tmp) {
    ImmutableList<Expr> wanted = Sizes.shape(tile);
    ImmutableList<Expr> given = Sizes.shape(tmp);
    if (scratch == Scratch.EXACT) {
      return Sizes.same(wanted, given);
    }
    return wanted.size() == given.size()
        && IntStream.range(0, wanted.size())
            .noneMatch(i -> Sizes.less(given.get(i), wanted.get(i)));
  }

  /** A vector of extent 1 along the axis, with a value wherever the tile is valid. */
  private static RuleModel expansion(Axis axis) {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype();
      Var tile = sizes.tile(dtype, sizes.shape(draw.oneIn(8) ? 1 : 2, 4));
      Var vector = vector(draw, sizes, axis, tile);
      int rank = Sizes.shape(tile).size();
      boolean legal =
          rank >= 2
              && Sizes.shape(vector).size() == rank
              && Sizes.type(vector).dtype() == dtype
              && Sizes.isOne(Sizes.shape(vector).get(axis.of(tile)))
              && !Sizes.isZero(Sizes.valid(vector).get(axis.of(tile)));
      return Attempt.of(tile, vector)
          .when(
              legal
                  && IntStream.range(0, rank)
                      .filter(i -> i != axis.of(tile))
                      .allMatch(i -> hasValues(vector, tile, i)),
              () -> Sizes.like(tile));
    };
  }

  private static boolean hasValues(Var vector, Var tile, int i) {
    Expr extent = Sizes.shape(tile).get(i);
    Expr given = Sizes.shape(vector).get(i);
    Expr valid = Sizes.valid(vector).get(i);
    boolean repeated = Sizes.isOne(given) && i < Sizes.shape(tile).size() - 2;
    return !Sizes.less(extent, given)
        && !Sizes.less(given, extent)
        && !(repeated ? Sizes.isZero(valid) : Sizes.less(valid, Sizes.valid(tile).get(i)));
  }

  /** Mostly a vector that fits the tile, often in valid region, too. */
  private static Var vector(Draw draw, Sizes sizes, Axis axis, Var tile) {
    DataType dtype = draw.oneIn(8) ? draw.dtype() : Sizes.type(tile).dtype();
    if (Sizes.shape(tile).size() < 2) {
      return sizes.tile(dtype, sizes.shape(2, 2));
    }
    ImmutableList<Expr> shape = Sizes.with(Sizes.shape(tile), axis.of(tile), ONE);
    return draw.oneIn(2)
        ? sizes.tile(dtype, shape, Sizes.with(Sizes.valid(tile), axis.of(tile), ONE))
        : sizes.tile(dtype, sizes.nearly(shape));
  }

  /**
   * {@code row_expand_add(tile, row_vec[, tmp])}: the tile is row-major, the vector a column, a
   * single value or a block of 32 bytes for each row, and valid in the same rows.
   */
  private static RuleModel rowSum() {
    return draw -> {
      Sizes sizes = new Sizes(draw);
      DataType dtype = draw.dtype(ADDABLE);
      Var tile = sizes.tile(dtype, sizes.shape(draw.oneIn(8) ? 1 : 2, 3));
      Var vector = draw.oneIn(2) ? blocks(draw, sizes, tile) : vector(draw, sizes, Axis.ROW, tile);
      Optional<Var> tmp =
          draw.oneIn(3)
              ? Optional.of(sizes.tile(draw.dtype(), sizes.shape(1, 3)))
              : Optional.empty();
      Attempt attempt =
          tmp.isPresent() ? Attempt.of(tile, vector, tmp.get()) : Attempt.of(tile, vector);
      boolean legal =
          ADDABLE.contains(dtype)
              && Sizes.type(vector).dtype() == dtype
              && Sizes.shape(tile).size() >= 2
              && Sizes.shape(vector).size() == Sizes.shape(tile).size()
              && Sizes.type(tile).effectiveView().blayout() == TileLayout.ROW_MAJOR;
      return attempt.when(legal && hasValueOfEachRow(vector, tile), () -> Sizes.like(tile));
    };
  }

  /** A vector of a block of 32 bytes for each row. */
  private static Var blocks(Draw draw, Sizes sizes, Var tile) {
    ImmutableList<Expr> shape = Sizes.shape(tile);
    int last = shape.size() - 1;
    DataType dtype = Sizes.type(tile).dtype();
    Expr block = ConstInt.index(32L / dtype.bytes());
    return draw.oneIn(2)
        ? sizes.tile(
            dtype, Sizes.with(shape, last, block), Sizes.with(Sizes.valid(tile), last, block))
        : sizes.tile(dtype, Sizes.with(shape, last, block));
  }

  private static boolean hasValueOfEachRow(Var vector, Var tile) {
    int last = Sizes.shape(tile).size() - 1;
    boolean packed =
        Sizes.type(vector).effectiveView().blayout() == TileLayout.ROW_MAJOR
            && !Sizes.shape(vector).stream().allMatch(Sizes::isOne);
    long columns = packed ? 32L / Sizes.type(tile).dtype().bytes() : 1;
    return Sizes.same(Sizes.valid(vector).get(last), ConstInt.index(columns))
        && Sizes.same(Sizes.valid(vector).subList(0, last), Sizes.valid(tile).subList(0, last));
  }
}
