package io.pto4j.sim.exec;

import static io.pto4j.sim.exec.KernelText.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.sim.machine.GmBuffer;
import io.pto4j.sim.machine.SimulationException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What a device would not tell: each mistake is reported with kernel, line, instruction and
 * address.
 */
final class ChecksTest {
  private static final String TYPE = tile("vec", "f32", 8, 16, "nd");

  private static KernelText kernel(GmBuffer in, GmBuffer out) {
    return new KernelText()
        .tensor("a", "f32", 8, 16, in)
        .tensor("d", "f32", 8, 16, out)
        .alloc("t", TYPE, 0, 8, 16)
        .alloc("u", TYPE, 512, 8, 16);
  }

  private static GmBuffer in() {
    return KernelText.input("a", new byte[512]);
  }

  private static GmBuffer out() {
    return KernelText.output("d", 512);
  }

  @Test
  void readingUnwrittenMemory() {
    KernelText kernel =
        kernel(in(), out())
            .load("a_w", "f32", 8, 16, "t", TYPE)
            .line("pto.tadd ins(%t, %u : " + TYPE + ", " + TYPE + ") outs(%t : " + TYPE + ")");
    assertThatThrownBy(kernel::run)
        .isInstanceOf(SimulationException.class)
        .hasMessageStartingWith("kernel k, k.pto:")
        .hasMessageContaining("pto.tadd ins(%t, %u) outs(%t)")
        .hasMessageContaining("undefined vec memory at byte 512")
        .hasMessageContaining("second operand");
  }

  @Test
  void readingOutsideTheValidShape() {
    KernelText kernel =
        new KernelText()
            .tensor("a", "f32", 4, 16, KernelText.input("a", new byte[256]))
            .alloc("t", TYPE, 0, 4, 16)
            .load("a_w", "f32", 4, 16, "t", TYPE)
            .alloc("u", TYPE, 0, 8, 16)
            .line("pto.texp ins(%u : " + TYPE + ") outs(%u : " + TYPE + ")");
    assertThatThrownBy(kernel::run).hasMessageContaining("undefined vec memory at byte 256");
  }

  @Test
  void undefinedPartsOfAnOutTensorStayUndefinedThroughCopies() {
    GmBuffer scratch = out();
    KernelText half =
        new KernelText()
            .tensor("a", "f32", 4, 16, in())
            .tensor("d", "f32", 8, 16, scratch)
            .window("half", "d", "f32", 0, 0, 4, 16)
            .alloc("t", TYPE, 0, 4, 16)
            .load("a_w", "f32", 4, 16, "t", TYPE)
            .store("t", TYPE, "half", "f32", 4, 16);
    half.run();
    assertThat(scratch.isDefined(0, 256)).isTrue();
    assertThat(scratch.isDefined(256, 260)).isFalse();
    KernelText reader = kernel(scratch, out()).load("a_w", "f32", 8, 16, "t", TYPE);
    reader.run();
    KernelText uses =
        kernel(scratch, out())
            .load("a_w", "f32", 8, 16, "t", TYPE)
            .store("t", TYPE, "d_w", "f32", 8, 16);
    assertThatThrownBy(uses::run)
        .hasMessageContaining("undefined vec memory at byte 256")
        .hasMessageContaining("pto.tstore");
  }

  @Test
  void windowsOutsideTheTensor() {
    KernelText kernel = kernel(in(), out()).window("far", "a", "f32", 4, 0, 8, 16);
    assertThatThrownBy(kernel::run)
        .hasMessageContaining(
            "window at [4, 0] of shape [8, 16] lies outside tensor 'a' of shape [8, 16]");
    KernelText lies =
        new KernelText()
            .tensor("a", "f32", 16, 16, in())
            .alloc("t", tile("vec", "f32", 16, 16, "nd"), 0, 16, 16)
            .load("a_w", "f32", 16, 16, "t", tile("vec", "f32", 16, 16, "nd"));
    assertThatThrownBy(lies::run)
        .hasMessageContaining("bytes 0 to 1024 of tensor 'a', which has 512");
  }

  @Test
  void tilesOutsideTheMemoryOrMisaligned() {
    assertThatThrownBy(new KernelText().alloc("t", TYPE, 188416 - 256, 8, 16)::run)
        .hasMessageContaining("does not fit the 188416 bytes of vec memory");
    assertThatThrownBy(new KernelText().alloc("t", TYPE, 4, 8, 16)::run)
        .hasMessageContaining("address 4 of a tile is not a multiple of 32");
    assertThatThrownBy(new KernelText().alloc("t", TYPE, 0, 9, 16)::run)
        .hasMessageContaining("valid shape 9x16 of a 8x16 tile");
  }

  @Test
  void whatTheMachineDoesNotHave() {
    String mat = tile("mat", "f32", 16, 16, "nz");
    KernelText noPath =
        kernel(in(), out())
            .alloc("m", mat, 0, 16, 16)
            .line("pto.tmov ins(%t : " + TYPE + ") outs(%m : " + mat + ")");
    assertThatThrownBy(noPath::decode).hasMessageContaining("no path from vec to mat");
    assertThatThrownBy(
            kernel(in(), out()).line("pto.tfancy ins(%t : " + TYPE + ") outs(%u : " + TYPE + ")")
                ::decode)
        .hasMessageContaining("does not know the operation 'pto.tfancy'");
    assertThatThrownBy(
            kernel(in(), out()).line("pto.texp ins(%z : " + TYPE + ") outs(%u : " + TYPE + ")")
                ::decode)
        .hasMessageContaining("%z")
        .hasMessageContaining("not defined here");
    assertThatThrownBy(kernel(in(), out()).line("%t = arith.constant 1 : index")::decode)
        .hasMessageContaining("defined already");
  }

  @Test
  void anOverlappingMemoryPlanChangesTheResult() {
    assertThat(sumWithSecondTileAt(512)).isEqualTo(3f);
    assertThat(sumWithSecondTileAt(0)).isEqualTo(4f);
  }

  /** Loads ones and twos and adds them. */
  private static double sumWithSecondTileAt(int address) {
    Matrix ones = constant(1);
    Matrix twos = constant(2);
    GmBuffer out = out();
    new KernelText()
        .tensor("a", "f32", 8, 16, ones.buffer("a"))
        .tensor("b", "f32", 8, 16, twos.buffer("b"))
        .tensor("d", "f32", 8, 16, out)
        .alloc("ta", TYPE, 0, 8, 16)
        .alloc("tb", TYPE, address, 8, 16)
        .alloc("td", TYPE, 1024, 8, 16)
        .load("a_w", "f32", 8, 16, "ta", TYPE)
        .load("b_w", "f32", 8, 16, "tb", TYPE)
        .line("pto.tadd ins(%ta, %tb : " + TYPE + ", " + TYPE + ") outs(%td : " + TYPE + ")")
        .store("td", TYPE, "d_w", "f32", 8, 16)
        .run();
    return Matrix.of(out, "f32", 8, 16).at(3, 5);
  }

  private static Matrix constant(double value) {
    double[] values = new double[128];
    Arrays.fill(values, value);
    return new Matrix("f32", 16, values);
  }
}
