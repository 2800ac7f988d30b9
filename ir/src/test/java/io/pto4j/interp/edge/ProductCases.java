package io.pto4j.interp.edge;

import static io.pto4j.interp.edge.ElementwiseCases.put;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.pto4j.interp.edge.Edges.Geometry;
import io.pto4j.ir.AttrValue;
import io.pto4j.ir.DataType;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;

/** Products of matrices; the geometry is that of the result. */
final class ProductCases {
  private static final int VECTOR_ROWS = 16;
  private static final int GROUP = 32;

  private ProductCases() {}

  static void register(ImmutableMap.Builder<String, EdgeCase> cases) {
    for (String operator : ImmutableList.of("tile.matmul", "tile.batch_matmul", "tensor.matmul")) {
      put(cases, operator, ProductCases::product);
    }
    for (String operator :
        ImmutableList.of("tile.matmul_acc", "tile.batch_matmul_acc", "tensor.matmul_acc")) {
      put(cases, operator, ProductCases::accumulated);
    }
    put(cases, "tile.matmul_bias", ProductCases::biased);
    put(cases, "tile.gemv", ProductCases::vector);
    put(cases, "tile.gemv_acc", ProductCases::vectorAccumulated);
    put(cases, "tile.gemv_bias", ProductCases::vectorBiased);
    put(cases, "tile.matmul_mx", (_, t, g, random) -> scaled(0, t, g, random));
    put(cases, "tile.matmul_mx_acc", (_, t, g, random) -> scaled(1, t, g, random));
    put(cases, "tile.matmul_mx_bias", (_, t, g, random) -> scaled(2, t, g, random));
    put(cases, "tile.tget_scale_addr", ProductCases::scales);
  }

  /** Two matrices whose product has a geometry. */
  private record Pair(Cells a, Cells b, DataType result, Geometry g, int k) {
    static Pair of(DataType t, Geometry g, Random random) {
      int k = 1 + random.nextInt(9);
      DataType result = t.isFloat() ? DataType.FP32 : DataType.INT32;
      Geometry left = new Geometry(g.rows(), k, g.validRows(), k);
      Geometry right = new Geometry(k, g.cols(), k, g.validCols());
      return new Pair(left.any(t, random), right.any(t, random), result, g, k);
    }

    Cells any(Random random) {
      return g.any(result, random);
    }

    Number chain(int row, int column) {
      if (!result.isFloat()) {
        BigInteger sum = BigInteger.ZERO;
        for (int p = 0; p < k; p++) {
          sum =
              sum.add(
                  Plain.exact(a.dtype(), (Long) a.at(row, p))
                      .multiply(Plain.exact(b.dtype(), (Long) b.at(p, column))));
        }
        return Plain.wrap(result, sum);
      }
      double sum = 0;
      for (int p = 0; p < k; p++) {
        sum = Plain.fused(sum, (Double) a.at(row, p), (Double) b.at(p, column));
      }
      return sum;
    }

    Number plus(Number other, int row, int column) {
      return Plain.binary("add", result, other, chain(row, column));
    }
  }

  private static boolean product(String operator, DataType t, Geometry g, Random random) {
    Pair pair = Pair.of(t, g, random);
    Applied applied = Applied.of(operator).with(pair.a()).with(pair.b());
    if (operator.startsWith("tensor.")) {
      applied.attr("out_dtype", AttrValue.of(pair.result()));
    }
    return applied.gives(
        () -> Cells.of(pair.result(), g.shape(), g.valid(), p -> pair.chain(p[0], p[1])));
  }

  private static boolean accumulated(String operator, DataType t, Geometry g, Random random) {
    Pair pair = Pair.of(t, g, random);
    Cells acc = pair.any(random);
    return Applied.of(operator)
        .with(acc)
        .with(pair.a())
        .with(pair.b())
        .gives(
            () ->
                Cells.of(
                    pair.result(), g.shape(), g.valid(), p -> pair.plus(acc.at(p), p[0], p[1])));
  }

  private static boolean biased(String operator, DataType t, Geometry g, Random random) {
    Pair pair = Pair.of(t, g, random);
    Cells bias = g.row().any(pair.result(), random);
    return Applied.of(operator)
        .with(pair.a())
        .with(pair.b())
        .with(bias)
        .gives(
            () ->
                Cells.of(
                    pair.result(),
                    g.shape(),
                    g.valid(),
                    p -> pair.plus(bias.at(0, p[1]), p[0], p[1])));
  }

