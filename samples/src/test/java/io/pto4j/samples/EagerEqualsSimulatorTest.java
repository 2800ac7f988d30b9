package io.pto4j.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pto4j.dsl.BF16;
import io.pto4j.dsl.DType;
import io.pto4j.dsl.FP16;
import io.pto4j.dsl.FP32;
import io.pto4j.dsl.INT32;
import io.pto4j.dsl.INT8;
import io.pto4j.dsl.Pl;
import io.pto4j.dsl.Tensor;
import io.pto4j.dsl.UINT8;
import io.pto4j.runtime.Device;
import io.pto4j.runtime.HostTensor;
import io.pto4j.runtime.LoadedProgram;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A kernel called as plain Java and the device code made from it give the same bits. */
class EagerEqualsSimulatorTest {
  /** A kernel from one tensor to another that does something {@code n} times. */
  @FunctionalInterface
  private interface Repeated {
    void run(Tensor<FP32> x, int n, Tensor<FP32> y);
  }

  private static final Map<String, Repeated> CARRIED_TILES =
      Map.of(
          "runSwapped", CarriedTiles::swapped,
          "runStartReadAgain", CarriedTiles::startReadAgain,
          "runPrevious", CarriedTiles::previous,
          "runForked", CarriedTiles::forked,
          "runBranched", CarriedTiles::branched,
          "runExchanged", CarriedTiles::exchanged,
          "runNested", CarriedTiles::nested,
          "runRunning", CarriedTiles::running);

  private static final Map<String, Repeated> JAVA_MEANING =
      Map.of(
          "runRecords", JavaMeaning::runRecords,
          "runOffsets", JavaMeaning::runOffsets,
          "runConversions", JavaMeaning::runConversions,
          "runChanges", JavaMeaning::runChanges,
          "runWindows", JavaMeaning::runWindows);

  // loading a program takes longer than running it, and every run begins anew
  private static final Device SIMULATOR = Device.simulator();
  private static final LoadedProgram CARRIED_TILES_PROGRAM =
      SIMULATOR.load(CarriedTilesProgram.artifacts());
  private static final LoadedProgram JAVA_MEANING_PROGRAM =
      SIMULATOR.load(JavaMeaningProgram.artifacts());
  private static final JavaMeaningProgram JAVA_ORDER = JavaMeaningProgram.load(SIMULATOR);
  private static final TileViewsProgram TILE_VIEWS = TileViewsProgram.load(SIMULATOR);
  private static final TileSoftmaxProgram TILE_SOFTMAX = TileSoftmaxProgram.load(SIMULATOR);
  private static final RmsNormProgram RMS_NORM = RmsNormProgram.load(SIMULATOR);
  private static final ConversionsProgram CONVERSIONS = ConversionsProgram.load(SIMULATOR);

