package io.pto4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pto4j.dsl.DType;
import io.pto4j.dsl.Pl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpyTest {

  @TempDir Path directory;

  @Provide
  Arbitrary<HostTensor<?>> tensors() {
    return HostTensors.tensors();
  }

  @Property
  void savingAndLoadingGivesTheSameTensor(@ForAll("tensors") HostTensor<?> tensor)
      throws IOException {
    Path file = Files.createTempFile("tensor", ".npy");
    try {
      tensor.save(file);
      HostTensor<?> loaded = HostTensor.load(tensor.dtype(), file);

      assertThat(loaded.dtype()).isEqualTo(tensor.dtype());
      assertThat(loaded.shape()).isEqualTo(tensor.shape());
      assertThat(loaded.segment().mismatch(tensor.segment())).isEqualTo(-1);
      assertThat(HostTensor.load(file).dtype())
          .isEqualTo(tensor.dtype().kind() == DType.Kind.BF16 ? Pl.UINT16 : tensor.dtype());
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void theBytesAreThoseOfNumPy() throws IOException {
    Path file = directory.resolve("a.npy");
    HostTensor.of(new float[] {1, 2, 3}, 3).save(file);

    byte[] bytes = Files.readAllBytes(file);
    String header = new String(bytes, 10, 118, StandardCharsets.US_ASCII);
    assertThat(bytes).hasSize(128 + 12).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0);
    assertThat(header)
        .startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }")
        .endsWith(" \n");
    assertThat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getFloat(132)).isEqualTo(2f);
  }

  private Path file(int major, String header, int dataBytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) major, 0});
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    out.write(text.length & 0xff);
    out.write(text.length >> 8);
    if (major > 1) {
      out.writeBytes(new byte[2]);
    }
    out.writeBytes(text);
    out.writeBytes(new byte[dataBytes]);
    return Files.write(directory.resolve("b.npy"), out.toByteArray());
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void allVersionsAndSpellingsAreRead(int version) throws IOException {
    HostTensor<?> tensor =
        HostTensor.load(
            file(version, "{\"shape\":(2 , 3),  \"fortran_order\":False,\"descr\":\"<i2\"}\n", 12));

    assertThat(tensor).hasToString("INT16[2, 3]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), } ; 8 ; type '>f4'",
        "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), } ; 16 ; type '<c8'",
        "{'descr': '|O', 'fortran_order': False, 'shape': (2,), } ; 16 ; type '|O'",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), } ; 16 ; numpy.ascontiguousarray",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } ; 7 ; 7 bytes of data",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } ; 9 ; FP32[2]",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), } ; 8 ; extent '-2'",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), } ; 8 ; extent '9999",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3037000500, 3037000500, 4), } ; 8 ; 8 bytes of data",
        "{'descr': '<f4', 'fortran_order': False} ; 8 ; 'shape'",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), } ; 8 ; 'descr'",
        "{'descr': '<f4', 'shape': (2,), } ; 8 ; 'fortran_order'"
      })
  void malformedHeadersAreReported(String header, int dataBytes, String message)
      throws IOException {
    Path file = file(1, header, dataBytes);

    assertThatThrownBy(() -> HostTensor.load(file))
        .isInstanceOf(NpyFormatException.class)
        .hasMessageContaining("b.npy")
        .hasMessageContaining(message);
  }

  @Test
  void otherFilesAreReported() throws IOException {
    Path text = Files.writeString(directory.resolve("c.npy"), "hello world");
    Path empty = Files.writeString(directory.resolve("d.npy"), "");
    Path version = file(9, "{}", 0);

    assertThatThrownBy(() -> HostTensor.load(text)).hasMessageContaining("not a .npy file");
    assertThatThrownBy(() -> HostTensor.load(empty)).isInstanceOf(NpyFormatException.class);
    assertThatThrownBy(() -> HostTensor.load(version)).hasMessageContaining("version 9");
  }

  @Test
  void anotherElementTypeThanExpectedIsReported() throws IOException {
    Path file = directory.resolve("e.npy");
    HostTensor.of(new float[] {1}, 1).save(file);

    assertThatThrownBy(() -> HostTensor.load(Pl.FP16, file))
        .isInstanceOf(NpyFormatException.class)
        .hasMessageContaining("'<f4'")
        .hasMessageContaining("FP16 is stored as '<f2'");
  }

  @Test
  void truthValuesOtherThanZeroAndOneAreReported() throws IOException {
    Path file = directory.resolve("f.npy");
    HostTensor.of(new boolean[] {true}, 1).save(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] = 2;
    Files.write(file, bytes);

    assertThatThrownBy(() -> HostTensor.load(file)).hasMessageContaining("truth value 2");
  }

  @Property
  void damagedFilesNeverGiveAnotherErrorThanMalformed(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Path file = Files.createTempFile("damaged", ".npy");
    try {
      HostTensor.of(new int[] {1, 2, 3, 4}, 2, 2).save(file);
      byte[] bytes = Files.readAllBytes(file);
      for (int i = 0; i < 3; i++) {
        bytes[random.nextInt(80)] = (byte) random.nextInt();
      }
      Files.write(file, bytes);
      assertThat(loadOrReason(file)).isNotBlank();
    } finally {
      Files.delete(file);
    }
  }

  private static String loadOrReason(Path file) throws IOException {
    try {
      return HostTensor.load(file).toString();
    } catch (NpyFormatException e) {
      return e.getMessage();
    }
  }
}
