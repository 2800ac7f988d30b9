package io.pto4j.runtime;

import static io.pto4j.dsl.Pl.BF16;
import static io.pto4j.dsl.Pl.BOOL;
import static io.pto4j.dsl.Pl.FP16;
import static io.pto4j.dsl.Pl.FP32;
import static io.pto4j.dsl.Pl.INT32;
import static io.pto4j.dsl.Pl.INT64;
import static io.pto4j.dsl.Pl.INT8;
import static io.pto4j.dsl.Pl.UINT32;
import static io.pto4j.dsl.Pl.UINT8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.dsl.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HostTensorTest {

  @Provide
  Arbitrary<DType<?>> dtypes() {
    return Arbitraries.of(HostTensors.DTYPES);
  }

  @Provide
  Arbitrary<HostTensor<?>> tensors() {
    return HostTensors.tensors();
  }

  @Property
  void smallIntegersSurviveInEveryElementType(
      @ForAll("dtypes") DType<?> dtype, @ForAll boolean one) {
    long value = one ? 1 : 0;
    HostTensor<?> tensor = HostTensor.allocate(dtype, 2, 3);

    tensor.set(value, 1, 2);
    assertThat(tensor.getDouble(1, 2)).isEqualTo((double) value);
    assertThat(tensor.getLong(1, 2)).isEqualTo(value);
    tensor.set((double) (1 - value), 1, 2);
    assertThat(tensor.doubleAt(5)).isEqualTo((double) (1 - value));
    assertThat(tensor.getDouble(1, 1)).isZero();
  }

  @Property
  void writingWhatIsReadChangesNothing(@ForAll("tensors") HostTensor<?> tensor) {
    HostTensor<?> copy = tensor.copy();
    for (long i = 0; i < tensor.size(); i++) {
      if (!Double.isNaN(tensor.doubleAt(i))) {
        if (tensor.dtype().kind().isFloat()) {
          copy.setAt(i, tensor.doubleAt(i));
        } else {
          copy.setAt(i, tensor.longAt(i));
        }
      }
    }
    assertThat(copy.segment().mismatch(tensor.segment())).isEqualTo(-1);
  }

  @Test
  void arraysAreCopiedInRowMajorOrder() {
    HostTensor<?> floats = HostTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);

    assertThat(floats.getFloat(1, 0)).isEqualTo(4f);
    assertThat(floats.toFloatArray()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(HostTensor.of(new int[] {-7, 8}, 2).toLongArray()).containsExactly(-7, 8);
    assertThat(HostTensor.of(new long[] {Long.MIN_VALUE}, 1).longAt(0)).isEqualTo(Long.MIN_VALUE);
    assertThat(HostTensor.of(new boolean[] {true, false}, 2).toDoubleArray()).containsExactly(1, 0);
    assertThat(HostTensor.of(BF16, new double[] {1.0, 0.1}, 2).toFloatArray())
        .containsExactly(1f, 0.100097656f);
    assertThat(HostTensor.of(FP32, new double[] {3}).shape()).isEmpty();
  }

  @Test
  void unsignedElementsAreNotNegative() {
    HostTensor<?> bytes = HostTensor.allocate(UINT8, 1);
    HostTensor<?> words = HostTensor.allocate(UINT32, 1);
    bytes.set(255, 0);
    words.set(4294967295L, 0);

    assertThat(bytes.getLong(0)).isEqualTo(255);
    assertThat(words.getDouble(0)).isEqualTo(4294967295.0);
  }

  @Test
  void valuesThatDoNotFitAreRejected() {
    HostTensor<?> bytes = HostTensor.allocate(INT8, 1);
    HostTensor<?> longs = HostTensor.allocate(INT64, 1);
    HostTensor<?> truths = HostTensor.allocate(BOOL, 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> bytes.set(128, 0))
        .withMessageContaining("128");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bytes.set(0.5, 0))
        .withMessageContaining("INT8");
    assertThatIllegalArgumentException().isThrownBy(() -> bytes.set(Double.NaN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> longs.set(0x1p63, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> truths.set(2, 0));
    longs.set(-0x1p63, 0);
    assertThat(longs.getLong(0)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void indicesAreChecked() {
    HostTensor<?> tensor = HostTensor.allocate(FP16, 2, 3);

    assertThatThrownBy(() -> tensor.getDouble(0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("[0, 3]")
        .hasMessageContaining("FP16[2, 3]");
    assertThatThrownBy(() -> tensor.getDouble(5)).hasMessageContaining("rank 2");
    assertThatThrownBy(() -> tensor.doubleAt(6)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> tensor.setAt(-1, 0L)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shapesAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> HostTensor.allocate(FP32, 2, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostTensor.of(new float[5], 2, 3))
        .withMessageContaining("5 values")
        .withMessageContaining("[2, 3]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostTensor.allocate(FP32, 2).copyFrom(HostTensor.allocate(FP32, 3)))
        .withMessageContaining("FP32[3]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostTensor.allocate(FP32, 2).as(INT32))
        .withMessageContaining("FP32[2]");
    assertThatThrownBy(() -> HostTensor.allocate(FP32, Long.MAX_VALUE, 3))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void memoryOfTheCallerIsUsedInPlace() {
    try (Arena arena = Arena.ofConfined()) {
      var segment = arena.allocate(8);
      HostTensor<?> tensor = HostTensor.wrap(FP32, segment, 2);
      tensor.fill(1.5);

      assertThat(segment.get(ValueLayout.JAVA_FLOAT, 4)).isEqualTo(1.5f);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> HostTensor.wrap(FP32, segment, 3))
          .withMessageContaining("12 bytes");
    }
  }
}
