package io.pto4j.interp;

import com.google.common.collect.ImmutableMap;
import io.pto4j.ir.DataType;
import io.pto4j.numeric.Binary;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.numeric.MatrixProduct;
import io.pto4j.op.rule.Promotion;
import java.util.Arrays;

/** Matrix products. */
final class ProductOps {
  private static final int VECTOR_ROWS = 16;

  private ProductOps() {}

  static void register(ImmutableMap.Builder<String, Semantics> table) {
    table.put("tile.matmul", call -> product(call, call.tensor(0), call.tensor(1)));
    table.put("tile.matmul_acc", ProductOps::accumulate);
    table.put("tile.matmul_bias", ProductOps::withBias);
    table.put("tile.batch_matmul", call -> batches(call, call.tensor(0), call.tensor(1)));
    table.put("tile.batch_matmul_acc", ProductOps::accumulate);
    table.put("tile.gemv", call -> vector(call, call.tensor(0), call.tensor(1)));
    table.put("tile.gemv_acc", ProductOps::accumulateVector);
    table.put("tile.gemv_bias", ProductOps::vectorWithBias);
    table.put("tensor.matmul", ProductOps::tensorProduct);
    table.put("tensor.matmul_acc", ProductOps::accumulate);
  }

  private static TensorValue side(OpCall call, int i, String transposed) {
    TensorValue x = call.tensor(i);
    return call.attributes().getBool(transposed, false)
        ? x.transposed(x.rank() - 2, x.rank() - 1)
        : x;
  }

  /** The product in the accumulator type, over the valid regions. */
  private static TensorValue product(OpCall call, TensorValue a, TensorValue b) {
    if (a.rank() != 2 || b.rank() != 2) {
      throw call.unsupported("a product of values of rank " + a.rank() + " and " + b.rank());
    }
    int m = a.valid()[0];
    int k = a.valid()[1];
    int n = b.valid()[1];
    if (a.extent(1) != b.extent(0) || b.valid()[0] < k || a.isFloat() != b.isFloat()) {
      throw call.error("no product of " + a + " and " + b);
    }
    int[] shape = {a.extent(0), b.extent(1)};
    int[] valid = {m, n};
    int[] bRegion = {k, n};
    if (a.isFloat()) {
      float[] c = new float[m * n];
      MatrixProduct.multiply(
          a.floats(call.operator()),
          0,
          k,
          b.floats(bRegion, call.operator()),
          0,
          n,
          c,
          0,
          n,
          m,
          k,
          n);
      return TensorValue.of(DataType.FP32, shape, valid, c);
    }
    long[] c = new long[m * n];
    MatrixProduct.multiply(
        a.longs(call.operator()), 0, k, b.longs(bRegion, call.operator()), 0, n, c, 0, n, m, k, n);
    return TensorValue.of(DataType.INT32, shape, valid, c);
  }

  /** One product per index of the leading dimensions, which broadcast. */
  private static TensorValue batches(OpCall call, TensorValue a, TensorValue b) {
    if (a.rank() == 2 && b.rank() == 2) {
      return product(call, a, b);
    }
    if (a.rank() < 2 || b.rank() < 2) {
      throw call.unsupported("a product of values of rank " + a.rank() + " and " + b.rank());
    }
    int[] batch = Shapes.broadcast(call.operator(), leading(a.shape()), leading(b.shape()));
    TensorValue result = null;
    for (int i = 0; i < Shapes.count(batch); i++) {
      int[] at = Shapes.position(batch, i);
      TensorValue one = product(call, matrix(a, at), matrix(b, at));
      if (result == null) {
        result =
            TensorValue.undefined(one.dtype(), joined(batch, one.shape()))
                .withValid(joined(batch, one.valid()));
      }
      int[] region = joined(ones(batch.length), one.valid());
      if (one.isFloat()) {
        result.write(joined(at, new int[2]), region, one.floats(call.operator()));
      } else {
        result.write(joined(at, new int[2]), region, one.longs(call.operator()));
      }
    }
    if (result == null) {
      throw call.error("an empty batch");
    }
    return result;
  }

  private static int[] leading(int[] shape) {
    return Arrays.copyOf(shape, shape.length - 2);
  }

  private static int[] ones(int rank) {
    int[] ones = new int[rank];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int[] joined(int[] first, int[] second) {
    int[] result = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, result, first.length, second.length);
    return result;
  }

