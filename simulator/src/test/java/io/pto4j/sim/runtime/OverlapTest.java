package io.pto4j.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.ir.DataType;
import io.pto4j.sim.machine.GmBuffer;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class OverlapTest {

  private static DeviceTensor matrix(int rows, int cols) {
    GmBuffer buffer = GmBuffer.defined("t", MemorySegment.ofArray(new byte[rows * cols * 4]));
    return DeviceTensor.whole(
        new Allocation(buffer, OptionalInt.empty(), false), DataType.FP32, new long[] {rows, cols});
  }

  private static DeviceTensor window(RandomGenerator random, DeviceTensor whole) {
    long row = random.nextLong(whole.extent(0));
    long col = random.nextLong(whole.extent(1));
    long rows = random.nextLong(1, whole.extent(0) - row + 1);
    long cols = random.nextLong(1, whole.extent(1) - col + 1);
    return whole.slice(new long[] {row, col}, new long[] {rows, cols}, List.of());
  }

  private static Set<Long> elements(DeviceTensor t) {
    Set<Long> out = new HashSet<>();
    for (long r = 0; r < t.extent(0); r++) {
      for (long c = 0; c < t.extent(1); c++) {
        out.add(t.start() + r * t.stride(0) + c * t.stride(1));
      }
    }
    return out;
  }

  @Property
  void windowsOfOneMatrixOverlapWhenTheyShareAnElement(@ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    DeviceTensor whole = matrix(random.nextInt(1, 9), random.nextInt(1, 9));
    DeviceTensor a = window(random, whole);
    DeviceTensor b = window(random, whole);
    Set<Long> shared = elements(a);
    shared.retainAll(elements(b));
    Overlap overlap = Overlap.of(a, b);
    assertThat(overlap == Overlap.NONE).isEqualTo(shared.isEmpty());
    assertThat(overlap == Overlap.COVERED).isEqualTo(elements(a).containsAll(elements(b)));
  }

  @Test
  void viewsThatCannotBeComparedCountAsOverlapping() {
    DeviceTensor whole = matrix(8, 8);
    DeviceTensor left = whole.slice(new long[] {0, 0}, new long[] {8, 4}, List.of());
    DeviceTensor right = whole.slice(new long[] {0, 4}, new long[] {8, 4}, List.of());
    assertThat(Overlap.of(left, right)).isEqualTo(Overlap.NONE);
    assertThat(Overlap.of(left.transpose(0, 1), right)).isEqualTo(Overlap.OTHER);
    assertThat(Overlap.of(whole.reshape(new long[] {64}), right)).isEqualTo(Overlap.OTHER);
  }

  @Test
  void slicesThatLeaveTheTensorAreCut() {
    DeviceTensor cut = matrix(8, 8).slice(new long[] {6, 0}, new long[] {4, 8}, List.of());
    assertThat(cut.shape()).containsExactly(2, 8);
    assertThat(matrix(8, 8).slice(new long[] {9, 0}, new long[] {4, 8}, List.of()).span()).isZero();
    assertThat(matrix(8, 8).slice(new long[] {3, 0}, new long[] {1, 8}, List.of(0)).shape())
        .containsExactly(8);
  }
}
