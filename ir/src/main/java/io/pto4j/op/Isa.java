package io.pto4j.op;

import static io.pto4j.ir.DataType.BF16;
import static io.pto4j.ir.DataType.FP16;
import static io.pto4j.ir.DataType.FP32;
import static io.pto4j.ir.DataType.FP4;
import static io.pto4j.ir.DataType.FP8E4M3FN;
import static io.pto4j.ir.DataType.FP8E5M2;
import static io.pto4j.ir.DataType.HF8;
import static io.pto4j.ir.DataType.INT16;
import static io.pto4j.ir.DataType.INT32;
import static io.pto4j.ir.DataType.INT4;
import static io.pto4j.ir.DataType.INT64;
import static io.pto4j.ir.DataType.INT8;
import static io.pto4j.ir.DataType.UINT16;
import static io.pto4j.ir.DataType.UINT32;
import static io.pto4j.ir.DataType.UINT8;

import com.google.common.collect.ImmutableListMultimap;
import io.pto4j.ir.DataType;

/**
 * The instructions that the cores of a machine have. A machine says which these are; on what they
 * work is a table of its own ({@link Support}). Source: PTO ISA, TCVT.
 */
public enum Isa {
  /** Ascend 910B. */
  A2A3(
      "a2a3",
      new NativeCasts(
          ImmutableListMultimap.<DataType, DataType>builder()
              .putAll(FP32, FP16, BF16, INT16, INT32, INT64)
              .putAll(FP16, FP32, INT32, INT16, INT8, UINT8, INT4)
              .putAll(BF16, FP32, INT32)
              .putAll(INT16, FP16, FP32)
              .putAll(INT32, FP32, INT16, INT64, FP16)
              .putAll(INT64, FP32, INT32)
              .putAll(UINT8, FP16)
              .putAll(INT8, FP16)
              .putAll(INT4, FP16)
              .build())),
  /** Ascend 950. */
  A5(
      "a5",
      new NativeCasts(
          ImmutableListMultimap.<DataType, DataType>builder()
              .putAll(FP32, FP16, BF16, INT16, INT32, INT64, FP8E4M3FN, FP8E5M2, HF8)
              .putAll(FP16, FP32, INT32, INT16, INT8, UINT8, HF8)
              .putAll(BF16, FP32, INT32, FP16, FP4)
              .putAll(INT16, FP16, FP32, UINT8, UINT32, INT32)
              .putAll(INT32, FP32, INT16, INT64, UINT16, UINT8)
              .putAll(INT64, FP32, INT32)
              .putAll(UINT8, FP16, UINT16)
              .putAll(INT8, FP16, INT16, INT32)
              .putAll(UINT32, UINT8, UINT16, INT16)
              .putAll(FP8E4M3FN, FP32)
              .putAll(FP8E5M2, FP32)
              .putAll(HF8, FP32)
              .putAll(FP4, BF16)
              .build()));

  private final String arch;
  private final NativeCasts casts;

  Isa(String arch, NativeCasts casts) {
    this.arch = arch;
    this.casts = casts;
  }

  /** What kernels are compiled for and interpreted with when no machine is named. */
  public static Isa standard() {
    return A2A3;
  }

  /** The name of the architecture in device code. */
  public String arch() {
    return arch;
  }

  /** The conversions between element types. */
  public NativeCasts casts() {
    return casts;
  }
}