  /** The matrix at a position of the broadcast leading dimensions. */
  private static TensorValue matrix(TensorValue x, int[] at) {
    int lead = x.rank() - 2;
    int[] start = new int[x.rank()];
    int[] axes = new int[lead];
    for (int axis = 0; axis < lead; axis++) {
      int position = at[at.length - lead + axis];
      start[axis] = x.extent(axis) == 1 ? 0 : position;
      axes[axis] = axis;
    }
    int[] shape = joined(ones(lead), Arrays.copyOfRange(x.shape(), lead, x.rank()));
    int[] valid = joined(ones(lead), Arrays.copyOfRange(x.valid(), lead, x.rank()));
    return x.window(start, shape, valid).dropAxes(axes);
  }

  /** The product of a row and a matrix: one valid row of a block of 16. */
  private static TensorValue vector(OpCall call, TensorValue row, TensorValue matrix) {
    TensorValue product = product(call, row, matrix);
    int[] shape = {VECTOR_ROWS, product.extent(1)};
    return product.isFloat()
        ? TensorValue.of(product.dtype(), shape, product.valid(), product.floats(call.operator()))
        : TensorValue.of(product.dtype(), shape, product.valid(), product.longs(call.operator()));
  }

  private static Value accumulateVector(OpCall call) {
    TensorValue acc = call.tensor(0);
    return sum(call, acc, vector(call, call.tensor(1), call.tensor(2)), acc.valid());
  }

  private static Value vectorWithBias(OpCall call) {
    TensorValue product = vector(call, call.tensor(0), call.tensor(1));
    return ElementwiseOps.binary(call, Binary.ADD, product, call.tensor(2));
  }

  /** The accumulator plus the product, or the product alone if the condition operand holds. */
  private static Value accumulate(OpCall call) {
    TensorValue acc = call.tensor(0);
    TensorValue product = batches(call, side(call, 1, "a_trans"), side(call, 2, "b_trans"));
    if (!Arrays.equals(acc.shape(), product.shape()) || acc.dtype() != product.dtype()) {
      throw call.error("the accumulator is " + acc + ", the product " + product);
    }
    boolean overwrite = call.has(3) && call.integer(3) != 0;
    int[] region = product.valid();
    TensorValue sum = overwrite ? product : sum(call, acc, product, region);
    if (Arrays.equals(region, acc.valid())) {
      return sum;
    }
    TensorValue result = MovementOps.copy(call, acc);
    if (sum.isFloat()) {
      result.write(Shapes.zeros(region.length), region, sum.floats(call.operator()));
    } else {
      result.write(Shapes.zeros(region.length), region, sum.longs(call.operator()));
    }
    return result;
  }

  private static TensorValue sum(OpCall call, TensorValue acc, TensorValue product, int[] region) {
    int n = Shapes.count(region);
    if (acc.isFloat()) {
      float[] d = new float[n];
      Binary.ADD.apply(
          FloatFormat.FP32,
          acc.floats(region, call.operator()),
          0,
          product.floats(call.operator()),
          0,
          d,
          0,
          n);
      return TensorValue.of(acc.dtype(), acc.shape(), region, d);
    }
    long[] d = new long[n];
    Binary.ADD.apply(
        IntFormat.INT32,
        acc.longs(region, call.operator()),
        0,
        product.longs(call.operator()),
        0,
        d,
        0,
        n);
    return TensorValue.of(acc.dtype(), acc.shape(), region, d);
  }

  private static Value withBias(OpCall call) {
    TensorValue product = product(call, call.tensor(0), call.tensor(1));
    return ElementwiseOps.binary(call, Binary.ADD, product, call.tensor(2));
  }

  private static Value tensorProduct(OpCall call) {
    TensorValue a = side(call, 0, "a_trans");
    TensorValue b = side(call, 1, "b_trans");
    DataType out =
        call.attributes()
            .getDataType("out_dtype")
            .orElseGet(() -> Promotion.of(a.dtype(), b.dtype()));
    TensorValue product = batches(call, a, b);
    if (product.dtype() == out) {
      return product;
    }
    return narrowed(call, product, out);
  }

  /** The accumulator in another element type: rounded to nearest even, or its low bits. */
  private static TensorValue narrowed(OpCall call, TensorValue product, DataType out) {
    if (product.isFloat() != out.isFloat()) {
      throw call.unsupported("a product in " + out.text());
    }
    if (product.isFloat()) {
      float[] d = product.floats(call.operator()).clone();
      FloatFormat.of(out).round(d, 0, d.length);
      return TensorValue.of(out, product.shape(), product.valid(), d);
    }
    long[] d = product.longs(call.operator()).clone();
    IntFormat.of(out).wrap(d, 0, d.length);
    return TensorValue.of(out, product.shape(), product.valid(), d);
  }
}
