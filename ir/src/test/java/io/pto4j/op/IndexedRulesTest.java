package io.pto4j.op;

import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.FP8E4M3FN;
import static io.pto4j.ir.DataType.FP8E8M0;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.MemorySpace.ACC;
import static io.pto4j.ir.MemorySpace.BIAS;
import static io.pto4j.ir.MemorySpace.LEFT;
import static io.pto4j.ir.MemorySpace.LEFT_SCALE;
import static io.pto4j.ir.MemorySpace.MAT;
import static io.pto4j.ir.MemorySpace.RIGHT;
import static io.pto4j.ir.MemorySpace.RIGHT_SCALE;
import static io.pto4j.ir.MemorySpace.VEC;
import static io.pto4j.op.Calls.call;
import static io.pto4j.op.Calls.dims;
import static io.pto4j.op.Calls.in;
import static io.pto4j.op.Calls.index;
import static io.pto4j.op.Calls.ints;
import static io.pto4j.op.Calls.partial;
import static io.pto4j.op.Calls.refused;
import static io.pto4j.op.Calls.tensor;
import static io.pto4j.op.Calls.tile;
import static io.pto4j.op.Calls.tuple;
import static io.pto4j.op.Calls.value;
import static io.pto4j.op.Calls.vec;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.AttrValue;
import io.pto4j.ir.Attrs;
import io.pto4j.ir.ConstInt;
import io.pto4j.ir.DataType;
import io.pto4j.ir.Expr;
import io.pto4j.ir.IrException;
import io.pto4j.ir.TensorLayout;
import io.pto4j.ir.TensorType;
import io.pto4j.ir.TensorView;
import io.pto4j.ir.TileLayout;
import io.pto4j.ir.TileType;
import io.pto4j.ir.Var;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows and elements at indices, generated matrices, products with scales. */
class IndexedRulesTest {
  private static final Attrs FLOATS = Attrs.of("dtype", AttrValue.of(FP32));

  @Property(tries = 200)
  void aGatheredRowStaysInSourceAndAccumulator(
      @ForAll @IntRange(min = -1, max = 20) int to,
      @ForAll @IntRange(min = -1, max = 40) int from,
      @ForAll @IntRange(min = 1, max = 20) int columns,
      @ForAll boolean transposed) {
    Var acc = tile(FP16, MAT, 16, 16);
    Attrs kwargs = Attrs.of("transpose", AttrValue.of(transposed));
    boolean legal = to >= 0 && from >= 0 && from < 32 && columns <= 16 && to < 16;
    Expr at = transposed ? tuple(0, to) : tuple(to, 0);
    try {
      assertThat(
              call(
                      "tile.gather_row",
                      kwargs,
                      acc,
                      tensor(FP16, 32, 64),
                      at,
                      tuple(from, 0),
                      tuple(1, columns))
                  .type())
          .isEqualTo(acc.type());
      assertThat(legal).isTrue();
    } catch (IrException e) {
      assertThat(legal).isFalse();
    }
  }

  @Test
  void rowsAreGatheredIntoATensorOnChip() {
    Attrs kwargs = Attrs.of("dtype", AttrValue.of(FP16));
    Expr acc = call("tensor.create_l1", kwargs, tuple(16, 64));
    assertThat(acc.type()).isEqualTo(TensorType.of(FP16, 16, 64));
    Var src = tensor(FP16, 32, 64);
    Var n = index("n");
    assertThat(call("tensor.gather_row", acc, src, tuple(n, 0), tuple(n, 0), tuple(1, 64)).type())
        .isEqualTo(acc.type());
    refused(
        "constant valid extents",
        "tensor.gather_row",
        Attrs.of("transpose", AttrValue.of(true)),
        acc,
        src,
        tuple(0, 0),
        tuple(0, 0),
        tuple(1, 16),
        tuple(1, n));
    refused(
        "same dtype",
        "tensor.gather_row",
        acc,
        tensor(FP32, 32, 64),
        tuple(0, 0),
        tuple(0, 0),
        tuple(1, 64));
    refused("positive constants", "tensor.create_l1", kwargs, tuple(n, 64));
  }

