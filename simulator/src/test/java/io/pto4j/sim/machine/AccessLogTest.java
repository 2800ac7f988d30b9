package io.pto4j.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.sim.machine.AccessLog.Kind;
import io.pto4j.sim.pto.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AccessLogTest {
  private static final GmBuffer BUFFER =
      GmBuffer.defined("x", MemorySegment.ofArray(new byte[1 << 16]));

  /** The bytes of a window are those of its elements, in whatever order its axes are stored. */
  @Property(tries = 200)
  void windowsAreTheirElements(
      @ForAll @Size(4) List<@IntRange(max = 4) Integer> extents,
      @ForAll @Size(4) List<@IntRange(max = 2) Integer> gaps,
      @ForAll @IntRange(max = 3) int rotation) {
    GmView view = new GmView(ElementType.F32, GmView.Layout.ND, 4);
    long stride = 1;
    for (int i = 3; i >= 0; i--) {
      int axis = (i + rotation) % 4;
      view.shape()[axis] = extents.get(axis);
      view.strides()[axis] = stride;
      stride *= extents.get(axis) + gaps.get(axis);
    }
    view.bind(BUFFER, 64);
    AccessLog log = new AccessLog();
    log.add(view, Kind.READ);

    BitSet expected = new BitSet();
    for (int element = 0; element < view.elements(); element++) {
      long at = 64;
      int rest = element;
      for (int axis = 3; axis >= 0; axis--) {
        at += rest % extents.get(axis) * view.strides()[axis] * 4;
        rest /= extents.get(axis);
      }
      expected.set((int) at, (int) at + 4);
    }
    assertThat(bytes(log, Kind.READ)).isEqualTo(expected);
  }

  @Test
  void whatTouchesIsOneRange() {
    AccessLog log = new AccessLog();
    log.add(BUFFER, Kind.WRITE, 8, 16);
    log.add(BUFFER, Kind.READ, 0, 8);
    log.add(BUFFER, Kind.WRITE, 0, 8);
    log.add(BUFFER, Kind.WRITE, 20, 24);
    log.add(BUFFER, Kind.WRITE, 4, 12);

    assertThat(log.ranges())
        .containsExactlyInAnyOrder(
            new AccessLog.Range(BUFFER, Kind.READ, 0, 8),
            new AccessLog.Range(BUFFER, Kind.WRITE, 0, 16),
            new AccessLog.Range(BUFFER, Kind.WRITE, 20, 24));
  }

  @Test
  void aLongRunOverTheSameMemoryStaysShort() {
    AccessLog log = new AccessLog();
    for (int i = 0; i < 100_000; i++) {
      long at = i % 64 * 16L;
      log.add(BUFFER, Kind.READ, at, at + 8);
    }

    assertThat(log.ranges()).hasSize(64);
  }

  private static BitSet bytes(AccessLog log, Kind kind) {
    BitSet bytes = new BitSet();
    for (AccessLog.Range range : log.ranges()) {
      assertThat(range.kind()).isEqualTo(kind);
      bytes.set((int) range.from(), (int) range.to());
    }
    return bytes;
  }
}
