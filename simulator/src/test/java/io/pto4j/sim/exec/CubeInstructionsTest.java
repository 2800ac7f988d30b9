package io.pto4j.sim.exec;

import static io.pto4j.sim.exec.KernelText.tile;
import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.sim.machine.GmBuffer;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The cube path, from global memory through all layouts back to global memory. */
final class CubeInstructionsTest {

  @Provide
  Arbitrary<String> operands() {
    return Arbitraries.of("f16", "bf16", "f32", "i8");
  }

  @Property(tries = 40)
  void productsAccumulateInTheReferenceOrder(
      @ForAll("operands") String dtype,
      @ForAll @IntRange(min = 1, max = 40) int m,
      @ForAll @IntRange(min = 1, max = 70) int k,
      @ForAll @IntRange(min = 1, max = 70) int n,
      @ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    Matrix a = Matrix.ordinary(random, dtype, m, k);
    Matrix b = Matrix.ordinary(random, dtype, k, n);
    String result = dtype.equals("i8") ? "i32" : "f32";
    GmBuffer once = KernelText.output("c", m * n * 4);
    GmBuffer twice = KernelText.output("d", m * n * 4);
    product(dtype, result, a, b, m, k, n, once, twice).run();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double dot = dot(a, b, i, j, k, result);
        assertThat(Matrix.of(once, result, m, n).at(i, j)).isEqualTo(dot);
        double sum = result.equals("f32") ? (float) dot + (float) dot : dot + dot;
        assertThat(Matrix.of(twice, result, m, n).at(i, j)).isEqualTo((float) sum);
      }
    }
  }

  private static double dot(Matrix a, Matrix b, int i, int j, int k, String result) {
    float floats = 0;
    int ints = 0;
    for (int p = 0; p < k; p++) {
      floats = Math.fma((float) a.at(i, p), (float) b.at(p, j), floats);
      ints += ((int) a.at(i, p)) * ((int) b.at(p, j));
    }
    return result.equals("f32") ? floats : ints;
  }

  private static KernelText product(
      String dtype,
      String result,
      Matrix a,
      Matrix b,
      int m,
      int k,
      int n,
      GmBuffer once,
      GmBuffer twice) {
    int rows = 48;
    int inner = 96;
    int cols = 96;
    String mat = tile("mat", dtype, rows, inner, "nz");
    String matB = tile("mat", dtype, inner, cols, "nz");
    String left = tile("left", dtype, rows, inner, "zz");
    String right = tile("right", dtype, inner, cols, "zn");
    String acc = tile("acc", result, rows, cols, "acc");
    return new KernelText()
        .tensor("a", dtype, m, k, a.buffer("a"))
        .tensor("b", dtype, k, n, b.buffer("b"))
        .tensor("c", result, m, n, once)
        .tensor("d", result, m, n, twice)
        .alloc("la", mat, 0, m, k)
        .alloc("lb", matB, 65536, k, n)
        .alloc("l0a", left, 0, m, k)
        .alloc("l0b", right, 0, k, n)
        .alloc("acc", acc, 0, m, n)
        .load("a_w", dtype, m, k, "la", mat)
        .load("b_w", dtype, k, n, "lb", matB)
        .line("pto.tmov ins(%la : " + mat + ") outs(%l0a : " + left + ")")
        .line("pto.tmov ins(%lb : " + matB + ") outs(%l0b : " + right + ")")
        .line("pto.tmatmul ins(%l0a, %l0b : " + left + ", " + right + ") outs(%acc : " + acc + ")")
        .store("acc", acc, "c_w", result, m, n)
        .line(
            "pto.tmatmul.acc ins(%acc, %l0a, %l0b : "
                + acc
                + ", "
                + left
                + ", "
                + right
                + ") outs(%acc : "
                + acc
                + ")")
        .store("acc", acc, "d_w", result, m, n);
  }

  @Property(tries = 30)
  void layoutsKeepEveryElement(
      @ForAll("operands") String dtype,
      @ForAll @IntRange(min = 1, max = 64) int rows,
      @ForAll @IntRange(min = 1, max = 64) int cols,
      @ForAll long seed) {
    Matrix a = Matrix.random(RandomGeneratorFactory.getDefault().create(seed), dtype, rows, cols);
    String nz = tile("mat", dtype, 64, 64, "nz");
    GmBuffer out = KernelText.output("d", rows * cols * Matrix.bytes(dtype));
    new KernelText()
        .tensor("a", dtype, rows, cols, a.buffer("a"))
        .tensor("d", dtype, rows, cols, out)
        .alloc("t", nz, 0, rows, cols)
        .load("a_w", dtype, rows, cols, "t", nz)
        .store("t", nz, "d_w", dtype, rows, cols)
        .run();
    assertThat(out.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(a.toBytes());
  }

  @Property(tries = 20)
  void theAccumulatorLeavesRoundedToHalf(
      @ForAll @IntRange(min = 1, max = 16) int n, @ForAll long seed) {
    RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    Matrix a = Matrix.ordinary(random, "f16", 16, 16);
    Matrix b = Matrix.ordinary(random, "f16", 16, n);
    String left = tile("left", "f16", 16, 16, "zz");
    String matA = tile("mat", "f16", 16, 16, "nz");
    String right = tile("right", "f16", 16, 16, "zn");
    String acc = tile("acc", "f32", 16, 16, "acc");
    GmBuffer out = KernelText.output("d", 16 * n * 2);
    new KernelText()
        .tensor("a", "f16", 16, 16, a.buffer("a"))
        .tensor("b", "f16", 16, n, b.buffer("b"))
        .tensor("d", "f16", 16, n, out)
        .alloc("la", matA, 0, 16, 16)
        .alloc("lb", matA, 4096, 16, n)
        .alloc("l0a", left, 0, 16, 16)
        .alloc("l0b", right, 0, 16, n)
        .alloc("acc", acc, 0, 16, n)
        .load("a_w", "f16", 16, 16, "la", matA)
        .load("b_w", "f16", 16, n, "lb", matA)
        .line("pto.tmov ins(%la : " + matA + ") outs(%l0a : " + left + ")")
        .line("pto.tmov ins(%lb : " + matA + ") outs(%l0b : " + right + ")")
        .line("pto.tmatmul ins(%l0a, %l0b : " + left + ", " + right + ") outs(%acc : " + acc + ")")
        .store("acc", acc, "d_w", "f16", 16, n)
        .run();
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < n; j++) {
        assertThat(Matrix.of(out, "f16", 16, n).at(i, j))
            .isEqualTo(Matrix.round("f16", dot(a, b, i, j, 16, "f32")));
      }
    }
  }
}