  @Test
  void pagedRowsGoWhereTheyCan() {
    Attrs kwargs = ints("block_size", 16, "size", 64, "max_indices", 8);
    Var src = tensor(FP16, 128, 64);
    Var ids = tensor(INT32, 8);
    refused("Left", "tensor.paged_gather", kwargs.with("space", AttrValue.of(LEFT)), src, ids, ids);
    refused(
        "Vec",
        "tensor.paged_gather",
        kwargs.with("space", AttrValue.of(VEC)).with("is_trans", AttrValue.of(true)),
        src,
        ids,
        ids);
    refused("[2, 8]", "tensor.paged_gather", kwargs, src, tensor(INT32, 2, 8), ids);
    refused(
        "size is 0", "tensor.paged_gather", kwargs.with("size", AttrValue.of(0)), src, ids, ids);
  }

  @Property(tries = 100)
  void aRowForEachIndexIsReplaced(
      @ForAll @IntRange(min = 1, max = 6) int b,
      @ForAll @IntRange(min = 1, max = 6) int s,
      @ForAll @IntRange(min = 1, max = 36) int rows,
      @ForAll @IntRange(min = 63, max = 65) int columns) {
    boolean legal = rows == b * s && columns == 64;
    for (boolean tile : new boolean[] {true, false}) {
      Var input = tile ? vec(FP32, 32, 64) : tensor(FP32, 32, 64);
      Var index = tile ? vec(INT32, b, s) : tensor(INT32, b, s);
      Var src = tile ? vec(FP32, rows, columns) : tensor(FP32, rows, columns);
      String op = tile ? "tile.scatter_update" : "tensor.scatter_update";
      try {
        assertThat(call(op, input, index, src).type()).isEqualTo(input.type());
        assertThat(legal).isTrue();
      } catch (IrException e) {
        assertThat(legal).isFalse();
      }
    }
    refused(
        "dim 0",
        "tensor.scatter_update",
        ints("dim", 0),
        tensor(FP32, 2, 2),
        tensor(INT32, 1, 1),
        tensor(FP32, 1, 2));
  }

  @Test
  void elementsAreScatteredInMemory() {
    Var out = tensor(FP32, 64, 64);
    assertThat(call("tile.mscatter", vec(FP32, 8, 16), vec(INT32, 8, 16), out).type())
        .isEqualTo(out.type());
    refused("same shape", "tile.mscatter", vec(FP32, 8, 16), vec(INT32, 8, 8), out);
    refused("same dtype", "tile.mscatter", vec(FP16, 8, 16), vec(INT32, 8, 16), out);
  }

  @Property(tries = 100)
  void elementsAndRowsAreGatheredIntoVec(
      @ForAll @IntRange(min = 1, max = 16) int r, @ForAll @IntRange(min = 1, max = 16) int c) {
    Var mem = tensor(FP16, 128, 32);
    Var idx = vec(INT32, r, c);
    assertThat(call("tile.mgather", ints("coalesce", 1), mem, idx).type())
        .isEqualTo(TileType.of(FP16, VEC, r, c));
    if (r == 1 || c == 1) {
      assertThat(call("tile.mgather", mem, idx).type())
          .isEqualTo(TileType.of(FP16, VEC, (long) r * c, 32));
    } else {
      refused("'idx'", "tile.mgather", mem, idx);
    }
    refused("policy 4", "tile.mgather", ints("gather_oob", 4), mem, idx);
  }

  @Test
  void gathersIntoMat() {
    Var mem = tensor(FP16, 128, 32);
    assertThat(call("tile.mgather", in(MAT), mem, tensor(INT32, 1, 32)).type())
        .isEqualTo(TileType.of(FP16, MAT, 32, 32));
    refused("no whole number of boxes", "tile.mgather", in(MAT), mem, tensor(INT32, 1, 8));
    refused("from a tensor", "tile.mgather", in(MAT), mem, vec(INT32, 1, 32));
    Attrs elements = in(MAT).with("coalesce", AttrValue.of(1));
    Var idx = tensor(INT32, 16, 16);
    assertThat(call("tile.mgather", elements, mem, idx, tensor(FP16, 256)).type())
        .isEqualTo(TileType.of(FP16, MAT, 16, 16));
    refused("scratch", "tile.mgather", elements, mem, idx);
    refused("scratch", "tile.mgather", elements, mem, idx, tensor(FP16, 255));
    refused("scratch", "tile.mgather", elements, mem, idx, mem);
    refused("cannot gather into Acc", "tile.mgather", in(ACC), mem, idx);
  }

