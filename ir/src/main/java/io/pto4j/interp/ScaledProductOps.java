package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.Binary;

/**
 * Matrix products of narrow elements with a scale for every 32 factors, {@code sum over k of a[i,
 * k] * b[k, j] * (sa[i, k / 32] * sb[k / 32, j])}. A factor with its scales is exact in binary64
 * and is added there to the sum, which is rounded to FP32 after every step, in ascending order of
 * k. Source: PTO ISA, TMATMUL_MX; OCP Microscaling Formats (MX).
 */
final class ScaledProductOps {
  private static final int GROUP = 32;

  private ScaledProductOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.matmul_mx", call -> product(call, 0));
    table.put(
        "tile.matmul_mx_acc",
        call -> ElementwiseOps.binary(call, Binary.ADD, call.tensor(0), product(call, 1)));
    table.put(
        "tile.matmul_mx_bias",
        call -> ElementwiseOps.binary(call, Binary.ADD, product(call, 0), call.tensor(4)));
    // scales are a tile of their own wherever they lie, so tying them to data changes no value
    table.put("tile.tget_scale_addr", call -> call.tensor(0));
  }

  /** The product of operand {@code first} and the three after it: data and scales of each side. */
  private static TensorValue product(OpCall call, int first) {
    TensorValue a = call.tensor(first);
    TensorValue b = call.tensor(first + 2);
    if (a.rank() != 2 || b.rank() != 2 || a.extent(1) != b.extent(0)) {
      throw call.error("no product of " + a + " and " + b);
    }
    int m = a.valid()[0];
    int k = a.valid()[1];
    int n = b.valid()[1];
    int groups = Math.ceilDiv(k, GROUP);
    float[] x = a.floats(call.operator());
    float[] y = b.floats(new int[] {k, n}, call.operator());
    float[] sx = scales(call, first + 1, new int[] {m, groups});
    float[] sy = scales(call, first + 3, new int[] {groups, n});
    float[] d = new float[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int p = 0; p < k; p++) {
          double scale = (double) sx[i * groups + p / GROUP] * sy[p / GROUP * n + j];
          sum = (float) (sum + (double) x[i * k + p] * y[p * n + j] * scale);
        }
        d[i * n + j] = sum;
      }
    }
    return TensorValue.of(DataType.FP32, new int[] {a.extent(0), b.extent(1)}, new int[] {m, n}, d);
  }

  private static float[] scales(OpCall call, int i, int[] region) {
    TensorValue scale = call.tensor(i);
    if (scale.rank() != 2 || scale.extent(0) < region[0] || scale.extent(1) < region[1]) {
      throw call.error("operand " + i + " is " + scale + ", a scale is missing");
    }
    return scale.floats(region, call.operator());
  }
}
