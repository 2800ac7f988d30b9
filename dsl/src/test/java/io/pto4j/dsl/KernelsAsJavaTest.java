package io.pto4j.dsl;

import static io.pto4j.dsl.Pl.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.dsl.RecordingEngine.Request;
import io.pto4j.runtime.HostTensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels called as plain Java: the order of the operators, launches, windows and scopes. */
class KernelsAsJavaTest {

  private final Tensor<FP32> x = RecordingEngine.tensor("x", FP32, 64, 256);
  private final Tensor<FP32> y = RecordingEngine.tensor("y", FP32, 64, 256);

  @BeforeEach
  void forgetRequests() {
    RecordingEngine.takeRequests();
  }

  private static List<String> operators() {
    return operators(RecordingEngine.takeRequests());
  }

  private static List<String> operators(List<Request> requests) {
    return requests.stream().map(Request::operator).toList();
  }

  @Test
  void tileKernelRunsItsOperatorsInOrder() {
    Tensor<FP32> result = SampleKernels.rowSoftmax(x, y);

    assertThat(result.value()).isSameAs(y.value());
    assertThat(operators())
        .containsExactly(
            "tile.load",
            "tile.row_max",
            "tile.row_expand_sub",
            "tile.exp",
            "tile.row_sum",
            "tile.row_expand_div",
            "tile.store");
  }

  @Test
  void launchesRunAtOnceInOrder() {
    assertThat(SampleKernels.chain(x, y).value()).isSameAs(y.value());
    assertThat(operators())
        .startsWith("tensor.create", "tile.load")
        .endsWith("tile.full", "tile.store")
        .hasSize(1 + 7 + 7 + 2);
  }

  @Test
  void scalarsOfALaunchAreTyped() {
    Tensor<FP32> a = RecordingEngine.tensor("a", FP32, 64, 64);
    Tensor<FP32> b = RecordingEngine.tensor("b", FP32, 64, 64);

    Submitted<Tensor<FP32>> s = Pl.submit(SampleKernels::scale, a, 2f, 8, 0L, true, b);

    assertThat(s.result().value()).isSameAs(b.value());
    assertThat(operators()).hasSize(8 * 4);
  }

  @Test
  void aScalarVariableTakesPartInALaunch() {
    float factor = 3;
    for (int i : Pl.range(2)) {
      factor += i;
      Pl.submit(SampleKernels::scale, x, factor, i, (long) i, false, y);
    }
    assertThat(operators()).isEmpty();
  }

  @Test
  void kernelsWithoutResultAndWithEightArgumentsCanBeLaunched() {
    Submitted<Void> nothing = Pl.submit(KernelsAsJavaTest::none);
    Submitted<Integer> sum = Pl.submit(KernelsAsJavaTest::eight, 1, 2, 3, 4, 5, 6, 7, 8);

    assertThat(nothing.result()).isNull();
    assertThat(sum.result()).isEqualTo(36);
    assertThat(sum.taskId()).isNotEqualTo(nothing.taskId());
  }

  private static void none() {}

  private static int eight(int a, int b, int c, int d, int e, int f, int g, int h) {
    return a + b + c + d + e + f + g + h;
  }

  @Test
  void aLaunchWhosePredicateDoesNotHoldIsSkipped() {
    var skipped = Pl.when(x.read(0, 0) > 100).submit(SampleKernels::rowSoftmax, x, y);
    RecordingEngine.takeRequests();

    assertThat(operators()).isEmpty();
    assertThatThrownBy(skipped::result)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("predicate");
    assertThat(Pl.when(x.read(0, 0) > 6).submit(SampleKernels::rowSoftmax, x, y).result())
        .isNotNull();
  }

  @Test
  void aMissingProducerIsReported() {
    assertThatThrownBy(() -> Pl.deps((TaskId) null)).hasMessageContaining("TaskId.none()");
  }

  @Test
  void assigningToAWindowWritesTheTensorItIsAWindowOf() {
    SampleKernels.windows(x, y);

    List<Request> requests = RecordingEngine.takeRequests();
    List<Request> writes =
        requests.stream().filter(r -> r.operator().equals("tensor.assemble")).toList();
    assertThat(writes).hasSize(8).allMatch(r -> r.operands().getFirst().equals(y.value()));
    assertThat(writes.get(3).operands().get(2)).isEqualTo(List.of(24L, 0L));
    assertThat(requests.getFirst().operands())
        .containsExactly(x.value(), List.of(8L, 256L), List.of(0L, 0L));
  }

