package io.pto4j.ir;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.pto4j.compare.IrEquality;
import io.pto4j.serial.IrReader;
import io.pto4j.serial.IrWriter;
import io.pto4j.text.IrParser;
import io.pto4j.text.IrPrinter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known of every data type, against a list that is written by hand. */
class DataTypeTest {
  /** Name, code, bits, bytes, bytes of five elements, family, text, C++, device code. */
  private static final String LIST =
      """
      BOOL       0x00  1 1  5 none     bool      bool             i1
      INT4       0x10  4 1  3 signed   int4      -                -
      INT8       0x11  8 1  5 signed   int8      int8_t           i8
      INT16      0x12 16 2 10 signed   int16     int16_t          i16
      INT32      0x13 32 4 20 signed   int32     int32_t          i32
      INT64      0x14 64 8 40 signed   int64     int64_t          i64
      INDEX      0x15 64 8 40 signed   index     int64_t          index
      UINT4      0x20  4 1  3 unsigned uint4     -                -
      UINT8      0x21  8 1  5 unsigned uint8     uint8_t          ui8
      UINT16     0x22 16 2 10 unsigned uint16    uint16_t         ui16
      UINT32     0x23 32 4 20 unsigned uint32    uint32_t         ui32
      UINT64     0x24 64 8 40 unsigned uint64    uint64_t         ui64
      FP4        0x30  4 1  3 float    fp4       float4_e2m1x2_t  !pto.f4E2M1x2
      FP8E4M3FN  0x31  8 1  5 float    fp8e4m3fn float8_e4m3_t    f8E4M3FN
      FP8E5M2    0x32  8 1  5 float    fp8e5m2   float8_e5m2_t    f8E5M2
      FP16       0x33 16 2 10 float    fp16      half             f16
      FP32       0x34 32 4 20 float    fp32      float            f32
      FP64       0x35 64 8 40 float    fp64      double           -
      FP8E8M0    0x36  8 1  5 float    fp8e8m0   float8_e8m0_t    !pto.f8E8M0
      BF16       0x40 16 2 10 float    bfloat16  bfloat16_t       bf16
      HF4        0x41  4 1  3 float    hf4       -                -
      HF8        0x42  8 1  5 float    hf8       -                !pto.hif8
      TASK_ID    0x50 64 8 40 none     task_id   -                -
      """;

  private static final Listed ROWS = Listed.of(LIST, " +");

  /** The names of the data types in the list. */
  static ImmutableList<String> rows() {
    return ROWS.names();
  }

  static ImmutableList<Arguments> listed() {
    return ROWS.arguments();
  }

  @Test
  void listHasEveryDataType() {
    assertThat(rows()).containsExactly(names());
  }

  private static String[] names() {
    return Arrays.stream(DataType.values()).map(DataType::name).toArray(String[]::new);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("listed")
  void isAsListed(String name, ImmutableList<String> row) {
    DataType dtype = DataType.valueOf(name);

    assertThat("0x%02x".formatted(dtype.code())).isEqualTo(row.get(1));
    assertThat(DataType.ofCode(dtype.code())).contains(dtype);
    assertThat(dtype.bits()).isEqualTo(Integer.parseInt(row.get(2)));
    assertThat(dtype.bytes()).isEqualTo(Integer.parseInt(row.get(3)));
    assertThat(dtype.storageBytes(5)).isEqualTo(Long.parseLong(row.get(4)));
    assertThat(dtype.isSignedInt()).isEqualTo(row.get(5).equals("signed"));
    assertThat(dtype.isUnsignedInt()).isEqualTo(row.get(5).equals("unsigned"));
    assertThat(dtype.isInt()).isEqualTo(row.get(5).endsWith("signed"));
    assertThat(dtype.isFloat()).isEqualTo(row.get(5).equals("float"));
    assertThat(dtype.text()).isEqualTo(row.get(6));
    assertThat(dtype.cType().orElse("-")).isEqualTo(row.get(7));
    assertThat(dtype.mlir().orElse("-")).isEqualTo(row.get(8));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("listed")
  void isWrittenAsListed(String name, ImmutableList<String> row) {
    Type type = ScalarType.of(DataType.valueOf(name));
    Var x = new Var("x", type, Span.unknown());
    Function f =
        new Function(
            Span.unknown(),
            ImmutableList.of(x),
            ImmutableList.of(ParamDirection.IN),
            FunctionType.OPAQUE,
            Optional.empty(),
            Optional.empty(),
            Attrs.empty(),
            false,
            ImmutableList.of(type),
            ReturnStmt.of(ImmutableList.of(x), Span.unknown()),
            "f");
    Program p = Program.of("P", ImmutableList.of(f), Span.unknown());
    String text = IrPrinter.print(p);
    byte[] bytes = IrWriter.write(x);

    assertThat(text)
        .contains("def f(self, x: pl.Scalar[pl.%1$s]) -> pl.Scalar[pl.%1$s]:".formatted(name));
    IrEquality.assertEqual(p, IrParser.program(text, "k.py"), false);
    // a code is a fixint; the key before it is the only text that ends so
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
        .contains("dtype" + (char) Integer.parseInt(row.get(1).substring(2), 16));
    assertThat(IrReader.read(bytes, Var.class).type()).isEqualTo(type);
    assertThat(IrReader.read(IrWriter.write(p)).functions().get("f").returnTypes())
        .containsExactly(type);
  }
}