  @Property(tries = 50)
  void patternsKeepTheValidColumnsTheyPick(
      @ForAll @IntRange(min = 1, max = 7) int pattern, @ForAll @IntRange(min = 0, max = 32) int v) {
    int every = pattern <= 2 ? 2 : pattern < 7 ? 4 : 1;
    int first = pattern <= 2 ? pattern - 1 : pattern < 7 ? pattern - 3 : 0;
    int picked = 0;
    for (int c = first; c < v; c += every) {
      picked++;
    }
    Var src = partial(FP32, dims(8, 32), dims(8, v));
    TileType result =
        (TileType) call("tile.gather_mask", ints("mask_pattern", pattern), src).type();
    assertThat(result.shape()).isEqualTo(dims(8, 32 / every));
    assertThat(result.validShape()).isEqualTo(dims(8, picked));
  }

  @Test
  void randomBits() {
    Expr[] operands = new Expr[7];
    for (int i = 0; i < 6; i++) {
      operands[i] = ConstInt.index(i);
    }
    operands[6] = tuple(8, 64);
    Attrs bits = Attrs.of("dtype", AttrValue.of(UINT32));
    assertThat(call("tensor.random", bits, operands).type())
        .isEqualTo(TensorType.of(UINT32, 8, 64));
    assertThat(call("tile.random", bits, operands).type())
        .isEqualTo(TileType.of(UINT32, VEC, 8, 64));
    assertThat(call("tile.random", bits, operands).args().get(5)).isEqualTo(ConstInt.of(5, INT32));
    refused("8 rounds", "tensor.random", bits.with("rounds", AttrValue.of(8)), operands);
    refused("fp32", "tensor.random", FLOATS, operands);
    operands[6] = tuple(8);
    refused("elements", "tensor.random", bits, operands);
  }

  @Test
  void triangles() {
    Expr diagonal = ConstInt.index(0);
    assertThat(call("tile.tri", FLOATS, diagonal, tuple(16, 32)).type())
        .isEqualTo(TileType.of(FP32, VEC, 16, 32));
    assertThat(
            ((TileType) call("tile.tri", FLOATS, diagonal, tuple(16, 32), tuple(4, 32)).type())
                .validShape())
        .isEqualTo(dims(4, 32));
    refused("0, 32", "tile.tri", FLOATS, diagonal, tuple(16, 32), tuple(0, 32));
    refused(
        "int64",
        "tile.tri",
        Attrs.of("dtype", AttrValue.of(DataType.INT64)),
        diagonal,
        tuple(4, 4));
  }

  @Property(tries = 200)
  void oneAxisIsRepeated(
      @ForAll @IntRange(min = 1, max = 3) int a,
      @ForAll @IntRange(min = 1, max = 3) int b,
      @ForAll @IntRange(min = 1, max = 3) int c,
      @ForAll @IntRange(min = 1, max = 3) int d,
      @ForAll @IntRange(min = 1, max = 3) int e,
      @ForAll @IntRange(min = 1, max = 3) int f) {
    int[] from = {a, b, c};
    int[] to = {d, e, f};
    int differing = 0;
    boolean legal = true;
    for (int i = 0; i < 3; i++) {
      if (from[i] != to[i]) {
        differing++;
        legal &= from[i] == 1;
      }
    }
    legal &= differing <= 1;
    try {
      assertThat(call("tensor.expand_clone", tensor(FP32, a, b, c), tensor(FP32, d, e, f)).type())
          .isEqualTo(TensorType.of(FP32, d, e, f));
      assertThat(legal).isTrue();
    } catch (IrException ex) {
      assertThat(legal).isFalse();
    }
  }

  // ---- products with scales

