package io.pto4j.ir;

import java.util.Optional;

/**
 * Element types of scalars, tensors and tiles, with their wire code, width and spellings in the
 * emitted languages.
 *
 * <p>Source: PyPTO IR types, DataType.
 */
public enum DataType {
  BOOL(0x00, 1, "bool", "bool", "i1"),
  INT4(0x10, 4, "int4", "", ""),
  INT8(0x11, 8, "int8", "int8_t", "i8"),
  INT16(0x12, 16, "int16", "int16_t", "i16"),
  INT32(0x13, 32, "int32", "int32_t", "i32"),
  INT64(0x14, 64, "int64", "int64_t", "i64"),
  INDEX(0x15, 64, "index", "int64_t", "index"),
  UINT4(0x20, 4, "uint4", "", ""),
  UINT8(0x21, 8, "uint8", "uint8_t", "ui8"),
  UINT16(0x22, 16, "uint16", "uint16_t", "ui16"),
  UINT32(0x23, 32, "uint32", "uint32_t", "ui32"),
  UINT64(0x24, 64, "uint64", "uint64_t", "ui64"),
  FP4(0x30, 4, "fp4", "float4_e2m1x2_t", "!pto.f4E2M1x2"),
  FP8E4M3FN(0x31, 8, "fp8e4m3fn", "float8_e4m3_t", "f8E4M3FN"),
  FP8E5M2(0x32, 8, "fp8e5m2", "float8_e5m2_t", "f8E5M2"),
  FP16(0x33, 16, "fp16", "half", "f16"),
  FP32(0x34, 32, "fp32", "float", "f32"),
  FP64(0x35, 64, "fp64", "double", ""),
  FP8E8M0(0x36, 8, "fp8e8m0", "float8_e8m0_t", "!pto.f8E8M0"),
  BF16(0x40, 16, "bfloat16", "bfloat16_t", "bf16"),
  HF4(0x41, 4, "hf4", "", ""),
  HF8(0x42, 8, "hf8", "", "!pto.hif8"),
  TASK_ID(0x50, 64, "task_id", "", "");

  private static final DataType[] ALL = values();

  private final int code;
  private final int bits;
  private final String text;
  private final String cType;
  private final String mlir;

  DataType(int code, int bits, String text, String cType, String mlir) {
    this.code = code;
    this.bits = bits;
    this.text = text;
    this.cType = cType;
    this.mlir = mlir;
  }

  /** The number that stands for this type on the wire. */
  public int code() {
    return code;
  }

  public int bits() {
    return bits;
  }

  /** Bytes of one element; 4-bit and 1-bit types report 1. */
  public int bytes() {
    return (bits + 7) / 8;
  }

  /** Bytes that {@code count} elements occupy; 4-bit types are packed two to a byte. */
  public long storageBytes(long count) {
    return bits == 4 ? (count + 1) / 2 : count * bytes();
  }

  /** Lower-case name used in messages and metadata, such as {@code fp32}. */
  public String text() {
    return text;
  }

  /** The C++ type in orchestration code; empty when the type has none. */
  public Optional<String> cType() {
    return cType.isEmpty() ? Optional.empty() : Optional.of(cType);
  }

  /** The type's spelling in device code; empty when it cannot occur there. */
  public Optional<String> mlir() {
    return mlir.isEmpty() ? Optional.empty() : Optional.of(mlir);
  }

  public boolean isFloat() {
    return code >= 0x30 && code < 0x50;
  }

  public boolean isSignedInt() {
    return code >= 0x10 && code < 0x20;
  }

  public boolean isUnsignedInt() {
    return code >= 0x20 && code < 0x30;
  }

  /** Signed and unsigned integers including INDEX; BOOL and TASK_ID are not integers. */
  public boolean isInt() {
    return isSignedInt() || isUnsignedInt();
  }

  /** INT64, UINT64 or INDEX: the types that may count elements. */
  public boolean isIndexLike() {
    return this == INT64 || this == UINT64 || this == INDEX;
  }

  public static Optional<DataType> ofCode(int code) {
    for (DataType dtype : ALL) {
      if (dtype.code == code) {
        return Optional.of(dtype);
      }
    }
    return Optional.empty();
  }
}
