package io.pto4j.sim.isa;

import io.pto4j.ir.DataType;
import io.pto4j.numeric.FloatFormat;
import io.pto4j.numeric.IntFormat;
import io.pto4j.sim.machine.SimulationException;
import io.pto4j.sim.pto.ElementType;

/** The IR's names of the element types of {@code .pto} text. */
public final class DataTypes {
  private DataTypes() {}

  /** The IR's name of an element type. */
  public static DataType of(ElementType element) {
    return switch (element) {
      case F32 -> DataType.FP32;
      case F16 -> DataType.FP16;
      case BF16 -> DataType.BF16;
      case I1 -> DataType.BOOL;
      case I8 -> DataType.INT8;
      case I16 -> DataType.INT16;
      case I32 -> DataType.INT32;
      case I64 -> DataType.INT64;
      case UI8 -> DataType.UINT8;
      case UI16 -> DataType.UINT16;
      case UI32 -> DataType.UINT32;
      case UI64 -> DataType.UINT64;
      case INDEX -> DataType.INDEX;
      case F64, F8E4M3FN, F8E5M2, F8E8M0, HIF8, F4E2M1X2 ->
          throw new SimulationException("element type " + element.text() + " is not supported");
    };
  }

  static FloatFormat floatFormat(ElementType element) {
    return FloatFormat.of(of(element));
  }

  static IntFormat intFormat(ElementType element) {
    return IntFormat.of(of(element));
  }
}