  @Property
  void carriedTiles(@ForAll long seed, @ForAll @IntRange(max = 6) int n) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 3, CarriedTiles.ROWS, CarriedTiles.COLS);
    sameBits(CARRIED_TILES_PROGRAM, CARRIED_TILES, x, n, (long) n);
  }

  @Property
  void javaMeaning(@ForAll long seed, @ForAll @IntRange(max = 6) int n) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 3, JavaMeaning.ROWS, JavaMeaning.COLS);
    sameBits(JAVA_MEANING_PROGRAM, JAVA_MEANING, x, n, n);
  }

  /** Entries of {@code program}, which take {@code n} as {@code argument}, beside their kernels. */
  private static void sameBits(
      LoadedProgram program,
      Map<String, Repeated> kernels,
      HostTensor<FP32> x,
      int n,
      Number argument) {
    kernels.forEach(
        (entry, kernel) -> {
          HostTensor<FP32> simulated = x.copy();
          HostTensor<FP32> eager = x.copy();
          program.run(entry, List.of(x, argument, simulated));
          kernel.run(Tensor.of(x), n, Tensor.of(eager));
          assertThat(eager.toFloatArray()).as(entry).isEqualTo(simulated.toFloatArray());
        });
  }

  @Property
  void orderOfEvaluation(@ForAll long seed, @ForAll @IntRange(max = 6) int n) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 3, JavaMeaning.ROWS, JavaMeaning.COLS);
    HostTensor<INT32> simulatedCounters = HostTensor.of(new int[] {n, 1, 2, 3}, 4);
    HostTensor<INT32> eagerCounters = simulatedCounters.copy();
    HostTensor<FP32> simulated = meaningResult();
    HostTensor<FP32> eager = meaningResult();
    JAVA_ORDER.runOrder(x, simulatedCounters, n, simulated);
    JavaMeaning.runOrder(Tensor.of(x), Tensor.of(eagerCounters), n, Tensor.of(eager));
    assertThat(eager.toFloatArray()).isEqualTo(simulated.toFloatArray());
    assertThat(eagerCounters.toLongArray())
        .isEqualTo(simulatedCounters.toLongArray())
        .startsWith(n + 1L);
  }

  @Property
  void partsOfTiles(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int n) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 1, TileViews.ROWS, TileViews.COLS);
    List<HostTensor<FP32>> simulated = viewResults();
    List<HostTensor<FP32>> eager = viewResults();
    TILE_VIEWS.main(
        x,
        n,
        simulated.get(0),
        simulated.get(1),
        simulated.get(2),
        simulated.get(3),
        simulated.get(4));
    List<Tensor<FP32>> tensors = eager.stream().map(Tensor::of).toList();
    TileViews.main(
        Tensor.of(x),
        n,
        tensors.get(0),
        tensors.get(1),
        tensors.get(2),
        tensors.get(3),
        tensors.get(4));
    for (int i = 0; i < eager.size(); i++) {
      assertThat(eager.get(i).toFloatArray())
          .as("result " + i)
          .isEqualTo(simulated.get(i).toFloatArray());
    }
  }

  private static List<HostTensor<FP32>> viewResults() {
    return List.of(
        HostTensor.allocate(Pl.FP32, TileViews.ROWS, TileViews.COLS),
        HostTensor.allocate(Pl.FP32, TileViews.ROWS, TileViews.COLS),
        HostTensor.allocate(Pl.FP32, TileViews.ROWS, TileViews.COLS),
        HostTensor.allocate(Pl.FP32, TileViews.ROWS, TileViews.COLS),
        HostTensor.allocate(Pl.FP32, 3, TileViews.HALF));
  }

  private static HostTensor<FP32> meaningResult() {
    return HostTensor.allocate(Pl.FP32, JavaMeaning.ROWS, JavaMeaning.COLS);
  }

  @Property
  void tileSoftmax(@ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int scale) {
    HostTensor<FP32> x = random(Pl.FP32, seed, scale, TileSoftmax.ROWS, TileSoftmax.COLS);
    HostTensor<FP32> simulated = HostTensor.allocate(Pl.FP32, TileSoftmax.ROWS, TileSoftmax.COLS);
    HostTensor<FP32> eager = HostTensor.allocate(Pl.FP32, TileSoftmax.ROWS, TileSoftmax.COLS);
    TILE_SOFTMAX.main(x, simulated);
    TileSoftmax.main(Tensor.of(x), Tensor.of(eager));
    assertThat(eager.toFloatArray()).isEqualTo(simulated.toFloatArray());
  }

  @Property
  void tensorPrograms(@ForAll long seed) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 2, RmsNorm.ROWS, RmsNorm.COLS);
    HostTensor<FP32> gain = random(Pl.FP32, seed + 1, 1, 1, RmsNorm.COLS);
    HostTensor<FP32> simulated = HostTensor.allocate(Pl.FP32, RmsNorm.ROWS, RmsNorm.COLS);
    HostTensor<FP32> eager = HostTensor.allocate(Pl.FP32, RmsNorm.ROWS, RmsNorm.COLS);
    RMS_NORM.main(x, gain, simulated);
    RmsNorm.main(Tensor.of(x), Tensor.of(gain), Tensor.of(eager));
    assertThat(eager.toFloatArray()).isEqualTo(simulated.toFloatArray());
  }

  /** What the conversions give. */
  private record Converted(
      HostTensor<INT8> small,
      HostTensor<UINT8> bytes,
      HostTensor<BF16> wide,
      HostTensor<INT8> ofTensor) {
    private static <T extends DType<?>> HostTensor<T> room(T dtype) {
      return HostTensor.allocate(dtype, Conversions.ROWS, Conversions.COLS);
    }

    Converted() {
      this(room(Pl.INT8), room(Pl.UINT8), room(Pl.BF16), room(Pl.INT8));
    }

    static Converted simulated(HostTensor<FP32> x, HostTensor<INT32> n) {
      Converted out = new Converted();
      CONVERSIONS.main(x, n, out.small, out.bytes, out.wide, out.ofTensor);
      return out;
    }

    static Converted eager(HostTensor<FP32> x, HostTensor<INT32> n) {
      Converted out = new Converted();
      Conversions.main(
          Tensor.of(x),
          Tensor.of(n),
          Tensor.of(out.small),
          Tensor.of(out.bytes),
          Tensor.of(out.wide),
          Tensor.of(out.ofTensor));
      return out;
    }
  }

  @Property
  void conversionsInSteps(@ForAll long seed, @ForAll @IntRange(min = 1, max = 31) int bits) {
    HostTensor<FP32> x = random(Pl.FP32, seed, 1 << (bits / 2), Conversions.ROWS, Conversions.COLS);
    HostTensor<INT32> n = Converted.room(Pl.INT32);
    Random random = new Random(seed);
    for (long i = 0; i < n.size(); i++) {
      n.setAt(i, (long) random.nextInt() >> (32 - bits));
    }
    Converted simulated = Converted.simulated(x, n);
    Converted eager = Converted.eager(x, n);
    assertThat(eager.small.toLongArray()).isEqualTo(simulated.small.toLongArray());
    assertThat(eager.bytes.toLongArray()).isEqualTo(simulated.bytes.toLongArray());
    assertThat(eager.wide.toFloatArray()).isEqualTo(simulated.wide.toFloatArray());
    assertThat(eager.ofTensor.toLongArray()).isEqualTo(simulated.ofTensor.toLongArray());
  }

  @Test
  void aConvertedValueIsRoundedOnEveryStep() {
    HostTensor<FP32> x = Converted.room(Pl.FP32);
    HostTensor<INT32> n = Converted.room(Pl.INT32);
    x.setAt(0, 2.4999); // 2.5 in FP16
    x.setAt(1, 300.0); // FP16 to INT8 keeps the low bits
    n.setAt(0, 16842751L); // 16842752 in FP32, between two values of BF16
    Converted simulated = Converted.simulated(x, n);
    assertThat(simulated.small.toLongArray()).startsWith(3, 44);
    assertThat(simulated.wide.toFloatArray()[0]).isEqualTo(16908288f);
  }

  @Test
  void matmul() {
    HostTensor<FP16> a = random(Pl.FP16, 1, 1, Matmul.SIZE, Matmul.SIZE);
    HostTensor<FP16> b = random(Pl.FP16, 2, 1, Matmul.SIZE, Matmul.SIZE);
    HostTensor<FP32> simulated = HostTensor.allocate(Pl.FP32, Matmul.SIZE, Matmul.SIZE);
    HostTensor<FP32> eager = HostTensor.allocate(Pl.FP32, Matmul.SIZE, Matmul.SIZE);
    try (Device device = Device.simulator()) {
      MatmulProgram.load(device).main(a, b, simulated);
    }
    Matmul.main(Tensor.of(a), Tensor.of(b), Tensor.of(eager));
    assertThat(eager.toFloatArray()).isEqualTo(simulated.toFloatArray());
  }

  private static <T extends DType<?>> HostTensor<T> random(
      T dtype, long seed, int scale, long... shape) {
    Random random = new Random(seed);
    HostTensor<T> tensor = HostTensor.allocate(dtype, shape);
    for (long i = 0; i < tensor.size(); i++) {
      tensor.setAt(i, scale * random.nextGaussian());
    }
    return tensor;
  }
}
