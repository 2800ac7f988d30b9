package io.pto4j.sim.isa;

import io.pto4j.dsl.DType;
import io.pto4j.dsl.Pl;
import io.pto4j.ir.DataType;

/** Element types of the language and of the IR, which have the same names. */
public final class ElementTypes {
  private ElementTypes() {}

  public static DataType toIr(DType<?> type) {
    return switch (type.kind()) {
      case FP32 -> DataType.FP32;
      case FP16 -> DataType.FP16;
      case BF16 -> DataType.BF16;
      case INT8 -> DataType.INT8;
      case INT16 -> DataType.INT16;
      case INT32 -> DataType.INT32;
      case INT64 -> DataType.INT64;
      case UINT8 -> DataType.UINT8;
      case UINT16 -> DataType.UINT16;
      case UINT32 -> DataType.UINT32;
      case BOOL -> DataType.BOOL;
    };
  }

  /**
   * @throws UnsupportedOperationException if the language has no such type
   */
  public static DType<?> ofIr(DataType type) {
    return switch (type) {
      case FP32 -> Pl.FP32;
      case FP16 -> Pl.FP16;
      case BF16 -> Pl.BF16;
      case INT8 -> Pl.INT8;
      case INT16 -> Pl.INT16;
      case INT32 -> Pl.INT32;
      case INT64 -> Pl.INT64;
      case UINT8 -> Pl.UINT8;
      case UINT16 -> Pl.UINT16;
      case UINT32 -> Pl.UINT32;
      case BOOL -> Pl.BOOL;
      default ->
          throw new UnsupportedOperationException(
              "the language has no element type " + type.text());
    };
  }
}