  // ---- one row, the first of a block of sixteen

  private static Geometry block(Geometry g) {
    return new Geometry(VECTOR_ROWS, g.cols(), 1, g.validCols());
  }

  private static Pair row(DataType t, Geometry g, Random random) {
    return Pair.of(t, new Geometry(1, g.cols(), 1, g.validCols()), random);
  }

  private static boolean vector(String operator, DataType t, Geometry g, Random random) {
    Pair pair = row(t, g, random);
    Geometry block = block(g);
    return Applied.of(operator)
        .with(pair.a())
        .with(pair.b())
        .gives(
            () -> Cells.of(pair.result(), block.shape(), block.valid(), p -> pair.chain(0, p[1])));
  }

  private static boolean vectorAccumulated(String operator, DataType t, Geometry g, Random random) {
    Pair pair = row(t, g, random);
    Geometry block = block(g);
    Cells acc = block.any(pair.result(), random);
    return Applied.of(operator)
        .with(acc)
        .with(pair.a())
        .with(pair.b())
        .gives(
            () ->
                Cells.of(
                    pair.result(),
                    block.shape(),
                    block.valid(),
                    p -> pair.plus(acc.at(p), 0, p[1])));
  }

  private static boolean vectorBiased(String operator, DataType t, Geometry g, Random random) {
    Pair pair = row(t, g, random);
    Geometry block = block(g);
    Cells bias = g.row().any(pair.result(), random);
    return Applied.of(operator)
        .with(pair.a())
        .with(pair.b())
        .with(bias)
        .gives(
            () ->
                Cells.of(
                    pair.result(),
                    block.shape(),
                    block.valid(),
                    p -> pair.plus(bias.at(0, p[1]), 0, p[1])));
  }

  // ---- with a scale for every 32 factors

  private static final List<Number> POWERS =
      List.of(1.0, 2.0, 0.25, 0x1p-127, 0x1p127, 0x1p-20, 0x1p10, Double.NaN);

  /**
   * @param form 0 the product, 1 added to an accumulator, 2 with a bias
   */
  private static boolean scaled(int form, DataType t, Geometry g, Random random) {
    if (!t.isFloat()) {
      return false;
    }
    int m = 16;
    int n = 32;
    int k = 64;
    int validRows = Math.min(g.validRows(), m);
    int validCols = Math.min(g.validCols(), n);
    int validK = random.nextBoolean() ? k : 33 + random.nextInt(31);
    int groups = (validK + GROUP - 1) / GROUP;
    Cells a = new Geometry(m, k, validRows, validK).any(t, random);
    Cells b = new Geometry(k, n, validK, validCols).any(t, random);
    Cells sa = new Geometry(m, k / GROUP, validRows, groups).pick(DataType.FP8E8M0, POWERS, random);
    Cells sb = new Geometry(k / GROUP, n, groups, validCols).pick(DataType.FP8E8M0, POWERS, random);
    Geometry result = new Geometry(m, n, validRows, validCols);
    Cells acc = result.any(DataType.FP32, random);
    Cells bias = result.row().any(DataType.FP32, random);
    Applied applied = Applied.of("tile.matmul_mx" + List.of("", "_acc", "_bias").get(form));
    if (form == 1) {
      applied.with(acc);
    }
    applied.with(a).with(sa).with(b).with(sb);
    if (form == 2) {
      applied.with(bias);
    }
    return applied.gives(
        () ->
            Cells.of(
                DataType.FP32,
                result.shape(),
                result.valid(),
                p -> {
                  float sum = 0;
                  for (int i = 0; i < validK; i++) {
                    double factor = (Double) a.at(p[0], i) * (Double) b.at(i, p[1]);
                    int group = i / GROUP;
                    double scale = (Double) sa.at(p[0], group) * (Double) sb.at(group, p[1]);
                    sum = (float) (sum + factor * scale);
                  }
                  return switch (form) {
                    case 0 -> (double) sum;
                    case 1 -> (double) (float) ((Double) acc.at(p) + sum);
                    default -> (double) (float) (sum + (Double) bias.at(0, p[1]));
                  };
                }));
  }

  private static boolean scales(String operator, DataType t, Geometry g, Random random) {
    if (t != DataType.FP8E4M3FN) {
      return false;
    }
    Cells scales = new Geometry(16, 2).pick(DataType.FP8E8M0, POWERS, random);
    Cells data = new Geometry(16, 64).any(t, random);
    return Applied.of(operator).with(scales).with(data).gives(() -> scales);
  }
}
