package io.pto4j.sim.isa;

import io.pto4j.sim.pto.ElementType;

/** Bits of the pad values of a tile type. Source: PTO ISA, pad values. */
public final class PadValues {
  private PadValues() {}

  /** The bits for the pad code of a tile type: 0 null, 1 zero, 2 max, 3 min. */
  public static long bits(ElementType element, int pad) {
    return switch (pad) {
      case 2 -> max(element);
      case 3 -> min(element);
      default -> 0;
    };
  }

  private static long max(ElementType element) {
    return switch (element) {
      case F32 -> 0x7F800000L;
      case F16 -> 0x7C00;
      case BF16 -> 0x7F80;
      case I32 -> 0x7FFFFFFFL;
      case UI32 -> 0xFFFFFFFFL;
      case I16 -> 0x7FFF;
      case UI16 -> 0xFFFF;
      case I8 -> 0x7F;
      case UI8 -> 0xFF;
      default -> 0;
    };
  }

  private static long min(ElementType element) {
    return switch (element) {
      case F32 -> 0xFF800000L;
      case F16 -> 0xFC00;
      case BF16 -> 0xFF80;
      case I32 -> 0x80000000L;
      case I16 -> 0x8000;
      case I8 -> 0x80;
      default -> 0;
    };
  }
}
