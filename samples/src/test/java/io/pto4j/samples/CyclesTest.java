package io.pto4j.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.runtime.Device;
import org.junit.jupiter.api.Test;

/**
 * Cycles of two samples, worked out by hand from the cost model: a transfer takes its bytes over
 * the bandwidth of its path, a vector instruction its head, slope times the repeats of 256 bytes,
 * and tail.
 */
class CyclesTest {
  private static final double CLOCK_HZ = 1.85e9;
  private static final double GIB = 1L << 30;

  private static long transfer(long bytes, double gibPerSecond) {
    return (long) (bytes / (gibPerSecond * GIB / CLOCK_HZ));
  }

  private static long load(long bytes) {
    return transfer(bytes, 100.9);
  }

  private static long store(long bytes) {
    return transfer(bytes, 188.46);
  }

  private static long vector(int head, int slope, int tail, long bytes) {
    return head + slope * (bytes / 256) + tail;
  }

  private static long cycles(String sample) {
    Sample found =
        Sample.all().stream().filter(s -> s.name().equals(sample)).findFirst().orElseThrow();
    try (Device device = Device.simulator()) {
      return found.prepare().apply(device).run().cycles();
    }
  }

  @Test
  void vectorAdd() {
    long bytes = 4L * VectorAdd.CHUNK * VectorAdd.COLS;
    // the multiplication hides behind the second load; the next chunk's first load waits until the
    // sum, which lies in
    // its buffer, is stored
    long chunk = load(bytes) + load(bytes) + vector(10, 2, 14, bytes) + store(bytes);
    assertThat(cycles("VectorAdd")).isEqualTo(VectorAdd.ROWS / VectorAdd.CHUNK * chunk);
  }

  @Test
  void twoStages() {
    long bytes = 4L * TwoStageInferred.BLOCK * TwoStageInferred.COLS;
    long square = load(bytes) + vector(10, 2, 15, bytes) + store(bytes);
    long root = load(bytes) + vector(13, 1, 18, bytes) + vector(14, 2, 25, bytes) + store(bytes);
    // the blocks run side by side, the stages of a block one after the other
    assertThat(cycles("TwoStageInferred")).isEqualTo(square + root);
  }
}