  @Test
  void aDroppedAxisIsPutBackWhenAWindowIsAssigned() {
    Tensor<FP32> row = RecordingEngine.tensor("row", FP32, 256);

    Tensor<FP32> window = y.at(5);
    window.assign(row);

    List<Request> requests = RecordingEngine.takeRequests();
    assertThat(operators(requests))
        .containsExactly("tensor.slice", "tensor.reshape", "tensor.assemble");
    assertThat(requests.getFirst().operands())
        .containsExactly(y.value(), List.of(1L, 256L), List.of(5L, 0L), List.of(), List.of(0L));
    assertThat(requests.get(1).operands()).containsExactly(row.value(), List.of(1L, 256L));
    assertThat(requests.get(2).operands().getFirst()).isSameAs(y.value());
    assertThat(requests.get(2).operands().get(2)).isEqualTo(List.of(5L, 0L));
    assertThatThrownBy(() -> window.assign(y)).hasMessageContaining("assign: the target has shape");
  }

  @Test
  void windowsOutsideOfTheTensorAreRejected() {
    assertThatThrownBy(() -> x.slice(rows(60, 70)))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("60..70")
        .hasMessageContaining("axis 0");
    assertThatThrownBy(() -> x.slice(all(), all(), all())).hasMessageContaining("rank 2");
    assertThatThrownBy(() -> rows(4, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> x.at(1, 2)).hasMessageContaining("read");
    assertThatThrownBy(() -> x.slice(index(64))).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void elementsHaveTheJavaTypeOfTheElementType() {
    Tensor<INT64> longs = RecordingEngine.tensor("l", INT64, 2, 2);
    Tensor<BOOL> truths = RecordingEngine.tensor("t", BOOL, 2, 2);
    Tile<INT8> bytes = RecordingEngine.tile("b", INT8, 2, 2);

    long l = Pl.read(longs, 0, 1);
    float f = Pl.read(x, 0, 1);
    int i = Pl.read(bytes, 0, 1);
    boolean b = Pl.read(truths, 1, 1);

    assertThat(l).isEqualTo(7);
    assertThat(f).isEqualTo(7f);
    assertThat(i).isEqualTo(7);
    assertThat(b).isTrue();
  }

  @Test
  void loopsHaveTheValuesOfTheirBounds() {
    assertThat(values(Pl.range(3))).containsExactly(0, 1, 2);
    assertThat(values(Pl.range(2, 9, 3))).containsExactly(2, 5, 8);
    assertThat(values(Pl.range(5, 0, -2))).containsExactly(5, 3, 1);
    assertThat(values(Pl.range(0))).isEmpty();
    assertThat(values(Pl.pipeline(2).stages(2))).containsExactly(0, 1);
    assertThatThrownBy(() -> Pl.range(0, 4, 0)).hasMessageContaining("step");
    assertThatThrownBy(() -> Pl.range(1L << 40)).hasMessageContaining("int");
  }

  private static List<Integer> values(Iterable<Integer> loop) {
    List<Integer> values = new ArrayList<>();
    for (int i : loop) {
      values.add(i);
    }
    return values;
  }

  @Test
  void constantsHaveTheirType() {
    int i = Pl.constant(42, INT32);
    long l = Pl.constant(42, INT64);
    float f = Pl.constant(0.1, FP16);

    assertThat(i).isEqualTo(42);
    assertThat(l).isEqualTo(42);
    assertThat(f).isEqualTo(0.099975586f);
    assertThatThrownBy(() -> Pl.constant(300, UINT8))
        .hasMessageContaining("300 does not fit in UINT8");
    assertThatThrownBy(() -> Pl.dynamic("2M")).hasMessageContaining("identifier");
  }

  @Test
  void theElementTypesOfAProductAreInferred() {
    Tile<INT8> bytes = RecordingEngine.tile("b", INT8, 16, 32);
    Tile<INT32> sums = Pl.matmul(bytes, bytes);
    Tensor<BF16> halves = RecordingEngine.tensor("h", BF16, 16, 16);
    Tensor<FP32> floats = Pl.matmul(halves, halves);
    Tensor<BF16> narrow = Pl.matmul(halves, halves, BF16);

    assertThat(sums).isNotNull();
    assertThat(floats.shape()).hasSize(2);
    assertThat(narrow.shape()).hasSize(2);
    assertThat(RecordingEngine.takeRequests())
        .extracting(r -> r.attributes().get("out_dtype"))
        .containsExactly(null, FP32, BF16);
  }

  @Test
  void aHostTensorBecomesATensor() {
    Tensor<FP16> tensor = Tensor.of(HostTensor.allocate(FP16, 4, 8));

    assertThat(tensor.shape()).containsExactly(4L, 8L);
    assertThat(tensor.dtype()).isEqualTo(FP16);
    assertThat(tensor).hasToString("Tensor[4, 8] FP16");
  }

  @Test
  void aLoopOverLongsCompilesToo() {
    long sum = 0;
    for (long i : Pl.range(4)) {
      sum += i;
    }
    assertThat(sum).isEqualTo(6);
    assertThat(SampleKernels.M).isEqualTo(new Dim("M"));
  }
}
