package io.pto4j.ir;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import io.pto4j.text.IrPrinter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TensorStridesTest {
  private static final DataType FP16 = DataType.FP16;

  @Provide
  Arbitrary<List<Long>> shapes() {
    return Arbitraries.longs().between(1, 5).list().ofMinSize(2).ofMaxSize(6);
  }

  private static ImmutableList<Expr> dims(List<Long> extents) {
    return extents.stream().map(ConstInt::index).collect(toImmutableList());
  }

  private static long[] values(List<Expr> dims) {
    return dims.stream().mapToLong(d -> ((ConstInt) d).value()).toArray();
  }

  private static TensorType tensor(
      DataType dtype, List<Expr> shape, TensorLayout layout, List<Expr> stride) {
    return TensorType.of(dtype, ImmutableList.copyOf(shape))
        .withTensorView(
            Optional.of(
                TensorView.packed().withLayout(layout).withStride(ImmutableList.copyOf(stride))));
  }

  private static Optional<String> fault(TensorLayout layout, long[] shape, long... stride) {
    return TensorStrides.fault(tensor(FP16, Dims.of(shape), layout, Dims.of(stride)), true);
  }

  /** The addresses of all elements. */
  private static List<Long> addresses(long[] shape, long[] stride) {
    List<Long> all = List.of(0L);
    for (int axis = 0; axis < shape.length; axis++) {
      List<Long> further = new ArrayList<>();
      for (long address : all) {
        for (long i = 0; i < shape[axis]; i++) {
          further.add(address + i * stride[axis]);
        }
      }
      all = further;
    }
    return all;
  }

  @Property(tries = 100)
  void packedElementsFillTheirMemory(@ForAll("shapes") List<Long> extents) {
    ImmutableList<Expr> shape = dims(extents);
    for (TensorLayout layout : List.of(TensorLayout.ND, TensorLayout.DN)) {
      ImmutableList<Expr> stride = TensorStrides.packed(FP16, shape, layout);
      List<Long> addresses = addresses(values(shape), values(stride));

      Set<Long> distinct = new HashSet<>(addresses);
      assertThat(distinct).hasSameSizeAs(addresses);
      assertThat(distinct).allMatch(a -> a >= 0 && a < addresses.size());
      assertThat(TensorStrides.fault(tensor(FP16, shape, layout, stride), true)).isEmpty();
    }
  }

  @Property(tries = 100)
  void columnsAreRowsOfTheTransposedMatrix(@ForAll("shapes") List<Long> extents) {
    int last = extents.size() - 1;
    List<Long> transposed = new ArrayList<>(extents);
    transposed.set(last, extents.get(last - 1));
    transposed.set(last - 1, extents.get(last));
    long[] rows = values(TensorStrides.packed(FP16, dims(transposed), TensorLayout.ND));

    long[] columns = values(TensorStrides.packed(FP16, dims(extents), TensorLayout.DN));

    assertThat(columns[last]).isEqualTo(rows[last - 1]);
    assertThat(columns[last - 1]).isEqualTo(rows[last]);
    for (int axis = 0; axis < last - 1; axis++) {
      assertThat(columns[axis]).isEqualTo(rows[axis]);
    }
  }

  @Property(tries = 100)
  void shorterStrideOverlaps(@ForAll("shapes") List<Long> extents) {
    ImmutableList<Expr> shape = dims(extents);
    long[] stride = values(TensorStrides.packed(FP16, shape, TensorLayout.ND));
    for (int axis = 0; axis < stride.length - 1; axis++) {
      long[] shorter = stride.clone();
      shorter[axis]--;
      assertThat(fault(TensorLayout.ND, values(shape), shorter))
          .contains(
              "has a stride in dimension %d that is shorter than what lies within it"
                  .formatted(axis));
    }
  }

  @Example
  void columnsOfFourAxes() {
    assertThat(values(TensorStrides.packed(FP16, Dims.of(2, 3, 4, 5), TensorLayout.DN)))
        .containsExactly(60, 20, 1, 4);
    assertThat(fault(TensorLayout.DN, new long[] {2, 3, 4, 5}, 60, 20, 1, 4)).isEmpty();
    assertThat(fault(TensorLayout.DN, new long[] {2, 3, 4, 5}, 59, 20, 1, 4))
        .contains("has a stride in dimension 0 that is shorter than what lies within it");
    assertThat(fault(TensorLayout.DN, new long[] {2, 3, 4, 5}, 60, 19, 1, 4))
        .contains("has a stride in dimension 1 that is shorter than what lies within it");
  }

  @Example
  void boxesNeedABlockedShape() {
    long[] blocked = {2, 4, 3, 16, 16};
    assertThat(values(TensorStrides.packed(FP16, Dims.of(blocked), TensorLayout.NZ)))
        .containsExactly(3072, 768, 256, 16, 1);
    assertThat(fault(TensorLayout.NZ, blocked, 3072, 768, 256, 16, 1)).isEmpty();
    assertThat(fault(TensorLayout.NZ, blocked, 4096, 1024, 256, 16, 1)).isEmpty();
    assertThat(fault(TensorLayout.NZ, blocked, 3072, 767, 256, 16, 1))
        .contains("has a stride in dimension 1 that is shorter than what lies within it");
    for (boolean materialized : new boolean[] {true, false}) {
      assertThat(
              TensorStrides.fault(
                  tensor(FP16, Dims.of(64, 64), TensorLayout.NZ, List.of()), materialized))
          .contains(
              "is not blocked as [batch, columns / 16, rows / 16, 16, 16];"
                  + " give the blocked shape, or use ND or DN");
    }
    assertThatThrownBy(() -> TensorStrides.packed(FP16, Dims.of(64, 64), TensorLayout.NZ))
        .isInstanceOf(IrException.class)
        .hasMessageContaining("a tensor with the NZ layout is not blocked as");
  }

  @Example
  void rowOfABoxIs32Bytes() {
    assertThat(TensorStrides.isBlocked(DataType.FP32, Dims.of(1, 4, 3, 16, 8))).isTrue();
    assertThat(TensorStrides.isBlocked(DataType.INT8, Dims.of(1, 4, 3, 16, 32))).isTrue();
    assertThat(TensorStrides.isBlocked(DataType.FP4, Dims.of(1, 4, 3, 16, 64))).isTrue();
    assertThat(TensorStrides.isBlocked(DataType.FP32, Dims.of(1, 4, 3, 16, 16))).isFalse();
    assertThat(TensorStrides.isBlocked(FP16, Dims.of(1, 4, 3, 8, 16))).isFalse();
  }

  @Example
  void stridesMayBeLeftOutUntilTheyAreWritten() {
    TensorType packed = tensor(FP16, Dims.of(4, 8), TensorLayout.DN, List.of());

    assertThat(TensorStrides.fault(packed, false)).isEmpty();
    assertThat(TensorStrides.fault(packed, true)).contains("has a view without strides");
    assertThat(fault(TensorLayout.DN, new long[] {4}, 1))
        .contains("has no columns; use the ND layout");
  }

  @Example
  void symbolsAreBelieved() {
    Var n = new Var("n", ScalarType.of(DataType.INDEX), Span.unknown());
    ImmutableList<Expr> shape = ImmutableList.of(ConstInt.index(4), n, ConstInt.index(8));

    ImmutableList<Expr> stride = TensorStrides.packed(FP16, shape, TensorLayout.DN);

    assertThat(stride).extracting(IrPrinter::print).containsExactly("n * 8", "1", "n");
    assertThat(TensorStrides.fault(tensor(FP16, shape, TensorLayout.DN, stride), true)).isEmpty();
    assertThat(
            TensorStrides.fault(
                tensor(FP16, shape, TensorLayout.ND, ImmutableList.of(n, n, n)), true))
        .isEmpty();
  }

  @Example
  void productThatDoesNotFitStaysAProduct() {
    ImmutableList<Expr> stride = TensorStrides.rowMajor(Dims.of(2, Long.MAX_VALUE / 2, 3));

    assertThat(stride.getFirst()).isInstanceOf(BinaryExpr.class);
  }
}
