package io.pto4j.sim.exec;

import static io.pto4j.sim.exec.KernelText.tile;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.sim.timing.Pipe;
import org.junit.jupiter.api.Test;

/** Cycles of small kernels against calculations by hand from the cost table. */
final class CyclesTest {

  /** 64 x 64 FP32 is 16384 bytes and 64 repeats. */
  @Test
  void loadAddStore() {
    String type = tile("vec", "f32", 64, 64, "nd");
    KernelRunner.Run run =
        new KernelText()
            .tensor("a", "f32", 64, 64, KernelText.input("a", new byte[16384]))
            .tensor("b", "f32", 64, 64, KernelText.input("b", new byte[16384]))
            .tensor("d", "f32", 64, 64, KernelText.output("d", 16384))
            .alloc("ta", type, 0, 64, 64)
            .alloc("tb", type, 16384, 64, 64)
            .alloc("td", type, 32768, 64, 64)
            .load("a_w", "f32", 64, 64, "ta", type)
            .load("b_w", "f32", 64, 64, "tb", type)
            .line("pto.tadd ins(%ta, %tb : " + type + ", " + type + ") outs(%td : " + type + ")")
            .store("td", type, "d_w", "f32", 64, 64)
            .run();
    // 16384 bytes at 100.9 GiB/s and 1.85 GHz: 16384 / 2^30 / 100.9 * 1.85e9 = 279.77
    long load = 279;
    // at 188.46 GiB/s: 149.78
    long store = 149;
    // head 10, two cycles for each of 64 repeats, tail 14
    long add = 10 + 2 * 64 + 14;
    assertThat(run.busy().get(Pipe.MTE2)).isEqualTo(2 * load);
    assertThat(run.busy().get(Pipe.V)).isEqualTo(10 + 2 * 64);
    assertThat(run.busy().get(Pipe.MTE3)).isEqualTo(store);
    assertThat(run.cycles()).isEqualTo(2 * load + add + store);
  }

  /** Loads of the second half run while the first half is added: the pipes overlap. */
  @Test
  void independentWorkOverlaps() {
    String type = tile("vec", "f32", 64, 64, "nd");
    KernelText kernel =
        new KernelText()
            .tensor("a", "f32", 64, 64, KernelText.input("a", new byte[16384]))
            .tensor("b", "f32", 64, 64, KernelText.input("b", new byte[16384]))
            .alloc("ta", type, 0, 64, 64)
            .alloc("tb", type, 16384, 64, 64)
            .load("a_w", "f32", 64, 64, "ta", type)
            .line("pto.texp ins(%ta : " + type + ") outs(%ta : " + type + ")")
            .load("b_w", "f32", 64, 64, "tb", type);
    // exp: head 13, two cycles a repeat, tail 18, from the end of the first load; it outlasts
    // nothing
    assertThat(kernel.run().cycles()).isEqualTo(Math.max(279 + 279, 279 + 13 + 128 + 18));
    KernelText same =
        new KernelText()
            .tensor("a", "f32", 64, 64, KernelText.input("a", new byte[16384]))
            .tensor("b", "f32", 64, 64, KernelText.input("b", new byte[16384]))
            .alloc("ta", type, 0, 64, 64)
            .load("a_w", "f32", 64, 64, "ta", type)
            .line("pto.texp ins(%ta : " + type + ") outs(%ta : " + type + ")")
            .load("b_w", "f32", 64, 64, "ta", type);
    assertThat(same.run().cycles())
        .as("a load waits for the last use of its tile")
        .isEqualTo(279 + 159 + 279);
  }

  /** One 128 x 128 x 64 step: 8 x 4 x 8 fractal products after a head of 6. */
  @Test
  void cubeStep() {
    String matA = tile("mat", "f16", 128, 64, "nz");
    String matB = tile("mat", "f16", 64, 128, "nz");
    String left = tile("left", "f16", 128, 64, "zz");
    String right = tile("right", "f16", 64, 128, "zn");
    String acc = tile("acc", "f32", 128, 128, "acc");
    KernelRunner.Run run =
        new KernelText()
            .tensor("a", "f16", 128, 64, KernelText.input("a", new byte[16384]))
            .tensor("b", "f16", 64, 128, KernelText.input("b", new byte[16384]))
            .tensor("c", "f32", 128, 128, KernelText.output("c", 65536))
            .alloc("la", matA, 0, 128, 64)
            .alloc("lb", matB, 16384, 64, 128)
            .alloc("l0a", left, 0, 128, 64)
            .alloc("l0b", right, 0, 64, 128)
            .alloc("acc", acc, 0, 128, 128)
            .load("a_w", "f16", 128, 64, "la", matA)
            .load("b_w", "f16", 64, 128, "lb", matB)
            .line("pto.tmov ins(%la : " + matA + ") outs(%l0a : " + left + ")")
            .line("pto.tmov ins(%lb : " + matB + ") outs(%l0b : " + right + ")")
            .line(
                "pto.tmatmul ins(%l0a, %l0b : "
                    + left
                    + ", "
                    + right
                    + ") outs(%acc : "
                    + acc
                    + ")")
            .store("acc", acc, "c_w", "f32", 128, 128)
            .run();
    assertThat(run.busy().get(Pipe.MTE2)).isEqualTo(209 + 209);
    assertThat(run.busy().get(Pipe.MTE1)).isEqualTo(64 + 128);
    assertThat(run.busy().get(Pipe.M)).isEqualTo(6 + 8 * 4 * 8);
    assertThat(run.busy().get(Pipe.FIX)).isEqualTo(806);
    // the move of A hides behind the load of B; the rest is a chain
    assertThat(run.cycles()).isEqualTo(209 + 209 + 128 + 262 + 806);
  }
}
