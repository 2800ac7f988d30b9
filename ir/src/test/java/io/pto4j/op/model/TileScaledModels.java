package io.pto4j.op.model;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import io.pto4j.ir.CompactMode;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.MemorySpace;
import io.pto4j.ir.TileType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Products with a scale per 32 factors. */
final class TileScaledModels {
  private static final int GROUP = 32;

  private TileScaledModels() {}

  static ImmutableMap<String, RuleModel> all() {
    return Tiles.orTensors(
        ImmutableMap.of(
            "tile.matmul_mx", TileScaledModels::product,
            "tile.matmul_mx_acc", TileScaledModels::accumulated,
            "tile.matmul_mx_bias", TileScaledModels::biased,
            "tile.tget_scale_addr", TileScaledModels::scaleAddress));
  }

  /** Factors of a product, each followed by its scales. */
  private record Factors(
      ImmutableList<Expr> operands,
      ImmutableLongArray extents,
      ImmutableLongArray part,
      boolean legal) {
    static Factors of(Draw draw) {
      long m = 16L * draw.between(1, 3);
      long k = 64L * draw.between(1, 3);
      long n = 32L * draw.between(1, 3);
      boolean aligned = true;
      if (draw.oneIn(8)) {
        m -= draw.any(0, 8);
        k -= draw.any(0, 32);
        n -= draw.any(0, 16);
        aligned = m % 16 == 0 && k % 64 == 0 && n % 32 == 0;
      }
      long inner = draw.oneIn(12) ? k + 64 : k;
      long[] lhs = {m, k};
      long[] rhs = {inner, n};
      long[] lhsValid = draw.valid(lhs);
      long[] rhsValid = draw.valid(rhs);
      if (!draw.oneIn(6)) {
        rhsValid[0] = lhsValid[1];
      }
      long[] lhsScale = {m, groups(k)};
      long[] rhsScale = {groups(inner), n};
      long[] lhsScaleValid = {lhsValid[0], groups(lhsValid[1])};
      long[] rhsScaleValid = {groups(rhsValid[0]), rhsValid[1]};
      boolean scaled = true;
      if (draw.oneIn(6)) {
        long[] changed = draw.any(lhsScaleValid, rhsScaleValid);
        changed[draw.between(0, 1)]--;
        scaled = false;
      }
      DataType data = draw.oneIn(12) ? DataType.FP8E5M2 : DataType.FP8E4M3FN;
      DataType scale = draw.oneIn(12) ? DataType.UINT8 : DataType.FP8E8M0;
      boolean legal =
          aligned
              && inner == k
              && rhsValid[0] >= lhsValid[1]
              && groups(lhsValid[1]) == groups(rhsValid[0])
              && scaled
              && data == DataType.FP8E4M3FN
              && scale == DataType.FP8E8M0;
      return new Factors(
          ImmutableList.of(
              draw.value(Tiles.of(data, MemorySpace.LEFT, lhs, lhsValid)),
              draw.value(Tiles.of(scale, MemorySpace.LEFT_SCALE, lhsScale, lhsScaleValid)),
              draw.value(Tiles.of(data, MemorySpace.RIGHT, rhs, rhsValid)),
              draw.value(Tiles.of(scale, MemorySpace.RIGHT_SCALE, rhsScale, rhsScaleValid))),
          ImmutableLongArray.of(m, n),
          ImmutableLongArray.of(lhsValid[0], rhsValid[1]),
          legal);
    }

    private static long groups(long factors) {
      return (factors + GROUP - 1) / GROUP;
    }

    long[] result() {
      return extents.toArray();
    }

    long[] valid() {
      return part.toArray();
    }

    TileType type() {
      return sums(DataType.FP32, result(), valid(), part.get(0) != extents.get(0));
    }
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

  private static Attempt product(Draw draw) {
    Factors factors = Factors.of(draw);
    return Attempt.of(factors.operands()).when(factors.legal(), factors::type);
  }

  private static Attempt accumulated(Draw draw) {
    Factors factors = Factors.of(draw);
    DataType dtype = draw.oneIn(8) ? draw.dtype() : DataType.FP32;
    long[] shape = draw.oneIn(8) ? draw.shape(2) : factors.result();
    long[] valid = draw.oneIn(6) ? draw.valid(shape) : factors.valid();
    TileType acc = sums(dtype, shape, valid, draw.oneIn(3));
    List<Expr> args = new ArrayList<>(factors.operands());
    args.addFirst(draw.value(acc));
    return Attempt.of(args)
        .when(
            factors.legal()
                && dtype == DataType.FP32
                && Arrays.equals(shape, factors.result())
                && Arrays.equals(valid, factors.valid()),
            () -> acc);
  }

  private static Attempt biased(Draw draw) {
    Factors factors = Factors.of(draw);
    DataType dtype = draw.oneIn(8) ? draw.dtype() : DataType.FP32;
    long[] shape = {draw.oneIn(10) ? 2 : 1, draw.oneIn(10) ? draw.extent() : factors.result()[1]};
    long[] valid = {shape[0], draw.oneIn(4) ? draw.between(1, (int) shape[1]) : shape[1]};
    List<Expr> args = new ArrayList<>(factors.operands());
    args.add(draw.value(Tiles.of(dtype, MemorySpace.BIAS, shape, valid)));
    return Attempt.of(args)
        .when(
            factors.legal()
                && dtype == DataType.FP32
                && shape[0] == 1
                && shape[1] == factors.result()[1]
                && valid[1] >= factors.valid()[1],
            factors::type);
  }

  private static Attempt scaleAddress(Draw draw) {
    MemorySpace scales =
        draw.any(MemorySpace.LEFT_SCALE, MemorySpace.RIGHT_SCALE, MemorySpace.LEFT);
    MemorySpace data = draw.any(MemorySpace.LEFT, MemorySpace.RIGHT, MemorySpace.MAT);
    TileType scale = TileType.of(DataType.FP8E8M0, scales, 16, 2);
    boolean pair =
        (scales == MemorySpace.LEFT_SCALE && data == MemorySpace.LEFT)
            || (scales == MemorySpace.RIGHT_SCALE && data == MemorySpace.RIGHT);
    return Attempt.of(draw.value(scale), draw.tile(DataType.FP8E4M3FN, data, 16, 64))
        .when(pair, () -> scale);
  }
}
