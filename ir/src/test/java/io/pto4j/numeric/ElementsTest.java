package io.pto4j.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.ir.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsTest {

  @Property
  void integersAreLittleEndianAtAnyOffset(
      @ForAll @Size(max = 40) long[] values, @ForAll @IntRange(max = 9) int offset) {
    for (DataType type :
        new DataType[] {
          DataType.INT8, DataType.UINT8, DataType.INT16, DataType.UINT16, DataType.INT32,
          DataType.UINT32, DataType.INT64, DataType.UINT64, DataType.INDEX, DataType.BOOL
        }) {
      ByteBuffer bytes =
          ByteBuffer.allocate(offset + values.length * 8 + 3).order(ByteOrder.LITTLE_ENDIAN);
      MemorySegment memory = MemorySegment.ofArray(bytes.array());
      Elements.write(type, memory, offset, values, 0, values.length);
      long[] read = new long[values.length + 1];
      Elements.read(type, memory, offset, read, 1, values.length);
      for (int i = 0; i < values.length; i++) {
        assertThat(read[i + 1]).isEqualTo(IntFormat.of(type).wrap(values[i]));
        assertThat(read[i + 1]).isEqualTo(stored(bytes, type, offset + i * type.bytes()));
      }
    }
  }

  private static long stored(ByteBuffer bytes, DataType type, int at) {
    return switch (type) {
      case INT8 -> bytes.get(at);
      case UINT8, BOOL -> Byte.toUnsignedLong(bytes.get(at));
      case INT16 -> bytes.getShort(at);
      case UINT16 -> Short.toUnsignedLong(bytes.getShort(at));
      case INT32 -> bytes.getInt(at);
      case UINT32 -> Integer.toUnsignedLong(bytes.getInt(at));
      default -> bytes.getLong(at);
    };
  }

  @Property
  void floatsAreLittleEndianAtAnyOffset(
      @ForAll @Size(max = 40) float[] values, @ForAll @IntRange(max = 9) int offset) {
    ByteBuffer bytes =
        ByteBuffer.allocate(offset + values.length * 4 + 3).order(ByteOrder.LITTLE_ENDIAN);
    MemorySegment memory = MemorySegment.ofArray(bytes.array());
    float[] read = new float[values.length];
    Elements.write(DataType.FP32, memory, offset, values, 0, values.length);
    Elements.read(DataType.FP32, memory, offset, read, 0, values.length);
    assertThat(read).isEqualTo(values);
    for (int i = 0; i < values.length; i++) {
      assertThat(bytes.getFloat(offset + 4 * i)).isEqualTo(values[i]);
    }
    Elements.write(DataType.FP16, memory, offset, values, 0, values.length);
    Elements.read(DataType.FP16, memory, offset, read, 0, values.length);
    for (int i = 0; i < values.length; i++) {
      assertThat(bytes.getShort(offset + 2 * i)).isEqualTo(Float.floatToFloat16(values[i]));
      assertThat(read[i]).isEqualTo(FloatFormat.FP16.round(values[i]));
    }
    Elements.write(DataType.BF16, memory, offset, values, 0, values.length);
    Elements.read(DataType.BF16, memory, offset, read, 0, values.length);
    for (int i = 0; i < values.length; i++) {
      assertThat(bytes.getShort(offset + 2 * i)).isEqualTo(FloatFormat.floatToBf16(values[i]));
      assertThat(read[i]).isEqualTo(FloatFormat.BF16.round(values[i]));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FloatFormat.class,
      names = {"FP8E4M3FN", "FP8E5M2"})
  void everyPatternOf8BitsIsReadAndWritten(FloatFormat format) {
    DataType type = DataType.valueOf(format.name());
    byte[] bytes = new byte[259];
    for (int bits = 0; bits < 256; bits++) {
      bytes[bits + 1] = (byte) bits;
    }
    float[] read = new float[258];
    Elements.read(type, MemorySegment.ofArray(bytes), 1, read, 2, 256);
    byte[] written = new byte[259];
    Elements.write(type, MemorySegment.ofArray(written), 3, read, 2, 256);
    for (int bits = 0; bits < 256; bits++) {
      float value = Fp8.of(format).toFloat((byte) bits);
      assertThat(read[bits + 2]).isEqualTo(Float.valueOf(value));
      assertThat(written[bits + 3]).isEqualTo(Fp8.of(format).toBits(value));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP16", "BF16", "FP32", "FP8E4M3FN", "FP8E5M2"})
  void longRunsOfFloats(DataType type) {
    int n = 5000;
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = FloatFormat.of(type).round(i * 0.37f - 900);
    }
    MemorySegment memory = MemorySegment.ofArray(new byte[n * type.bytes() + 1]);
    float[] read = new float[n];
    Elements.write(type, memory, 1, values, 0, n);
    Elements.read(type, memory, 1, read, 0, n);
    assertThat(read).isEqualTo(values);
  }

  @Test
  void leavingTheMemoryIsAnError() {
    MemorySegment memory = MemorySegment.ofArray(new byte[15]);
    assertThatThrownBy(() -> Elements.read(DataType.FP32, memory, 0, new float[4], 0, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Elements.write(DataType.INT32, memory, 0, new long[4], 0, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anUnsupportedTypeIsNamed() {
    MemorySegment memory = MemorySegment.ofArray(new byte[16]);
    assertThatThrownBy(() -> Elements.read(DataType.HF8, memory, 0, new float[4], 0, 4))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("hf8");
  }
}
