package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.ConstBool;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.ScalarType;
import io.pto4j.ir.TileType;
import io.pto4j.ir.TileView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Products of tiles. */
final class TileProductModels {
  private static final ImmutableSet<DataType> VECTORS =
      ImmutableSet.of(DataType.INT8, DataType.FP16, DataType.BF16, DataType.FP32);
  private static final int VECTOR_ROWS = 16;

  private TileProductModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.<String, RuleModel>builder()
            .put(
                "tile.matmul",
                draw -> draw.oneIn(6) ? someRows(draw) : product(Factors.matrices(draw)))
            .put("tile.matmul_acc", TileProductModels::accumulated)
            .put("tile.matmul_bias", draw -> biased(draw, Factors.matrices(draw)))
            .put("tile.gemv", draw -> phased(draw, product(Factors.vector(draw))))
            .put("tile.gemv_acc", draw -> phased(draw, accumulatedVector(draw)))
            .put("tile.gemv_bias", draw -> phased(draw, biased(draw, Factors.vector(draw))))
            .put("tile.batch_matmul", TileProductModels::batch)
            .put("tile.batch_matmul_acc", TileProductModels::accumulatedBatch)
            .buildOrThrow());
  }

  /**
   * Operands of a product.
   *
   * @param extents shape of the result
   * @param part what of it is valid
   * @param boxed the result is stored in boxes of its valid rows
   */
  private record Factors(
      DataType dtype,
      ImmutableList<Expr> operands,
      ImmutableLongArray extents,
      ImmutableLongArray part,
      boolean boxed,
      boolean legal) {
    static Factors matrices(Draw draw) {
      return of(draw, draw.shape(draw.oneIn(12) ? draw.between(1, 3) : 2), draw.dtype());
    }

    /** A row and a matrix, whose product is one row of an accumulator of a whole box. */
    static Factors vector(Draw draw) {
      long[] lhs = {draw.oneIn(8) ? 2 : 1, draw.extent()};
      Factors factors = of(draw, lhs, draw.dtype(VECTORS));
      return new Factors(
          factors.dtype(),
          factors.operands(),
          ImmutableLongArray.of(VECTOR_ROWS, factors.extents().get(1)),
          factors.part(),
          false,
          factors.legal() && lhs[0] == 1 && VECTORS.contains(factors.dtype()));
    }

    private static Factors of(Draw draw, long[] lhs, DataType dtype) {
      int last = lhs.length - 1;
      long[] rhs = {draw.oneIn(8) ? draw.extent() : lhs[last], draw.extent()};
      long[] lhsValid = draw.valid(lhs);
      long[] rhsValid = draw.valid(rhs);
      rhsValid[0] = draw.oneIn(4) ? rhsValid[0] : rhs[0];
      DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
      boolean legal =
          lhs.length == 2
              && rhs[0] == lhs[last]
              && rhsValid[0] >= lhsValid[last]
              && dtype == other
              && !Draw.NIBBLES.contains(dtype);
      return new Factors(
          dtype,
          ImmutableList.of(
              draw.value(Tiles.of(dtype, MemorySpace.LEFT, lhs, lhsValid)),
              draw.value(Tiles.of(other, MemorySpace.RIGHT, rhs, rhsValid))),
          ImmutableLongArray.of(lhs[0], rhs[1]),
          ImmutableLongArray.of(lhsValid[0], rhsValid[1]),
          true,
          legal);
    }

    DataType sum() {
      return TileProductModels.sum(dtype);
    }

    long[] result() {
      return extents.toArray();
    }

    long[] valid() {
      return part.toArray();
    }

    TileType type() {
      return sums(sum(), result(), valid(), boxed && part.get(0) != extents.get(0));
    }
  }

  private static DataType sum(DataType factors) {
    return factors.isFloat() ? DataType.FP32 : DataType.INT32;
  }

  private static TileType sums(DataType dtype, long[] shape, long[] valid, boolean compact) {
    return Tiles.laid(
        dtype,
        MemorySpace.ACC,
        shape,
        valid,
        Tiles.usual(shape, MemorySpace.ACC)
            .withCompact(compact ? CompactMode.NORMAL : CompactMode.NULL));
  }

  private static Attempt product(Factors factors) {
    return Attempt.of(factors.operands()).when(factors.legal(), factors::type);
  }

  /** As many rows as will turn out, all of them valid or fewer. */
  private static Attempt someRows(Draw draw) {
    DataType dtype = draw.dtype();
    long inner = draw.extent();
    long columns = draw.extent();
    Expr rows = draw.index();
    Expr valid = draw.oneIn(2) ? rows : draw.index();
    Expr other = draw.oneIn(3) ? draw.index() : ConstInt.index(draw.oneIn(4) ? 5 : inner);
    TileType lhs =
        partly(dtype, MemorySpace.LEFT, pair(rows, inner), pair(valid, inner), CompactMode.NULL);
    ImmutableList<Expr> rhs = ImmutableList.of(other, ConstInt.index(columns));
    CompactMode compact = valid == rows ? CompactMode.NULL : CompactMode.NORMAL;
    return Attempt.of(draw.value(lhs), draw.value(TileType.of(dtype, rhs, MemorySpace.RIGHT)))
        .when(
            !Draw.NIBBLES.contains(dtype)
                && (!(other instanceof ConstInt(_, _, long known)) || known == inner),
            () ->
                partly(
                    sum(dtype),
                    MemorySpace.ACC,
                    pair(rows, columns),
                    pair(valid, columns),
                    compact));
  }

  private static ImmutableList<Expr> pair(Expr rows, long columns) {
    return ImmutableList.of(rows, ConstInt.index(columns));
  }

  private static TileType partly(
      DataType dtype,
      MemorySpace space,
      ImmutableList<Expr> shape,
      ImmutableList<Expr> valid,
      CompactMode compact) {
    TileView view = TileView.implicit(shape, Optional.of(space));
    return TileType.of(dtype, shape, space)
        .withTileView(view.withValidShape(valid).withCompact(compact));
  }

  private static Attempt accumulated(Draw draw) {
    Factors factors = Factors.matrices(draw);
    long[] shape = draw.oneIn(8) ? draw.shape(2) : factors.result();
    long[] valid = draw.oneIn(2) ? shape : draw.valid(shape);
    if (draw.oneIn(3)) {
      valid = factors.valid();
    }
    DataType dtype = draw.oneIn(8) ? draw.dtype() : factors.sum();
    boolean fits = Arrays.equals(shape, factors.result()) && dtype == factors.sum();
    boolean covers = valid[0] >= factors.valid()[0] && valid[1] >= factors.valid()[1];
    TileType acc = sums(dtype, shape, valid, draw.oneIn(3));
    List<Expr> args = new ArrayList<>(factors.operands());
    args.addFirst(draw.value(acc));
    DataType condition = DataType.BOOL;
    if (draw.oneIn(3)) {
      condition = draw.oneIn(4) ? draw.dtype() : DataType.BOOL;
      args.add(draw.oneIn(2) ? ConstBool.of(draw.oneIn(2)) : draw.scalar(condition));
    }
    boolean legal = factors.legal() && fits && covers;
    boolean conditional = args.getLast().type().equals(ScalarType.of(DataType.BOOL));
    return Attempt.of(args).when(legal && (args.size() == 3 || conditional), () -> acc);
  }

  private static Attempt accumulatedVector(Draw draw) {
    Factors factors = Factors.vector(draw);
    long[] shape = draw.oneIn(8) ? draw.shape(2) : factors.result();
    long[] valid = draw.oneIn(6) ? draw.valid(shape) : factors.valid();
    DataType dtype = draw.oneIn(8) ? draw.dtype() : factors.sum();
    boolean fits =
        Arrays.equals(shape, factors.result())
            && Arrays.equals(valid, factors.valid())
            && dtype == factors.sum();
    TileType acc = sums(dtype, shape, valid, false);
    List<Expr> args = new ArrayList<>(factors.operands());
    args.addFirst(draw.value(acc));
    return Attempt.of(args).when(factors.legal() && fits, () -> acc);
  }

  /** A row that is added to every row of the product. */
  private static Attempt biased(Draw draw, Factors factors) {
    DataType dtype = draw.oneIn(8) ? draw.dtype() : factors.sum();
    long[] shape = {draw.oneIn(10) ? 2 : 1, draw.oneIn(10) ? draw.extent() : factors.result()[1]};
    long[] valid = shape.clone();
    if (draw.oneIn(4)) {
      valid = new long[] {draw.any(shape[0], 0L), draw.between(1, (int) shape[1])};
    }
    boolean legal =
        dtype == factors.sum()
            && shape[0] == 1
            && shape[1] == factors.result()[1]
            && valid[0] == 1
            && valid[1] >= factors.valid()[1];
    List<Expr> args = new ArrayList<>(factors.operands());
    args.add(draw.value(Tiles.of(dtype, MemorySpace.BIAS, shape, valid)));
    return Attempt.of(args).when(factors.legal() && legal, factors::type);
  }

  private static Attempt phased(Draw draw, Attempt attempt) {
    if (draw.oneIn(3)) {
      return attempt;
    }
    String phase = draw.any("unspecified", "partial", "final", "first");
    Attempt said = attempt.with(Attrs.of("acc_phase", AttrValue.of(phase)));
    return phase.equals("first") ? said.isRefused() : said;
  }

  /** Two stacks of matrices whose leading dimensions broadcast. */
  private record Stacks(
      DataType dtype,
      ImmutableList<Expr> operands,
      ImmutableLongArray extents,
      ImmutableLongArray part,
      boolean legal) {
    static Stacks of(Draw draw) {
      DataType dtype = draw.dtype();
      DataType other = draw.oneIn(8) ? draw.dtype() : dtype;
      long[] leading = draw.shape(draw.between(0, 2));
      long[] lhs = LongStream.concat(some(draw, leading), extents(draw, 2)).toArray();
      long inner = draw.oneIn(8) ? draw.extent() : lhs[lhs.length - 1];
      LongStream matrix = LongStream.of(inner, draw.extent());
      long[] rhs = LongStream.concat(some(draw, leading), matrix).toArray();
      long[] lhsLeading = Arrays.copyOf(lhs, lhs.length - 2);
      long[] rhsLeading = Arrays.copyOf(rhs, rhs.length - 2);
      long[] all = broadcast(lhsLeading, rhsLeading);
      boolean legal = all.length >= Math.max(lhsLeading.length, rhsLeading.length);
      long[] result =
          LongStream.concat(
                  Arrays.stream(all), LongStream.of(lhs[lhs.length - 2], rhs[rhs.length - 1]))
              .toArray();
      long[] lhsValid = draw.oneIn(3) ? draw.valid(lhs) : lhs;
      long[] rhsValid = draw.oneIn(3) ? draw.valid(rhs) : rhs;
      return new Stacks(
          dtype,
          ImmutableList.of(
              draw.value(Tiles.of(dtype, MemorySpace.LEFT, lhs, lhsValid)),
              draw.value(Tiles.of(other, MemorySpace.RIGHT, rhs, rhsValid))),
          ImmutableLongArray.copyOf(result),
          valid(result, lhs, lhsValid, rhs, rhsValid),
          legal
              && dtype == other
              && !Draw.NIBBLES.contains(dtype)
              && inner == lhs[lhs.length - 1]
              && rhsValid[rhs.length - 2] >= lhsValid[lhs.length - 1]);
    }

    /** Where both operands are valid; one of extent one stands for all. */
    private static ImmutableLongArray valid(
        long[] result, long[] lhs, long[] lhsValid, long[] rhs, long[] rhsValid) {
      long[] valid = result.clone();
      int rank = result.length;
      for (int i = 3; i <= rank; i++) {
        long left = i <= lhs.length && lhs[lhs.length - i] != 1 ? lhsValid[lhs.length - i] : -1;
        long right = i <= rhs.length && rhs[rhs.length - i] != 1 ? rhsValid[rhs.length - i] : -1;
        valid[rank - i] = Math.min(left < 0 ? result[rank - i] : left, result[rank - i]);
        valid[rank - i] = Math.min(right < 0 ? result[rank - i] : right, valid[rank - i]);
      }
      valid[rank - 2] = lhsValid[lhs.length - 2];
      valid[rank - 1] = rhsValid[rhs.length - 1];
      return ImmutableLongArray.copyOf(valid);
    }

    long[] result() {
      return extents.toArray();
    }

    long[] valid() {
      return part.toArray();
    }

    private static LongStream extents(Draw draw, int rank) {
      return Arrays.stream(draw.shape(rank));
    }

    /** The extents, some of them one or another, or without the first. */
    private static LongStream some(Draw draw, long[] leading) {
      int from = leading.length > 0 && draw.oneIn(4) ? 1 : 0;
      return Arrays.stream(leading, from, leading.length)
          .map(extent -> draw.oneIn(4) ? 1 : draw.oneIn(10) ? draw.extent() : extent);
    }

    /** The common shape; shorter than both when there is none. */
    private static long[] broadcast(long[] a, long[] b) {
      int rank = Math.max(a.length, b.length);
      long[] result = new long[rank];
      for (int i = 1; i <= rank; i++) {
        long x = i <= a.length ? a[a.length - i] : 1;
        long y = i <= b.length ? b[b.length - i] : 1;
        if (x != y && x != 1 && y != 1) {
          return new long[0];
        }
        result[rank - i] = x == 1 ? y : x;
      }
      return result;
    }
  }

  private static Attempt batch(Draw draw) {
    Stacks stacks = Stacks.of(draw);
    return Attempt.of(stacks.operands())
        .when(
            stacks.legal(),
            () -> Tiles.of(sum(stacks.dtype()), MemorySpace.ACC, stacks.result(), stacks.valid()));
  }

  private static Attempt accumulatedBatch(Draw draw) {
    Stacks stacks = Stacks.of(draw);
    long[] shape = draw.nearly(stacks.result());
    DataType dtype = draw.oneIn(8) ? draw.dtype() : sum(stacks.dtype());
    long[] valid = draw.oneIn(3) ? draw.valid(shape) : shape;
    boolean covers = shape.length == stacks.result().length;
    for (int i = 0; covers && i < shape.length; i++) {
      covers = valid[i] >= stacks.valid()[i];
    }
    TileType acc = Tiles.of(dtype, MemorySpace.ACC, shape, valid);
    List<Expr> args = new ArrayList<>(stacks.operands());
    args.addFirst(draw.value(acc));
    return Attempt.of(args)
        .when(
            stacks.legal()
                && covers
                && Arrays.equals(shape, stacks.result())
                && dtype == sum(stacks.dtype()),
            () -> acc);
  }
}