  private static Expr scaled(int m, int k, int n, int groups) {
    return call(
        "tile.matmul_mx",
        tile(FP8E4M3FN, LEFT, m, k),
        tile(FP8E8M0, LEFT_SCALE, m, groups),
        tile(FP8E4M3FN, RIGHT, k, n),
        tile(FP8E8M0, RIGHT_SCALE, groups, n));
  }

  @Property(tries = 100)
  void aScaleForEvery32Factors(
      @ForAll @IntRange(min = 1, max = 40) int m,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll @IntRange(min = 1, max = 70) int n,
      @ForAll @IntRange(min = 1, max = 8) int groups) {
    boolean legal = m % 16 == 0 && n % 32 == 0 && groups == 2 * k;
    try {
      assertThat(scaled(m, 64 * k, n, groups).type()).isEqualTo(TileType.of(FP32, ACC, m, n));
      assertThat(legal).isTrue();
    } catch (IrException e) {
      assertThat(legal).isFalse();
    }
  }

  @Test
  void scaledProductsAccumulate() {
    Expr first = scaled(16, 64, 32, 2);
    Expr[] factors = {
      tile(FP8E4M3FN, LEFT, 16, 64),
      tile(FP8E8M0, LEFT_SCALE, 16, 2),
      tile(FP8E4M3FN, RIGHT, 64, 32),
      tile(FP8E8M0, RIGHT_SCALE, 2, 32)
    };
    assertThat(
            call("tile.matmul_mx_acc", first, factors[0], factors[1], factors[2], factors[3])
                .type())
        .isEqualTo(first.type());
    assertThat(
            call(
                    "tile.matmul_mx_bias",
                    factors[0],
                    factors[1],
                    factors[2],
                    factors[3],
                    tile(FP32, BIAS, 1, 32))
                .type())
        .isEqualTo(first.type());
    refused(
        "the accumulator",
        "tile.matmul_mx_acc",
        tile(FP32, ACC, 32, 32),
        factors[0],
        factors[1],
        factors[2],
        factors[3]);
    assertThat(call("tile.tget_scale_addr", factors[1], factors[0]).type())
        .isEqualTo(factors[1].type());
    refused("different sides", "tile.tget_scale_addr", factors[1], factors[2]);
    refused(
        "no multiple of 64",
        "tile.matmul_mx",
        tile(FP8E4M3FN, LEFT, 16, 32),
        factors[1],
        tile(FP8E4M3FN, RIGHT, 32, 32),
        factors[3]);
  }

  @Test
  void scalesAreLoadedAndMovedInTheirLayout() {
    TensorType scales =
        TensorType.of(FP8E8M0, 16, 2)
            .withTensorView(Optional.of(TensorView.packed().withLayout(TensorLayout.MX_A_ZZ)));
    Var source = value("s", scales);
    Expr loaded = call("tile.load", in(MAT), source, tuple(0, 0), tuple(16, 2), tuple(16, 2));
    TileType tile = (TileType) loaded.type();
    assertThat(tile.effectiveView().blayout()).isEqualTo(TileLayout.ROW_MAJOR);
    assertThat(tile.effectiveView().slayout()).isEqualTo(TileLayout.ROW_MAJOR);
    assertThat(tile.effectiveView().fractal()).isEqualTo(32);
    assertThat(call("tile.move", in(LEFT_SCALE), loaded).type())
        .isEqualTo(TileType.of(FP8E8M0, LEFT_SCALE, 16, 2));
    refused("cannot move to RightScale", "tile.move", in(RIGHT_SCALE), loaded);
    refused(
        "cannot be loaded so",
        "tile.load",
        in(VEC),
        source,
        tuple(0, 0),
        tuple(16, 2),
        tuple(16, 2));
    refused(
        "scales cannot be created",
        "tile.create",
        in(LEFT_SCALE).with("dtype", AttrValue.of(FP8E8M0)),
        tuple(16, 2));
  }

  @Test
  void fp4IsNotMultiplied() {
    refused(
        "fp4", "tile.matmul", tile(DataType.FP4, LEFT, 16, 64), tile(DataType.FP4, RIGHT, 64, 32));
  }
}
