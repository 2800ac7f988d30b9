package io.pto4j.runtime;

import io.pto4j.dsl.DType;
import io.pto4j.dsl.Pl;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Host tensors for properties. */
final class HostTensors {

  static final List<DType<?>> DTYPES =
      List.of(
          Pl.FP32, Pl.FP16, Pl.BF16, Pl.INT8, Pl.INT16, Pl.INT32, Pl.INT64, Pl.UINT8, Pl.UINT16,
          Pl.UINT32, Pl.BOOL);

  private HostTensors() {}

  static Arbitrary<long[]> shapes() {
    return Arbitraries.longs().between(0, 5).array(long[].class).ofMinSize(0).ofMaxSize(4);
  }

  /** Tensors of every element type with random bytes; truth values are 0 or 1. */
  static Arbitrary<HostTensor<?>> tensors() {
    return Combinators.combine(
            Arbitraries.of(DTYPES), shapes(), Arbitraries.randomValue(random -> random.nextLong()))
        .as(HostTensors::random);
  }

  private static HostTensor<?> random(DType<?> dtype, long[] shape, long seed) {
    HostTensor<?> tensor = HostTensor.allocate(dtype, shape);
    Random random = new Random(seed);
    byte[] bytes = new byte[Math.toIntExact(tensor.segment().byteSize())];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      byte value = dtype.kind() == DType.Kind.BOOL ? (byte) (bytes[i] & 1) : bytes[i];
      tensor.segment().set(ValueLayout.JAVA_BYTE, i, value);
    }
    return tensor;
  }
}
