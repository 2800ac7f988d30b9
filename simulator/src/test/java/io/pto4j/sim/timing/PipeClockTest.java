package io.pto4j.sim.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class PipeClockTest {
  private static final int BYTES = 24;

  /** The rules over again, with a time for every byte. */
  private static final class ByteClock {
    private final long[] written = new long[BYTES];
    private final long[] read = new long[BYTES];
    private final long[] free = new long[Pipe.values().length];
    private final boolean[] used = new boolean[Pipe.values().length];
    private long total;

    void issue(int pipe, Cost cost, int from, int to, int into, int end) {
      long start = free[pipe];
      for (int i = from; i < to; i++) {
        start = Math.max(start, written[i]);
      }
      for (int i = into; i < end; i++) {
        start = Math.max(start, Math.max(written[i], read[i]));
      }
      boolean empty = !used[pipe] || start > free[pipe];
      used[pipe] = true;
      free[pipe] = start + (empty ? cost.head() : 0) + cost.busy();
      for (int i = from; i < to; i++) {
        read[i] = Math.max(read[i], free[pipe]);
      }
      for (int i = into; i < end; i++) {
        written[i] = Math.max(written[i], free[pipe] + cost.tail());
      }
      total = Math.max(total, free[pipe] + cost.tail());
    }
  }

  @Property
  void instructionsWaitForTheBytesTheyTouch(@ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    PipeClock clock = new PipeClock();
    ByteClock bytes = new ByteClock();
    Object memory = new Object();
    Pipe[] pipes = {Pipe.V, Pipe.MTE2, Pipe.MTE3, Pipe.M};
    for (int i = 0; i < 60; i++) {
      Pipe pipe = pipes[random.nextInt(pipes.length)];
      Cost cost = new Cost(random.nextInt(4), random.nextInt(1, 20), random.nextInt(6));
      int from = random.nextInt(BYTES);
      int to = random.nextInt(from, BYTES + 1);
      int into = random.nextInt(BYTES);
      int end = random.nextInt(into, BYTES + 1);
      clock.reads(memory, from, to);
      clock.writes(memory, into, end);
      clock.issue(pipe, cost);
      bytes.issue(pipe.queue(), cost, from, to, into, end);
      assertThat(clock.total()).isEqualTo(bytes.total);
    }
  }

  @Test
  void manyRangesAreForgottenWithoutChangingTheTime() {
    PipeClock clock = new PipeClock();
    Object memory = new Object();
    for (int i = 0; i < 1000; i++) {
      clock.writes(memory, i * 4L, i * 4L + 4);
      clock.issue(Pipe.MTE2, Cost.flat(10));
    }
    clock.reads(memory, 0, 4);
    clock.issue(Pipe.MTE3, Cost.flat(5));
    assertThat(clock.total()).isEqualTo(10_000);
  }

  @Test
  void backToBackInstructionsPayTheirHeadOnce() {
    PipeClock clock = new PipeClock();
    Object memory = new Object();
    clock.writes(memory, 0, 4);
    clock.issue(Pipe.V, new Cost(10, 100, 14));
    clock.writes(memory, 4, 8);
    clock.issue(Pipe.V, new Cost(10, 100, 14));
    assertThat(clock.total()).isEqualTo(10 + 100 + 100 + 14);
    clock.barrierAll();
    clock.issue(Pipe.MTE2, Cost.flat(7));
    assertThat(clock.total()).isEqualTo(10 + 100 + 100 + 14 + 7);
  }

  @Test
  void everyFigureOfTheTableNamesItsSource() {
    CostTable table = CostTable.ascend910b();
    assertThat(table.intrinsic("add"))
        .isEqualTo(new CostTable.Intrinsic("add", 10, 2, 14, "PTO cost model, vector intrinsics"));
    for (String group : new String[] {"vector", "path", "cube", "line", "fix-bytes"}) {
      assertThat(table.source(group)).isPresent();
    }
    assertThat(table.fitted("TROWSUM", "f32", 32, 64)).hasValue(Math.round(0.1094 * 32 * 64 + 44));
    assertThat(table.fitted("TROWSUM", "f32", 32, 65)).isEmpty();
    assertThat(table.transfer("GM-MAT", 16384)).isEqualTo(209);
  }
}
